package io.bateleur.sql.lift;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.UnrecordedWork;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements of a history: each text is parsed and planned once, each execution goes through its plan. */
final class Statements {
    private static final int CACHED = 1 << 14;
    private static final String PARTS = "a transaction that a definition in its midst commits in parts";
    private static final String UNANSWERED = "no answer came, so it may have written";

    /** What becomes of the transactions. */
    interface Receiver {
        /** One statement was lifted, by its number among the operations. */
        void statement(int operation, Outcome outcome);

        /** A whole transaction, with what its statements were lifted to. */
        void transaction(int transaction, List<Op> ops);
    }

    /**
     * A text and what becomes of it.
     *
     * @param commits whether some databases commit by themselves before and after it
     * @param changesState whether it may change where names are looked up, or what values become
     */
    private record Planned(Plan plan, Parsed parsed, boolean commits, boolean changesState) {}

    private final History history;
    private final Schema schema;
    private final Traits traits;
    private final Planner planner;
    private final Map<Integer, Parsed> texts;
    /** By search path, by the number of the text among the values. */
    private final Map<List<String>, Map<Integer, Planned>> plans = new HashMap<>();

    /** Most answers and parameters are some of a few, such as a count of 1: those that were met last, by their numbers. */
    private final int[] cachedNumbers = new int[CACHED];

    private final List<Optional<List<SqlResult>>> cached =
            new ArrayList<>(Collections.nCopies(CACHED, Optional.empty()));

    private final int[] cachedParameterNumbers = new int[CACHED];
    private final List<List<Value>> cachedParameters = new ArrayList<>(Collections.nCopies(CACHED, List.of()));

    Statements(History history, Map<Integer, Parsed> texts, Schema schema) {
        this.history = history;
        this.schema = schema;
        this.traits = schema.traits;
        this.planner = new Planner(schema);
        this.texts = texts;
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

    void run(Taints taints, Clears clears, Births births, Receiver receiver) {
        Workspace work = new Workspace(schema, taints, clears, births);
        Sessions sessions = new Sessions(schema.catalog, history.about());
        for (int t = 0; t < history.transactionCount(); t++) {
            sessions.begin(history.sessionOf(t));
            work.begin(t, passesOver(history.level(t)), forgetsUnchanged(history.level(t)));
            boolean parts = commitsByItself(t);
            int end = history.firstOperation(t + 1);
            for (int o = history.firstOperation(t); o < end; o++) {
                if (history.kind(o) == OpKind.SQL) {
                    work.statement(o, history.before(o), end - history.firstOperation(t) == 1);
                    int before = work.ops().size();
                    Outcome outcome = execute(t, o, sessions, work);
                    boolean scattered = parts && work.ops().size() > before;
                    receiver.statement(o, scattered ? Outcome.left(PARTS) : outcome);
                }
            }
            receiver.transaction(t, parts ? scattered(t, work, taints) : work.ops());
        }
    }

    /** What a transaction wrote that was committed in parts is not that of one transaction. */
    private List<Op> scattered(int transaction, Workspace work, Taints taints) {
        int first = history.firstOperation(transaction);
        for (Op op : work.ops()) {
            if (op.isWrite()) {
                taints.column(op.relation(), op.column(), history.before(first), PARTS);
            }
        }
        return List.of();
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

    /** What the statements of each text do, by its number; of those that were executed. */
    Map<Integer, Account> accounts() {
        Map<Integer, Account> accounts = new HashMap<>();
        plans.values()
                .forEach(along ->
                        along.forEach((text, planned) -> accounts.merge(text, planned.plan.account(), Account::with)));
        return accounts;
    }

    /** Whether some of a transaction may have been committed before its end. */
    private boolean commitsByItself(int transaction) {
        if (traits.definesInTransactions()) {
            return false;
        }
        boolean defines = false;
        boolean other = history.ending(transaction) != Ending.COMMITTED;
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            Parsed parsed = history.kind(o) == OpKind.SQL ? texts.get(history.statement(o)) : null;
            boolean definition = parsed != null && parsed.commits();
            defines |= definition;
            other |= !definition;
        }
        return defines && other;
    }

    private Planned planned(int operation, Sessions sessions) {
        List<String> path = sessions.path();
        Map<Integer, Planned> along = plans.get(path);
        if (along == null) {
            along = new HashMap<>();
            plans.put(path, along);
        }
        int text = history.statement(operation);
        Planned planned = along.get(text);
        if (planned == null) {
            Parsed parsed = texts.get(text);
            if (parsed == null) {
                throw new IllegalStateException("no text for operation " + operation);
            }
            boolean matters = parsed.statements().stream().anyMatch(sessions::matters);
            planned = new Planned(planner.plan(parsed.statements(), path), parsed, parsed.commits(), matters);
            along.put(text, planned);
        }
        return planned;
    }

    private Outcome execute(int transaction, int operation, Sessions sessions, Workspace work) {
        Planned planned = planned(operation, sessions);
        List<Value> parameters = parameters(history.parameters(operation));
        if (planned.parsed.kind() == Parsed.Kind.STATE) {
            sessions.state(parameters);
            return Outcome.WHOLE;
        }
        if (planned.parsed.kind() == Parsed.Kind.UNRECORDED) {
            return unrecorded(parameters, sessions, work);
        }
        Outcome outcome = answered(transaction, operation, planned, parameters, work);
        if (planned.changesState) {
            for (Statement statement : planned.parsed.statements()) {
                boolean lost = sessions.after(statement);
                if (lost && !schema.complete) {
                    work.taintAll("a change of schema: names may mean other tables");
                }
            }
        }
        return outcome;
    }

    /** Something that the session did, or may do from now on, without the trace showing it. */
    private Outcome unrecorded(List<Value> parameters, Sessions sessions, Workspace work) {
        UnrecordedWork unrecorded = UnrecordedWork.of(parameters).orElse(new UnrecordedWork("", ""));
        String why = "work that passes the recorder by" + (unrecorded.way().isEmpty() ? "" : ": " + unrecorded.way());
        if (unrecorded.statement().isEmpty()) {
            work.taintAll(why);
        } else {
            List<Statement> statements = SqlReader.read(unrecorded.statement(), schema.catalog.dialect());
            planner.plan(statements, sessions.path()).taint(work, why);
        }
        return Outcome.left(why);
    }

    private Outcome answered(int transaction, int operation, Planned planned, List<Value> parameters, Workspace work) {
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
                && operation == history.firstOperation(transaction + 1) - 1
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
