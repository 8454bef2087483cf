package example;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.ExtensionConstraints;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Order;
import io.bateleur.core.model.Times;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What MariaDB (and MySQL) do at REPEATABLE READ: plain reads see one old snapshot, while locking reads and writes see the newest
 * committed state. Such a transaction has two views, and no standard level describes it (Boomslang, case 4).
 *
 * <p>So each transaction is split in two, {@code T/view} with the plain reads and {@code T/locks} with locking reads and writes, and
 * the halves are to be serializable, the view before the locks. That allows lost updates through plain reads, as the servers do,
 * and still finds a snapshot that is none, a locking read of an old version, and a write that its own transaction does not see.
 */
public final class MariaDbRepeatableRead implements Extension {
    private static final Level LEVEL =
            new Level("mariadb-repeatable-read", Level.SERIALIZABLE.criterion(), Order.NONE, false);

    private static final String VIEW = "/view";
    private static final String LOCKS = "/locks";

    @Override
    public List<Level> levels() {
        return List.of(LEVEL);
    }

    @Override
    public void add(Asg asg, Level level, ExtensionConstraints constraints) {
        History history = asg.history();
        for (Transaction transaction : history.transactions()) {
            String id = text(transaction.id());
            if (id.endsWith(VIEW)) {
                String whole = id.substring(0, id.length() - VIEW.length());
                history.transaction(Value.of(whole + LOCKS))
                        .ifPresent(locks -> constraints.edge(
                                constraints.commit(transaction.number()),
                                constraints.start(locks.number()),
                                whole + " took its snapshot before it committed"));
            }
        }
    }

    @Override
    public History rewrite(History history) {
        HistoryBuilder halves = History.builder().initialState(history.initialState());
        history.initialContents().forEach(halves::initial);
        for (Transaction transaction : history.transactions()) {
            if (text(transaction.id()).endsWith(VIEW) || text(transaction.id()).endsWith(LOCKS)) {
                return history; // a part of one that has been split already
            }
            split(history, transaction, halves);
        }
        return halves.build();
    }

    private static void split(History history, Transaction transaction, HistoryBuilder halves) {
        int session = halves.session(transaction.session().name());
        String id = text(transaction.id());
        int view = halves.begin(session, Value.of(id + VIEW));
        int locks = halves.begin(session, Value.of(id + LOCKS));
        Set<Value> written = new HashSet<>();
        for (Operation operation : transaction.operations()) {
            OpKind kind = operation.kind();
            boolean single = !kind.isRangeRead() && kind != OpKind.SQL;
            boolean ofOwnWrite = single && written.contains(operation.key());
            boolean locking = kind.isWrite() || operation.isLocking() || ofOwnWrite;
            if (kind.isWrite()) {
                written.add(operation.key());
            }
            copy(history, operation, locking ? locks : view, written, halves);
        }
        for (int half : new int[] {view, locks}) {
            long begin = Times.begin(history, transaction.number());
            if (begin != History.NO_TIME) {
                halves.beginTimes(half, begin, begin);
            }
            halves.end(half, transaction.ending());
            long end = Times.end(history, transaction.number());
            if (end != History.NO_TIME) {
                halves.endTimes(half, end, end);
            }
        }
    }

    private static void copy(History history, Operation operation, int half, Set<Value> written, HistoryBuilder halves) {
        int o = operation.number();
        int locking = operation.isLocking() ? HistoryBuilder.LOCKING : 0;
        if (operation.kind() == OpKind.SQL) {
            return;
        }
        if (!operation.kind().isRangeRead()) {
            int value = history.value(o);
            int dead = history.isDead(o) && value >= 0 ? HistoryBuilder.DEAD : 0;
            int number = value < 0 ? value : halves.values().intern(history.values().get(value));
            halves.operation(half, operation.kind(), halves.keys().intern(operation.key()), number, locking | dead);
            return;
        }
        halves.range(
                half,
                operation.kind(),
                operation.low().map(halves.values()::intern).orElse(-1),
                operation.high().map(halves.values()::intern).orElse(-1),
                locking | (operation.stoppedEarly() ? HistoryBuilder.STOPPED : 0));
        int i = 0;
        for (Item item : operation.items()) {
            boolean dead = i >= history.liveItems(o);
            int value = history.itemValue(o, i++);
            // Own rows are seen in every view: what a range says about them is left to the single reads.
            boolean own = written.contains(item.key());
            int told = own ? History.UNTOLD : value < 0 ? value : halves.values().intern(history.values().get(value));
            halves.item(halves.keys().intern(item.key()), told, dead && !own);
        }
    }

    private static String text(Value id) {
        return id instanceof Value.Text text ? text.value() : id.toString();
    }
}
