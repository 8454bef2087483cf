package io.bateleur.sql.lift;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Liftable;
import io.bateleur.sql.parse.Parsed;
import io.bateleur.sql.parse.SqlParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements of a history: each text is parsed and planned once, each execution goes through its plan. */
final class Statements {
    private static final int CACHED = 1 << 14;
    private static final String UNANSWERED = "no answer came, so it may have written";

    /** What becomes of the transactions. */
    interface Receiver {
        /** One statement was lifted, by its number among the operations. */
        void statement(int operation, Outcome outcome);

        /** A whole transaction, with what its statements were lifted to. */
        void transaction(int transaction, List<Op> ops);
    }

    private record Planned(Plan plan, Parsed parsed) {}

    private final History history;
    private final Traits traits;
    /** By the number of the text among the values. */
    private final Map<Integer, Planned> plans = new HashMap<>();

    /** Most answers and parameters are some of a few, such as a count of 1: those that were met last, by their numbers. */
    private final int[] cachedNumbers = new int[CACHED];

    private final List<Optional<List<SqlResult>>> cached =
            new ArrayList<>(Collections.nCopies(CACHED, Optional.empty()));

    private final int[] cachedParameterNumbers = new int[CACHED];
    private final List<List<Value>> cachedParameters = new ArrayList<>(Collections.nCopies(CACHED, List.of()));

    Statements(History history, Map<Integer, Parsed> texts, Schema schema) {
        this.history = history;
        this.traits = schema.traits;
        // Tables that the trace itself makes are no views of others, whoever makes them and when.
        for (Parsed parsed : texts.values()) {
            if (parsed.statement() instanceof Liftable.CreateTable create) {
                schema.make(create.table());
            }
        }
        Planner planner = new Planner(schema);
        texts.forEach((text, parsed) -> plans.put(text, new Planned(planner.plan(parsed), parsed)));
    }

    /** Every text once, by its number among the values. */
    static Map<Integer, Parsed> parse(History history) {
        Map<Integer, Parsed> texts = new HashMap<>();
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                texts.computeIfAbsent(history.statement(o), text -> SqlParser.parse(text(history, text)));
            }
        }
        return texts;
    }

    /** Whether some statement empties tables, so that it matters who touched which rows. */
    boolean clear() {
        return plans.values().stream().anyMatch(planned -> planned.plan instanceof ClearPlan);
    }

    static String text(History history, int number) {
        return ((Value.Text) history.values().get(number)).value();
    }

    void run(Taints taints, Clears clears, Births births, Receiver receiver) {
        Workspace work = new Workspace(taints, clears, births);
        for (int t = 0; t < history.transactionCount(); t++) {
            work.begin(t, passesOver(history.level(t)), forgetsUnchanged(history.level(t)));
            int end = history.firstOperation(t + 1);
            if (commitsByItself(t)) {
                taints.everything("a statement that commits by itself in the midst of a transaction");
            }
            for (int o = history.firstOperation(t); o < end; o++) {
                if (history.kind(o) == OpKind.SQL) {
                    work.statement(o);
                    receiver.statement(o, execute(t, o, o == end - 1, work));
                }
            }
            receiver.transaction(t, work.ops());
        }
    }

    /**
     * Below REPEATABLE READ a locking read that waited for a row leaves it out when it was deleted, also when whoever deleted it inserted it
     * again: the new row is none of those that it had found. Above, it fails.
     */
    private static boolean passesOver(@Nullable String level) {
        return level == null || level.toUpperCase(Locale.ROOT).startsWith("READ");
    }

    /**
     * InnoDB makes no version of a row that is set to what it holds. A transaction whose snapshot is older than what it holds does not see
     * that it holds it, then. READ COMMITTED takes a new snapshot for each statement, and SERIALIZABLE reads what is there.
     */
    private boolean forgetsUnchanged(@Nullable String level) {
        String words = level == null ? "" : level.toUpperCase(Locale.ROOT);
        return traits.countsTwice() && !words.startsWith("READ") && !words.startsWith("SERIALIZABLE");
    }

    private Optional<List<SqlResult>> results(int answer) {
        int slot = answer & (CACHED - 1);
        if (cachedNumbers[slot] != answer + 1) {
            cachedNumbers[slot] = answer + 1;
            cached.set(slot, SqlResult.of(history.values().get(answer)));
        }
        return cached.get(slot);
    }

    private List<Value> parameters(int number) {
        int slot = number & (CACHED - 1);
        if (cachedParameterNumbers[slot] != number + 1) {
            cachedParameterNumbers[slot] = number + 1;
            cachedParameters.set(slot, ((Value.Elements) history.values().get(number)).value());
        }
        return cachedParameters.get(slot);
    }

    /** Whether some of a transaction may have been committed before its end. */
    private boolean commitsByItself(int transaction) {
        if (traits.definesInTransactions()) {
            return false;
        }
        boolean defines = false;
        boolean other = history.ending(transaction) != Ending.COMMITTED;
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            Planned planned = history.kind(o) == OpKind.SQL ? plans.get(history.statement(o)) : null;
            boolean definition = planned != null && planned.parsed.defines();
            defines |= definition;
            other |= !definition;
        }
        return defines && other;
    }

    private Outcome execute(int transaction, int operation, boolean last, Workspace work) {
        Planned planned = plans.get(history.statement(operation));
        if (planned == null) {
            throw new IllegalStateException("no plan for operation " + operation);
        }
        List<Value> parameters = parameters(history.parameters(operation));
        // Parameters that do not belong to the text are those of something else.
        List<Value> fitting = parameters.size() == planned.parsed.parameters() ? parameters : List.of();
        int answer = history.value(operation);
        Optional<List<SqlResult>> results = answer < 0 ? Optional.empty() : results(answer);
        if (results.isPresent()) {
            return planned.plan.execute(new Call(fitting, results.get(), false), work);
        }
        if (!planned.plan.writes() || history.ending(transaction) == Ending.ABORTED) {
            return Outcome.left("no answer came");
        }
        // Either all of a transaction that ends so happened, and this with it; or none of it can be told from nothing.
        boolean alone = answer < 0
                && last
                && history.ending(transaction) == Ending.UNKNOWN
                && !work.hasWritten()
                && planned.plan instanceof ChangePlan;
        if (alone) {
            return planned.plan.execute(new Call(fitting, List.of(), true), work);
        }
        planned.plan.taint(work, UNANSWERED);
        return Outcome.left(UNANSWERED);
    }
}
