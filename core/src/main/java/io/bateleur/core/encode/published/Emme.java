package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.History;
import org.jspecify.annotations.Nullable;

/**
 * The white box: with the version order of every key nothing is open, and a level holds when the edges have no cycle.
 *
 * <pre>
 *   versions a, b of a key, one after the other    =>   commit(a) -> behind(b)
 *   r reads the version before b                   =>   start(r) -> commit(b)
 * </pre>
 *
 * Edges to the next version are enough: those to later ones follow.
 */
final class Emme {
    private Emme() {}

    /** The graph of the same history, with the orders that follow from timestamps and lists told as if the trace gave them. */
    static Asg trusting(Asg asg) {
        VersionHints hints = VersionHints.of(asg);
        History history = asg.history();
        int[] @Nullable [] orders = new int[history.keyCount()][];
        boolean more = false;
        for (int key = 0; key < orders.length; key++) {
            int first = asg.firstOfKey(key);
            int size = asg.firstOfKey(key + 1) - first;
            orders[key] = history.versionOrder(key);
            if (orders[key] == null && size > 1) {
                int[] writers = new int[size];
                for (int i = 0; i < size; i++) {
                    writers[i] = asg.writeTransaction(hints.at(first + i));
                }
                orders[key] = writers;
                more = true;
            }
        }
        return more && hints.problem().isEmpty()
                ? AsgBuilder.build(history.withVersionOrders(orders), asg.ownWrites())
                : asg;
    }

    /** The same with all edges. */
    static Ir fix(Ir ir) {
        Asg asg = ir.asg();
        VersionHints hints = VersionHints.of(asg);
        EdgeList edges = ir.edges().copy();
        for (int key = 0; key < asg.history().keyCount(); key++) {
            for (int i = asg.firstOfKey(key) + 1; i < asg.firstOfKey(key + 1); i++) {
                int older = asg.writeTransaction(hints.at(i - 1));
                int newer = asg.writeTransaction(hints.at(i));
                edges.add(ir.commit(older), ir.behind(newer), Reason.KNOWN_VERSIONS.packed());
            }
        }
        for (int r = 0; r < asg.readCount(); r++) {
            if ((ir.demands(r) & Ir.ANTI) != 0) {
                overwritten(ir, hints, r, edges);
            }
        }
        return ir.with(edges, ir.copyOfSources(), ir.copyOfExclusions());
    }

    /** A reader comes before the next version that counts; what its own transaction wrote next overwrites nothing that it read. */
    private static void overwritten(Ir ir, VersionHints hints, int r, EdgeList edges) {
        Asg asg = ir.asg();
        boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
        int reader = asg.readTransaction(r);
        int next = ir.source(r) < 0 ? asg.firstOfKey(asg.readKey(r)) : hints.placeOf(ir.source(r)) + 1;
        int end = asg.firstOfKey(asg.readKey(r) + 1);
        while (next < end && onlyLive && asg.isDeadWrite(hints.at(next))) {
            next++;
        }
        if (next < end && asg.writeTransaction(hints.at(next)) != reader) {
            int writer = asg.writeTransaction(hints.at(next));
            edges.add(ir.start(reader), ir.commit(writer), Reason.OVERWRITES_SOURCE.packed(r));
        }
    }
}
