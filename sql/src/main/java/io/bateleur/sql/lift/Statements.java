package io.bateleur.sql.lift;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Parsed;
import io.bateleur.sql.parse.SqlParser;
import io.bateleur.sql.parse.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements of a history: each text is parsed and planned once, each execution goes through its plan. */
final class Statements {
    private static final String UNANSWERED = "no answer came, so it may have written";

    /** What becomes of the transactions. */
    interface Receiver {
        /** One statement was lifted, by its number among the operations. */
        void statement(int operation, Outcome outcome);

        /** A whole transaction, with what its statements were lifted to. */
        void transaction(int transaction, List<Op> ops);
    }

    private record Planned(Plan plan, int parameters) {}

    private final History history;
    /** By the number of the text among the values. */
    private final Map<Integer, Planned> plans = new HashMap<>();

    Statements(History history, Schema schema) {
        this.history = history;
        Map<Integer, Parsed> texts = new HashMap<>();
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                texts.computeIfAbsent(history.statement(o), text -> SqlParser.parse(text(history, text)));
            }
        }
        // Tables that the trace itself makes are no views of others, whoever makes them and when.
        for (Parsed parsed : texts.values()) {
            if (parsed.statement() instanceof Statement.CreateTable create) {
                schema.make(create.table());
            }
        }
        Planner planner = new Planner(schema);
        texts.forEach((text, parsed) -> plans.put(text, new Planned(planner.plan(parsed), parsed.parameters())));
    }

    static String text(History history, int number) {
        return ((Value.Text) history.values().get(number)).value();
    }

    void run(Taints taints, Receiver receiver) {
        Workspace work = new Workspace(taints);
        for (int t = 0; t < history.transactionCount(); t++) {
            work.begin();
            int end = history.firstOperation(t + 1);
            for (int o = history.firstOperation(t); o < end; o++) {
                if (history.kind(o) == OpKind.SQL) {
                    work.statement(o);
                    receiver.statement(o, execute(t, o, o == end - 1, work));
                }
            }
            receiver.transaction(t, work.ops());
        }
    }

    private Outcome execute(int transaction, int operation, boolean last, Workspace work) {
        Planned planned = plans.get(history.statement(operation));
        if (planned == null) {
            throw new IllegalStateException("no plan for operation " + operation);
        }
        List<Value> parameters = ((Value.Elements) history.values().get(history.parameters(operation))).value();
        // Parameters that do not belong to the text are those of something else.
        List<Value> fitting = parameters.size() == planned.parameters ? parameters : List.of();
        int answer = history.value(operation);
        Optional<List<SqlResult>> results =
                answer < 0 ? Optional.empty() : SqlResult.of(history.values().get(answer));
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
