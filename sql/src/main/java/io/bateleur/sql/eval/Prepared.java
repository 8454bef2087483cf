package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Span;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement that was compiled: evaluated as often as wanted, with other parameters and on other rows. */
public final class Prepared {
    private final @Nullable StatementPlan plan;
    private final int slots;
    private final int memos;
    /** Whether an error of data depends on what the database computes first. */
    private final boolean mayFail;
    /** Whether changes in WITH must not see each other. */
    private final boolean snapshot;

    private final Set<TableShape> changed;
    /** Those of them of which it does not only lock rows. */
    private final Set<TableShape> written;

    private final List<Gap> gaps;
    private final @Nullable SqlError error;

    Prepared(StatementPlan plan, Compilation compilation, Set<TableShape> changed, Set<TableShape> written) {
        this.written = Set.copyOf(written);
        this.plan = plan;
        this.slots = compilation.slots();
        this.memos = compilation.memos();
        this.mayFail = compilation.mayFail();
        this.snapshot = !compilation.changesInWith.isEmpty();
        this.changed = Set.copyOf(changed);
        this.gaps = List.of();
        this.error = null;
    }

    /** One that is outside, or always refused. */
    Prepared(Set<TableShape> written, List<Gap> gaps, @Nullable SqlError error) {
        this.written = Set.copyOf(written);
        this.changed = this.written;
        this.plan = null;
        this.slots = 0;
        this.memos = 0;
        this.mayFail = false;
        this.snapshot = false;
        this.gaps = List.copyOf(gaps);
        this.error = error;
    }

    static Prepared nothing() {
        return new Prepared(frame -> Answer.DONE, 0, 0, Set.of());
    }

    private Prepared(StatementPlan plan, int slots, int memos, Set<TableShape> changed) {
        this.plan = plan;
        this.slots = slots;
        this.memos = memos;
        this.mayFail = false;
        this.snapshot = false;
        this.changed = changed;
        this.written = changed;
        this.gaps = List.of();
        this.error = null;
    }

    /** What is not evaluated; empty where everything is. More may show when it runs. */
    public List<Gap> gaps() {
        return gaps;
    }

    /** The tables whose rows it may change or lock. */
    public Set<TableShape> changed() {
        return changed;
    }

    /**
     * Evaluates it. A statement that is refused changes nothing; one that is not evaluated makes the tables unknown that it may change.
     *
     * @param parameters by their places; null is NULL
     */
    public Answer run(Object[] parameters, Tables tables, Changes changes, Environment environment) {
        StatementPlan ready = plan;
        if (ready == null) {
            return error != null ? Answer.refused(error) : unknown(changes, gaps);
        }
        Frame frame;
        if (snapshot) {
            StatementSnapshot rows = new StatementSnapshot(tables, changes);
            frame = new Frame(slots, memos, parameters, rows, rows, environment);
        } else {
            frame = new Frame(slots, memos, parameters, tables, changes, environment);
        }
        if (changed.isEmpty()) {
            try {
                return result(ready, frame);
            } catch (SqlError refused) {
                return perhaps(Answer.refused(refused));
            } catch (Outside outside) {
                return Answer.outside(List.of(outside.gap));
            }
        }
        Object mark = changes.mark();
        try {
            return result(ready, frame);
        } catch (SqlError refused) {
            changes.undo(mark);
            return perhaps(Answer.refused(refused));
        } catch (Outside outside) {
            changes.undo(mark);
            return unknown(changes, List.of(outside.gap));
        }
    }

    private Answer result(StatementPlan ready, Frame frame) {
        return perhaps(ready.run(frame));
    }

    private Answer perhaps(Answer answer) {
        if (!mayFail) {
            return answer;
        }
        SqlError other = answer.perhaps();
        return answer.perhaps(other == null ? SqlError.ofData() : SqlError.oneOf(List.of(other, SqlError.ofData())));
    }

    private Answer unknown(Changes changes, List<Gap> why) {
        written.forEach(changes::obscure);
        return Answer.outside(why.isEmpty() ? List.of(new Gap(new Span(0, 0), "a statement")) : why);
    }
}
