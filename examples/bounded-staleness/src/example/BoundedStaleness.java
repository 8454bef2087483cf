package example;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.ExtensionConstraints;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.model.Times;
import io.bateleur.core.model.Value;
import java.util.Arrays;
import java.util.List;

/**
 * Serializable, and never more than so long behind: whoever ended more than the bound before another began comes before it.
 *
 * <p>The bound is the trace's own ({@code "staleness-bound"} among what it tells about itself, in its unit of time), or that of
 * the system property {@code staleness.bound}, or 0, which is strict serializability.
 */
public final class BoundedStaleness implements Extension {
    private static final Level LEVEL =
            new Level("bounded-staleness", Level.SERIALIZABLE.criterion(), Order.NONE, false);

    @Override
    public List<Level> levels() {
        return List.of(LEVEL);
    }

    @Override
    public void add(Asg asg, Level level, ExtensionConstraints constraints) {
        History history = asg.history();
        long bound = history.about().get("staleness-bound") instanceof Value.Int number
                ? number.value()
                : Long.getLong("staleness.bound", 0);
        Integer[] byEnd = ended(asg);
        // One milestone for each end, in a chain: an edge from the last that is old enough stands for edges from all before it.
        ExtensionConstraints.Point[] passed = new ExtensionConstraints.Point[byEnd.length];
        for (int i = 0; i < byEnd.length; i++) {
            passed[i] = constraints.milestone();
            constraints.edge(constraints.commit(byEnd[i]), passed[i], history.transactionId(byEnd[i]) + " had ended");
            if (i > 0) {
                constraints.edge(passed[i - 1], passed[i], "time passes");
            }
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            long begin = Times.begin(history, t);
            if (begin == History.NO_TIME) {
                continue;
            }
            int old = 0;
            for (int high = byEnd.length; old < high; ) {
                int middle = (old + high) >>> 1;
                if (Times.end(history, byEnd[middle]) < begin - bound) {
                    old = middle + 1;
                } else {
                    high = middle;
                }
            }
            if (old > 0) {
                String because = history.transactionId(t) + " began more than " + bound + " after "
                        + history.transactionId(byEnd[old - 1]) + " had ended";
                constraints.edge(passed[old - 1], constraints.start(t), because);
            }
        }
    }

    private static Integer[] ended(Asg asg) {
        History history = asg.history();
        Integer[] all = new Integer[asg.transactionCount()];
        Arrays.setAll(all, t -> t);
        return Arrays.stream(all)
                .filter(t -> asg.fate(t) == Asg.Fate.HAPPENED && Times.end(history, t) != History.NO_TIME)
                .sorted((a, b) -> Long.compare(Times.end(history, a), Times.end(history, b)))
                .toArray(Integer[]::new);
    }
}
