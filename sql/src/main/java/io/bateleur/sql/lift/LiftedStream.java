package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.TraceRelay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of one recorder, with operations on cells in place of statements. */
public final class LiftedStream extends TraceRelay {
    private final LiveWorld world;
    private final TraceListener to;
    private final OpEvents events;
    private final Map<Integer, Open> open = new HashMap<>();
    /** Transactions of which something waits. */
    private final Set<Open> waiting = new LinkedHashSet<>();

    private final List<Workspace> free = new ArrayList<>();
    private int statements;
    private long complete = Long.MIN_VALUE;
    private boolean seen;

    /** A statement whose answer has not come. @param since before which it cannot have been sent, also where its own time is not told yet */
    private record Pending(Parsed text, List<Value> parameters, long before, long after, long since) {}

    /** A statement that was lifted. */
    private record Executed(int statement, long before, long after, long since) {}

    /** A transaction that has not ended. */
    private static final class Open {
        final int session;
        final @Nullable String level;
        final long begun;

        @Nullable
        Workspace work;

        Sessions.@Nullable Place place;

        @Nullable
        Pending pending;
        /** What is not passed on yet. */
        final List<Executed> executed = new ArrayList<>();

        /** Columns that it wrote, where a definition may commit that. */
        final Set<List<Value>> written = new HashSet<>();

        int count;
        boolean scattered;

        Open(int session, @Nullable String level, long begun) {
            this.session = session;
            this.level = level;
            this.begun = begun;
        }

        /** The earliest time of what waits. */
        long since() {
            long first = executed.isEmpty() ? Long.MAX_VALUE : executed.get(0).since;
            return pending == null ? first : Math.min(first, pending.since);
        }
    }

    LiftedStream(LiveWorld world, TraceListener to) {
        super(to);
        this.world = world;
        this.to = to;
        this.events = new OpEvents(world, to);
        world.listener(to);
    }

    // ---- what the trace says of itself

    @Override
    public void header(HeaderFacts header) {
        header.about().forEach(world::about);
        world.initialState(header.initial().orElse(InitialState.ABSENT));
        super.header(header);
    }

    @Override
    public void about(String name, Value value) {
        world.about(name, value);
        super.about(name, value);
    }

    @Override
    public void rows(TableRows rows) {
        world.rows(rows);
        super.rows(rows);
    }

