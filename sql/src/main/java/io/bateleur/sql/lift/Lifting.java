package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.UnrecordedWork;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Statement;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lifts statement by statement: each text is planned once, each execution goes through its plan. */
final class Lifting {
    private static final String UNANSWERED = "no answer came, so it may have written";

    /**
     * What becomes of a text.
     *
     * @param changesState whether it may change where names are looked up, or what values become
     */
    private record Planned(Plan plan, boolean changesState) {}

    /** An execution. @param answer empty: none came, or it makes no sense @param silence where it is empty: what may have happened */
    record Execution(Parsed text, List<Value> parameters, Optional<List<SqlResult>> answer, MissingAnswer silence) {}

    private final Schema schema;
    private final Sessions sessions;
    private final Planner planner;
    /** By search path. */
    private final Map<List<String>, Map<Parsed, Planned>> plans = new HashMap<>();

    Lifting(Schema schema, Sessions sessions) {
        this.schema = schema;
        this.sessions = sessions;
        this.planner = new Planner(schema);
    }

    Schema schema() {
        return schema;
    }

    Sessions sessions() {
        return sessions;
    }

    /** Forgets texts that may not come again. */
    void forgetPlans() {
        plans.clear();
    }

    /** A transaction begins. @param level in the words of the trace; null where they are not known */
    void begin(Workspace work, int number, @Nullable String level) {
        work.begin(number, passesOver(level), forgetsUnchanged(level));
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
        return schema.traits.countsTwice() && !words.startsWith("READ") && !words.startsWith("SERIALIZABLE");
    }

    /** What the executions of a text do, for people; null where there were none. */
    @Nullable
    Account account(Parsed text) {
        return plans.values().stream()
                .map(along -> along.get(text))
                .filter(planned -> planned != null)
                .map(planned -> planned.plan.account())
                .reduce(Account::with)
                .orElse(null);
    }

    /** One execution of a statement: adds what it read and wrote, and tells of its other effects. */
    Outcome execute(Execution execution, Sessions.Place place, Workspace work) {
        Parsed text = execution.text;
        if (text.kind() == Parsed.Kind.STATE) {
            sessions.state(place, execution.parameters);
            return Outcome.WHOLE;
        }
        if (text.kind() == Parsed.Kind.UNRECORDED) {
            return unrecorded(execution.parameters, place, work);
        }
        Planned planned = planned(text, place);
        Outcome outcome = answered(planned.plan, execution, work);
        if (planned.changesState) {
            for (Statement statement : text.statements()) {
                boolean lost = sessions.after(place, statement);
                if (lost && !schema.complete) {
                    work.taintAll("a change of schema: names may mean other tables");
                }
            }
        }
        return outcome;
    }

    private Planned planned(Parsed text, Sessions.Place place) {
        List<String> path = sessions.path(place);
        Map<Parsed, Planned> along = plans.get(path);
        if (along == null) {
            along = new IdentityHashMap<>();
            plans.put(path, along);
        }
        Planned planned = along.get(text);
        if (planned == null) {
            boolean matters = text.statements().stream().anyMatch(sessions::matters);
            planned = new Planned(planner.plan(text.statements(), path), matters);
            along.put(text, planned);
        }
        return planned;
    }

    /** Something that the session did, or may do from now on, without the trace showing it. */
    private Outcome unrecorded(List<Value> parameters, Sessions.Place place, Workspace work) {
        UnrecordedWork unrecorded = UnrecordedWork.of(parameters).orElse(new UnrecordedWork("", ""));
        String why = "work that passes the recorder by" + (unrecorded.way().isEmpty() ? "" : ": " + unrecorded.way());
        if (unrecorded.statement().isEmpty()) {
            work.taintAll(why);
        } else {
            List<Statement> statements = SqlReader.read(unrecorded.statement(), schema.catalog.dialect());
            planner.plan(statements, sessions.path(place)).taint(work, why);
        }
        return Outcome.left(why);
    }

    private static Outcome answered(Plan plan, Execution execution, Workspace work) {
        // Parameters that do not belong to the text are those of something else.
        List<Value> parameters = execution.parameters;
        List<Value> fitting = parameters.size() == execution.text.parameters() ? parameters : List.of();
        if (execution.answer.isPresent()) {
            return plan.execute(new Call(fitting, execution.answer.get(), false), work);
        }
        if (!plan.writes() || execution.silence == MissingAnswer.UNDONE) {
            return Outcome.left("no answer came");
        }
        // Either all of a transaction that ends so happened, and this with it; or none of it can be told from nothing.
        boolean alone =
                execution.silence == MissingAnswer.ALL_OR_NOTHING && !work.hasWritten() && plan instanceof ChangePlan;
        if (alone) {
            return plan.execute(new Call(fitting, List.of(), true), work);
        }
        plan.taint(work, UNANSWERED);
        return Outcome.left(UNANSWERED);
    }
}
