package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Edge.Way;
import io.bateleur.sql.analyze.Encoding.BaseCell;
import io.bateleur.sql.analyze.Encoding.View;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtAnswer;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Refutes cycles of models whose rows would have to be inserted or deleted by instances that are not on them: these instances are
 * added, each program that could be it, and then they have to fulfil everything as well.
 */
final class Outsiders {
    private static final int DEPTH = 1;
    private static final int QUERIES_MAX = 60;

    private final Application application;
    private final LevelPlan plan;
    private final Counters counters;
    private final long milliseconds;
    private int queries;

    /** An instance that wrote what a view sees last. */
    private record Outsider(TransactionProgram program, View view, String row) {}

    Outsiders(Application application, LevelPlan plan, Counters counters, long milliseconds) {
        this.application = application;
        this.plan = plan;
        this.counters = counters;
        this.milliseconds = milliseconds;
    }

    /** Whether a cycle with edges like these cannot be, whoever else there is. */
    boolean refute(List<TransactionProgram> ring, List<Way> taken) {
        queries = 0;
        return !plan.timed() && refute(ring, taken, List.of());
    }

    private boolean refute(List<TransactionProgram> ring, List<Way> taken, List<Outsider> others) {
        List<TransactionProgram> programs =
                others.stream().map(Outsider::program).toList();
        try (CycleQuery query = new CycleQuery(application, plan, ring, programs, counters, false, true)) {
            query.only(taken);
            Encoding encoding = query.encoding();
            Smt smt = query.smt();
            for (int i = 0; i < others.size(); i++) {
                Outsider other = others.get(i);
                SmtTerm last = VersionOrder.last(
                        encoding, other.view(), Objects.requireNonNull(encoding.rows.get(other.row())));
                query.require(smt.equal(last, encoding.timing.commit(ring.size() + i)));
            }
            while (queries++ < QUERIES_MAX) {
                SmtAnswer answer = query.ask(milliseconds);
                if (answer == SmtAnswer.IMPOSSIBLE) {
                    return true;
                }
                if (answer != SmtAnswer.POSSIBLE || others.size() == DEPTH) {
                    return false;
                }
                BaseCell settled = null;
                for (BaseCell cell : unexplained(encoding)) {
                    if (settled == null && isRefutedFor(cell, ring, taken, others)) {
                        settled = cell;
                    }
                }
                if (settled == null) {
                    return false;
                }
                query.require(explained(encoding, settled));
            }
            return false;
        }
    }

    /** Whether no program can have made a version. */
    private boolean isRefutedFor(BaseCell cell, List<TransactionProgram> ring, List<Way> taken, List<Outsider> others) {
        for (TransactionProgram program : writers(cell.row().shape())) {
            List<Outsider> more = new ArrayList<>(others);
            more.add(new Outsider(program, cell.view(), cell.row().name()));
            if (!refute(ring, taken, more)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a version is of an instance of the query, or of the start. */
    private static SmtTerm explained(Encoding encoding, BaseCell cell) {
        SmtTerm last = VersionOrder.last(encoding, cell.view(), cell.row());
        List<SmtTerm> any = new ArrayList<>(List.of(encoding.smt.equal(last, VersionOrder.start(encoding.smt))));
        for (int i = 0; i < encoding.size(); i++) {
            any.add(encoding.smt.equal(last, encoding.timing.commit(i)));
        }
        return encoding.smt.or(any);
    }

    private static List<BaseCell> unexplained(Encoding encoding) {
        List<BaseCell> all = new ArrayList<>();
        for (BaseCell cell : encoding.cells.keySet()) {
            if (cell.column().equals(TableShape.ALIVE)
                    && cell.view().kind() == View.Kind.SNAPSHOT
                    && cell.row().name().startsWith("e")
                    && !encoding.smt.holds(explained(encoding, cell))) {
                all.add(cell);
            }
        }
        return all;
    }

    private List<TransactionProgram> writers(TableShape shape) {
        return application.programs().stream()
                .filter(program -> program.instructions().stream()
                        .anyMatch(each -> each instanceof Instruction.OnTables on
                                && Rows.writesColumn(on, shape, TableShape.ALIVE)))
                .toList();
    }
}
