package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.Cycles;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Looks for a cycle among all known edges: the last word on levels that need no choice. */
public final class Acyclic implements Pass {

    @Override
    public Ir apply(Ir ir, BooleanSupplier cancelled) {
        boolean fromVisibility =
                !Set.of(Visibility.NOTHING, Visibility.DEPENDENCIES).containsAll(ir.visibilities());
        if (ir.isContradictory() || !fromVisibility && Saturation.isAsked(ir)) {
            return ir; // saturation has found every cycle itself
        }
        EdgeList edges = ir.edges();
        boolean[] placed = Cycles.placed(edges);
        for (boolean each : placed) {
            if (!each) {
                return ir.contradicted(transactions(ir, Cycles.shortest(edges, placed)));
            }
        }
        return ir;
    }

    /** The transactions of the cycle, and those that its derived edges rest on. */
    private static int[] transactions(Ir ir, int[] cycle) {
        Asg asg = ir.asg();
        EdgeList edges = ir.edges();
        boolean[] nothing = new boolean[edges.points()];
        Set<Integer> found = new LinkedHashSet<>();
        for (int i = 0; i < cycle.length; i++) {
            note(ir, cycle[i], found);
            int edge = edges.find(cycle[i], cycle[(i + 1) % cycle.length]);
            Reason reason = Reason.of(edges.reason(edge));
            if (reason == Reason.VISIBLE || reason == Reason.MUST_PRECEDE_SOURCE) {
                int reader = asg.readTransaction(Reason.read(edges.reason(edge)));
                found.add(reader);
                if (reason == Reason.MUST_PRECEDE_SOURCE) {
                    for (int p : Cycles.path(edges, cycle[i], ir.start(reader), edge, nothing)) {
                        note(ir, p, found);
                    }
                }
            } else if (reason == Reason.KNOWN_VERSIONS) {
                Cone.readersOfBoth(asg, Reason.read(edges.reason(edge)), found);
            }
        }
        int[] result = found.stream().mapToInt(t -> t).toArray();
        Arrays.sort(result);
        return result;
    }

    private static void note(Ir ir, int point, Set<Integer> found) {
        if (ir.transactionAt(point) >= 0) {
            found.add(ir.transactionAt(point));
        }
    }
}
