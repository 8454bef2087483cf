package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The searches that decide a level, the cheap and strong ones first. */
final class Searches {
    private static final long PLAIN_EVALUATIONS_MAX = 300_000;
    private static final int PLAIN_TRANSACTIONS_MAX = 500;
    /** Serial orders are looked for elsewhere before the search for one by commits has tried so much. */
    static final int SERIAL_RETRIES = 100;

    private static final int SMALL = 64;

    private final StartingPoint setting;

    Searches(StartingPoint setting) {
        this.setting = setting;
    }

    /** Under the rules that each transaction has. */
    SearchOutcome byRules(LoggedWork work) {
        work.points().undo(0);
        List<LoggedTransaction> order = inOrder(work.transactions());
        AuditSearch search = new AuditSearch(work, setting.store(), setting.evaluation(), order).forgetting();
        SearchOutcome outcome = search.run();
        if (!search.forgotTooMuch() || outcome instanceof SearchOutcome.Explained) {
            return outcome;
        }
        work.points().undo(0);
        return new AuditSearch(work, setting.store(), setting.evaluation(), order).run();
    }

    /** In the order of the commits; a large log is left open soon where that does not explain it. */
    SearchOutcome serialByCommits(LoggedWork atCommit) {
        if (atCommit.transactions().size() <= SMALL) {
            return byRules(atCommit);
        }
        atCommit.points().undo(0);
        return new AuditSearch(atCommit, setting.store(), setting.evaluation(), inOrder(atCommit.transactions()))
                .forgetting()
                .withRetries(SERIAL_RETRIES)
                .run();
    }

    /**
     * A serial order that follows from an execution under the rules that each transaction has; null where that gives none.
     *
     * @param strict whether real time counts
     */
    SearchOutcome.@Nullable Explained serialByRules(LoggedWork work, boolean strict) {
        work.points().undo(0);
        List<LoggedTransaction> order = inOrder(work.transactions());
        Dependencies dependencies = new Dependencies(order);
        AuditSearch search = new AuditSearch(
                work.points(),
                work.engine(),
                setting.store(),
                setting.evaluation(),
                new TransactionOrder(order),
                dependencies);
        if (!(search.run() instanceof SearchOutcome.Explained explained)) {
            return null;
        }
        List<LoggedTransaction> serial = dependencies.serial(order, new HashSet<>(explained.commits()), strict);
        boolean right = serial.size() == explained.commits().size()
                && (!strict || SerialReplay.keepsRealTime(serial))
                && new SerialReplay(setting, work.points()).explains(serial);
        return right ? new SearchOutcome.Explained(serial) : null;
    }

    /** By the definition of a level, in every order. */
    SearchOutcome byDefinition(AuditLevel level, LoggedWork work) {
        if (work.transactions().size() > PLAIN_TRANSACTIONS_MAX) {
            return new SearchOutcome.Open("no execution as a database does it explains it, and more than "
                    + PLAIN_TRANSACTIONS_MAX + " transactions have too many other orders");
        }
        work.points().undo(0);
        return new PlainSearch(
                        level,
                        work.points(),
                        setting.store(),
                        setting.evaluation(),
                        inOrder(work.transactions()),
                        PLAIN_EVALUATIONS_MAX)
                .run();
    }

    /** In the order in which they asked to end, so that whoever changes a row before another comes before it. */
    static List<LoggedTransaction> inOrder(List<LoggedTransaction> transactions) {
        List<LoggedTransaction> order = new ArrayList<>(transactions);
        order.sort(Comparator.comparingLong(LoggedTransaction::released).thenComparingInt(t -> t.number));
        return order;
    }
}
