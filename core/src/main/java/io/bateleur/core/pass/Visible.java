package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Whom a transaction read from, it must not miss elsewhere: orders versions by what direct reads and sessions show.
 *
 * <pre>
 *   t reads y from v, and x from w; v writes x too      =>  v's x is older than w's
 *   v is earlier in t's session, t reads x from w       =>  v's x is older than w's      (where the level counts that)
 * </pre>
 *
 * One pass over reads and the writes of their sources. Fires only for levels that ask for it, on reads whose source is settled.
 */
public final class Visible implements Pass {

    @Override
    public Ir apply(Ir ir, BooleanSupplier cancelled) {
        boolean asked = false;
        for (Visibility visibility : ir.visibilities()) {
            asked |= isDirect(visibility);
        }
        return !asked || ir.isContradictory() ? ir : new Run(ir).make();
    }

    private static boolean isDirect(Visibility visibility) {
        return visibility == Visibility.EARLIER_SOURCES
                || visibility == Visibility.SOURCES
                || visibility == Visibility.SESSION_AND_SOURCES;
    }

    private static final class Run {
        private final Ir ir;
        private final Asg asg;
        private final EdgeList edges;
        /** By key, the first read of it in the transaction at hand, valid where the stamp says so; by read, the next. */
        private final int[] firstRead;

        private final int[] stamp;
        private final int[] nextRead;
        private int[] contradiction = {};

        Run(Ir ir) {
            this.ir = ir;
            this.asg = ir.asg();
            this.edges = ir.edges().copy();
            int keys = asg.history().keyCount();
            firstRead = new int[keys];
            stamp = new int[keys];
            Arrays.fill(stamp, -1);
            nextRead = new int[asg.readCount()];
        }

        Ir make() {
            for (int t = 0; t < asg.transactionCount() && contradiction.length == 0; t++) {
                if (ir.happened(t) && isDirect(ir.visibilityOf(t))) {
                    sources(t);
                }
            }
            sessions();
            // No edge rests on an older one unless saturation drew it: the numbers may change.
            EdgeList all = Saturation.isAsked(ir) ? edges : edges.gathered();
            Ir result = ir.with(all, ir.copyOfSources(), ir.copyOfExclusions());
            return contradiction.length > 0 ? result.contradicted(contradiction) : result;
        }

        private void sources(int t) {
            int from = asg.firstRead(t);
            int to = asg.firstRead(t + 1);
            for (int r = to - 1; r >= from; r--) {
                int key = asg.readKey(r);
                nextRead[r] = stamp[key] == t ? firstRead[key] : -1;
                stamp[key] = t;
                firstRead[key] = r;
            }
            boolean ordered = ir.visibilityOf(t) == Visibility.EARLIER_SOURCES;
            for (int seen = from; seen < to; seen++) {
                if (ir.source(seen) < 0) {
                    continue;
                }
                int writer = asg.writeTransaction(ir.source(seen));
                for (int w = asg.firstWrite(writer); w < asg.firstWrite(writer + 1); w++) {
                    int key = asg.writeKey(w);
                    for (int r = stamp[key] == t ? firstRead[key] : -1; r >= 0; r = nextRead[r]) {
                        if (!ordered || asg.readOperation(seen) < asg.readOperation(r)) {
                            older(w, r);
                        }
                    }
                }
            }
        }

        private void older(int write, int read) {
            int source = ir.source(read);
            if (source == write || source == Ir.OPEN || asg.writeTransaction(write) == asg.readTransaction(read)) {
                return;
            }
            int writer = asg.writeTransaction(write);
            if (source == Asg.INITIAL) {
                contradiction = new int[] {writer, asg.readTransaction(read)};
                return;
            }
            edges.add(ir.commit(writer), ir.commit(asg.writeTransaction(source)), Reason.VISIBLE.packed(read));
        }

        /** The last earlier writer of a key in the session stands for those before it, which session order puts before it. */
        private void sessions() {
            History history = asg.history();
            int[] lastWrite = new int[history.keyCount()];
            int[] writtenIn = new int[history.keyCount()];
            Arrays.fill(writtenIn, -1);
            for (int s = 0; s < history.sessionCount(); s++) {
                for (int i = 0; i < history.sessionSize(s); i++) {
                    int t = history.transactionOfSession(s, i);
                    if (!ir.happened(t)) {
                        continue;
                    }
                    if (ir.visibilityOf(t) == Visibility.SESSION_AND_SOURCES) {
                        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                            if (writtenIn[asg.readKey(r)] == s) {
                                older(lastWrite[asg.readKey(r)], r);
                            }
                        }
                    }
                    for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                        lastWrite[asg.writeKey(w)] = w;
                        writtenIn[asg.writeKey(w)] = s;
                    }
                }
            }
        }
    }
}
