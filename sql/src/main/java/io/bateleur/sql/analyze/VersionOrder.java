package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Encoding.BaseCell;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Encoding.View;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.List;

/**
 * Which insert or delete of a row an instance sees last, under a model: its place in the order of arbitration.
 *
 * <p>It speaks of instances outside of the query as well. Where all programs that insert into a table are paired with a program, its
 * instances see every insert that is arbitrated before them; the same goes for deletes.
 */
final class VersionOrder {
    private final Encoding encoding;
    private final Smt smt;

    VersionOrder(Encoding encoding) {
        this.encoding = encoding;
        this.smt = encoding.smt;
    }

    /** The place of the insert or delete that a view sees last; the start of everything is before all others. */
    static SmtTerm last(Encoding encoding, View view, NamedRow row) {
        List<SmtTerm> arguments = new ArrayList<>();
        row.key().values().forEach(each -> arguments.add(each.term()));
        arguments.add(encoding.number(view));
        return encoding.smt.apply("last " + row.shape().name(), SmtSort.INTEGER, arguments);
    }

    static SmtTerm start(Smt smt) {
        return smt.unknown("start", SmtSort.INTEGER);
    }

    void instances() {
        for (int i = 0; i < encoding.size(); i++) {
            smt.require(smt.less(start(smt), encoding.timing.commit(i)));
        }
    }

    /** What holds of a cell that says whether a row is there. */
    void cell(BaseCell cell) {
        View view = cell.view();
        if (view.kind() == View.Kind.INITIAL) {
            return;
        }
        NamedRow row = cell.row();
        SmtTerm last = last(encoding, view, row);
        smt.require(smt.atMost(start(smt), last));
        smt.require(smt.less(last, encoding.timing.commit(view.instance())));
        SmtTerm alive = encoding.symbols.truth(encoding.base(view, row, TableShape.ALIVE));
        List<SmtTerm> version = new ArrayList<>();
        row.key().values().forEach(each -> version.add(each.term()));
        version.add(last);
        smt.require(smt.equal(alive, smt.apply("there after " + row.shape().name(), SmtSort.BOOLEAN, version)));
        for (int i = 0; i < encoding.size(); i++) {
            if (i == view.instance()) {
                continue;
            }
            SmtTerm writes = encoding.writes(i, row, TableShape.ALIVE);
            SmtTerm sees = encoding.sees(i, view);
            SmtTerm commit = encoding.timing.commit(i);
            smt.require(smt.implies(smt.and(writes, sees), smt.atMost(commit, last)));
            SmtTerm isLast = smt.equal(last, commit);
            smt.require(smt.implies(isLast, smt.and(writes, sees)));
            TransactionProgram program = encoding.programs.get(i);
            if (!writes(program, row.shape(), false)) {
                smt.require(smt.implies(isLast, alive));
            } else if (!writes(program, row.shape(), true)) {
                smt.require(smt.implies(isLast, smt.not(alive)));
            }
            View own = new View(View.Kind.SNAPSHOT, i, -1, "");
            boolean inserts = pairedWithAll(i, row.shape(), true);
            boolean deletes = pairedWithAll(i, row.shape(), false);
            if (inserts || deletes) {
                encoding.base(own, row, TableShape.ALIVE);
                SmtTerm seen = inserts && deletes ? smt.truth(true) : inserts ? alive : smt.not(alive);
                smt.require(
                        smt.implies(smt.and(seen, smt.less(last, commit)), smt.atMost(last, last(encoding, own, row))));
            }
        }
    }

    private boolean pairedWithAll(int i, TableShape shape, boolean inserts) {
        String name = encoding.programs.get(i).name();
        for (TransactionProgram program : encoding.application.programs()) {
            if (writes(program, shape, inserts)
                    && encoding.plan.pairs().stream().noneMatch(pair -> pair.joins(name, program.name()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean writes(TransactionProgram program, TableShape shape, boolean inserts) {
        return program.instructions().stream()
                .anyMatch(each -> inserts
                        ? each instanceof Instruction.Insert insert
                                && insert.table().equals(shape.name())
                        : each instanceof Instruction.Delete delete
                                && delete.table().equals(shape.name()));
    }
}
