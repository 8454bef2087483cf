package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;

/** When things happen at an engine: snapshots, acts, commits; or the order of arbitration and visibility of a model. */
final class Timing {
    private final Encoding encoding;
    private final Smt smt;

    Timing(Encoding encoding) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        for (int i = 0; i < encoding.programs.size(); i++) {
            for (int j = 0; j < encoding.programs.size(); j++) {
                if (i != j) {
                    if (i < j) {
                        smt.require(smt.not(smt.equal(commit(i), commit(j))));
                    }
                    if (!encoding.plan.timed()) {
                        smt.require(smt.implies(visible(i, j), before(i, j)));
                    }
                }
            }
        }
    }

    /** Also the place in the order of arbitration. */
    SmtTerm commit(int instance) {
        return smt.unknown("commit@" + instance, SmtSort.INTEGER);
    }

    SmtTerm before(int first, int second) {
        return smt.less(commit(first), commit(second));
    }

    SmtTerm visible(int writer, int reader) {
        return smt.unknown("vis@" + writer + "." + reader, SmtSort.BOOLEAN);
    }

    SmtTerm snapshot(int instance) {
        return smt.unknown("snapshot@" + instance, SmtSort.INTEGER);
    }

    SmtTerm begins(Act act) {
        return smt.unknown("begin@" + act.instance() + "." + act.order() + act.tag(), SmtSort.INTEGER);
    }

    SmtTerm done(Act act) {
        return smt.unknown("done@" + act.instance() + "." + act.order() + act.tag(), SmtSort.INTEGER);
    }

    SmtTerm of(Encoding.View view) {
        if (view.order() < 0) {
            return snapshot(view.instance());
        }
        String what =
                switch (view.kind()) {
                    case SNAPSHOT -> "begin@";
                    case PASSED -> "pass@";
                    default -> "done@";
                };
        return smt.unknown(what + view.instance() + "." + view.order() + view.tag(), SmtSort.INTEGER);
    }

    /** The acts of an instance happen in their order. */
    void order(int index, SymbolicInstance instance) {
        if (!encoding.plan.timed()) {
            return;
        }
        boolean onRead = encoding.level(index).writesReadNewest();
        SmtTerm last = null;
        boolean read = false;
        for (Act act : instance.acts) {
            boolean plain = encoding.isPlainRead(act);
            SmtTerm begin = begins(act);
            if (last != null) {
                smt.require(smt.less(last, begin));
            }
            if (onRead && plain) {
                if (!read && last != null) {
                    smt.require(smt.less(last, snapshot(index)));
                }
                smt.require(smt.implies(act.guard(), smt.atMost(snapshot(index), begin)));
                read = true;
            } else if (!onRead) {
                smt.require(smt.atMost(snapshot(index), begin));
            }
            smt.require(smt.atMost(begin, done(act)));
            last = done(act);
        }
        smt.require(smt.less(last == null ? snapshot(index) : last, commit(index)));
    }
}