    // ---- transactions

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        int t = super.begin(session, id, level, snapshot, before, after);
        open.put(t, new Open(session, level, before));
        return t;
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        int t = super.begin(session, id, before, after);
        open.put(t, new Open(session, null, before));
        return t;
    }

    @Override
    public void end(int t, Ending ending, @Nullable Timestamp commit, long before, long after) {
        Open ended = open.remove(t);
        if (ended != null) {
            close(t, ended, ending);
        }
        super.end(t, ending, commit, before, after);
        punctuate();
    }

    private void close(int t, Open ended, Ending ending) {
        resolve(
                t,
                ended,
                switch (ending) {
                    case ABORTED -> MissingAnswer.UNDONE;
                    case UNKNOWN -> MissingAnswer.ALL_OR_NOTHING;
                    case COMMITTED -> MissingAnswer.ANYTHING;
                });
        pass(t, ended);
        waiting.remove(ended);
        if (ended.work != null) {
            free.add(ended.work);
        }
    }

    // ---- statements

    @Override
    public void sql(int t, String statement, List<Value> parameters, Content answer, long before, long after) {
        Open of = open.get(t);
        if (t < 0 || of == null) {
            return;
        }
        if (!seen) {
            seen = true;
            to.cells();
        }
        resolve(t, of, MissingAnswer.ANYTHING);
        of.pending = new Pending(
                world.parsed(statement),
                parameters,
                before,
                after,
                before == History.NO_TIME ? Math.max(of.begun, complete) : before);
        if (answer instanceof Content.Live live) {
            answered(t, of, live.value(), before, after);
        } else {
            waiting.add(of);
        }
    }

    @Override
    public void answer(int t, Value answer, long before, long after) {
        Open of = open.get(t);
        if (t >= 0 && of != null && of.pending != null) {
            answered(t, of, answer, before, after);
            punctuate();
        }
    }

    private void answered(int t, Open of, Value answer, long before, long after) {
        Optional<List<SqlResult>> results = SqlResult.of(answer);
        execute(t, of, results, MissingAnswer.ANYTHING, before, after);
    }

    /** No answer has come, and none will. */
    private void resolve(int t, Open of, MissingAnswer silence) {
        Pending pending = of.pending;
        if (pending != null) {
            execute(t, of, Optional.empty(), silence, pending.before, pending.after);
        }
    }

    private void execute(
            int t, Open of, Optional<List<SqlResult>> answer, MissingAnswer silence, long before, long after) {
        Pending pending = of.pending;
        if (pending == null) {
            return;
        }
        of.pending = null;
        Lifting lifting = world.lifting();
        Workspace work = of.work == null ? begin(t, of, lifting) : of.work;
        Sessions.Place place = of.place == null ? lifting.sessions().begin(of.session) : of.place;
        of.place = place;
        boolean commits = !lifting.schema().traits.definesInTransactions() && pending.text.commits();
        if (commits && of.count > 0 || of.scattered) {
            scatter(t, of, before, after, pending.since);
        }
        of.count++;
        int statement = statements++;
        long since = before == History.NO_TIME ? pending.since : before;
        work.statement(statement, lifting.schema(), since, of.count == 1);
        lifting.execute(new Lifting.Execution(pending.text, pending.parameters, answer, silence), place, work);
        of.executed.add(new Executed(statement, before, after, since));
        if (commits) {
            of.scattered = true; // what follows may be committed by itself, or together
        }
        if (!work.isRevocable()) {
            pass(t, of);
            waiting.remove(of);
        } else {
            waiting.add(of);
        }
    }

    private Workspace begin(int t, Open of, Lifting lifting) {
        Workspace work = free.isEmpty() ? new Workspace(world) : free.remove(free.size() - 1);
        lifting.begin(work, t, of.level);
        of.work = work;
        return work;
    }

    /** Something commits what the transaction did so far, or may: it is not one transaction, and others see the parts. */
    private void scatter(int t, Open of, long before, long after, long since) {
        pass(t, of);
        if (!of.scattered) {
            of.scattered = true;
            to.snapshot(t, false, before, after);
        }
        of.written.forEach(column -> world.unknown(column, since));
    }

    /** Passes on what the transaction did, which nothing undoes any more. */
    private void pass(int t, Open of) {
        Workspace work = of.work;
        if (work == null || of.executed.isEmpty()) {
            return;
        }
        List<Op> ops = work.take();
        int next = 0;
        for (Executed each : of.executed) {
            int from = next;
            while (next < ops.size() && ops.get(next).statement() == each.statement) {
                Op op = ops.get(next++);
                if (op.isWrite()
                        && (of.scattered || !world.lifting().schema().traits.definesInTransactions())) {
                    of.written.add(List.of(op.relation().name, op.relation().columns[op.column()]));
                }
                if (!of.scattered) {
                    events.pass(t, op, each.before, each.after);
                }
            }
            if (of.scattered) {
                of.written.forEach(column -> world.unknown(column, each.since));
            } else if (from == next) {
                to.executed(t, each.since, Math.max(each.since, each.after));
            }
        }
        of.executed.clear();
    }

    // ---- the rest

    @Override
    public void punctuation(long before) {
        complete = before;
        punctuate();
    }

    /** What waits here will be passed on with its own times. */
    private void punctuate() {
        if (complete == Long.MIN_VALUE) {
            return;
        }
        long least = complete;
        for (Open each : waiting) {
            least = Math.min(least, each.since());
        }
        super.punctuation(least);
    }

    @Override
    public void gap(long missing) {
        forget();
        super.gap(missing);
    }

    private void forget() {
        open.clear();
        waiting.clear();
    }

    /** Nothing more comes: what is open may have committed. */
    public void end() {
        open.forEach((t, each) -> close(t, each, Ending.UNKNOWN));
        forget();
        punctuate();
        world.remove(to);
    }
}
