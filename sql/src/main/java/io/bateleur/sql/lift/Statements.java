package io.bateleur.sql.lift;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through the statements of a history, one transaction after another. */
final class Statements {
    private static final int CACHED = 1 << 14;
    static final String PARTS = "a transaction that a definition in its midst commits in parts";

    /** What becomes of the transactions. */
    interface Receiver {
        /** One statement was lifted, by its number among the operations. */
        void statement(int operation, Outcome outcome);

        /** A whole transaction, with what its statements were lifted to. */
        void transaction(int transaction, List<Op> ops);
    }

    private final History history;
    private final Schema schema;
    private final Lifting lifting;
    /** By the number of the text among the values. */
    private final Map<Integer, Parsed> texts;

    /** Most answers and parameters are some of a few, such as a count of 1: those that were met last, by their numbers. */
    private final int[] cachedNumbers = new int[CACHED];

    private final List<Optional<List<SqlResult>>> cached =
            new ArrayList<>(Collections.nCopies(CACHED, Optional.empty()));

    private final int[] cachedParameterNumbers = new int[CACHED];
    private final List<List<Value>> cachedParameters = new ArrayList<>(Collections.nCopies(CACHED, List.of()));

    Statements(History history, Map<Integer, Parsed> texts, Schema schema) {
        this.history = history;
        this.schema = schema;
        this.texts = texts;
        this.lifting = new Lifting(schema, new Sessions(schema.catalog, history.about()));
    }

    /** Every text once, by its number among the values, in the order of their first appearance. */
    static Map<Integer, Parsed> parse(History history, SqlDialect dialect) {
        Map<Integer, Parsed> texts = new LinkedHashMap<>();
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                int text = history.statement(o);
                if (!texts.containsKey(text)) {
                    texts.put(text, Parsed.of(text(history, text), dialect));
                }
            }
        }
        return texts;
    }

    static String text(History history, int number) {
        return ((Value.Text) history.values().get(number)).value();
    }

    void run(SideEffects effects, Receiver receiver) {
        Workspace work = new Workspace(effects);
        lifting.sessions().reset();
        for (int t = 0; t < history.transactionCount(); t++) {
            Sessions.Place place = lifting.sessions().begin(history.sessionOf(t));
            lifting.begin(work, t, history.level(t));
            boolean parts = commitsByItself(t);
            int end = history.firstOperation(t + 1);
            for (int o = history.firstOperation(t); o < end; o++) {
                if (history.kind(o) == OpKind.SQL) {
                    work.statement(o, schema, history.before(o), end - history.firstOperation(t) == 1);
                    int before = work.ops().size();
                    Outcome outcome = lifting.execute(execution(t, o), place, work);
                    boolean scattered = parts && work.ops().size() > before;
                    receiver.statement(o, scattered ? Outcome.left(PARTS) : outcome);
                }
            }
            receiver.transaction(t, parts ? scattered(t, work, effects) : work.ops());
        }
    }

    /** What a transaction wrote that was committed in parts is not that of one transaction. */
    private List<Op> scattered(int transaction, Workspace work, SideEffects effects) {
        int first = history.firstOperation(transaction);
        for (Op op : work.ops()) {
            if (op.isWrite()) {
                effects.unknown(op.relation(), op.column(), history.before(first), PARTS);
            }
        }
        return List.of();
    }

    /** Whether some of a transaction may have been committed before its end. */
    private boolean commitsByItself(int transaction) {
        if (schema.traits.definesInTransactions()) {
            return false;
        }
        boolean defines = false;
        boolean other = history.ending(transaction) != Ending.COMMITTED;
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            boolean definition = history.kind(o) == OpKind.SQL && parsed(o).commits();
            defines |= definition;
            other |= !definition;
        }
        return defines && other;
    }

    private Parsed parsed(int operation) {
        Parsed parsed = texts.get(history.statement(operation));
        if (parsed == null) {
            throw new IllegalStateException("no text for operation " + operation);
        }
        return parsed;
    }

    private Lifting.Execution execution(int transaction, int operation) {
        int answer = history.value(operation);
        return new Lifting.Execution(
                parsed(operation),
                parameters(history.parameters(operation)),
                answer < 0 ? Optional.empty() : results(answer),
                silence(transaction, operation));
    }

    private MissingAnswer silence(int transaction, int operation) {
        Ending ending = history.ending(transaction);
        if (ending == Ending.ABORTED) {
            return MissingAnswer.UNDONE;
        }
        boolean last = history.value(operation) < 0
                && operation == history.firstOperation(transaction + 1) - 1
                && ending == Ending.UNKNOWN;
        return last ? MissingAnswer.ALL_OR_NOTHING : MissingAnswer.ANYTHING;
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

    /** What the statements of each text do, by its number; of those that were executed. */
    Map<Integer, Account> accounts() {
        Map<Integer, Account> accounts = new HashMap<>();
        texts.forEach((number, text) -> {
            Account account = lifting.account(text);
            if (account != null) {
                accounts.put(number, account);
            }
        });
        return accounts;
    }
}
