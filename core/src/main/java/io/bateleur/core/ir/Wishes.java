package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Level;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What an extension asks of one history, held against an order of events. */
public final class Wishes {
    private final Additions additions;
    private final int transactions;

    private Wishes(Additions additions, int transactions) {
        this.additions = additions;
        this.transactions = transactions;
    }

    public static Wishes of(Extension extension, Asg asg, Level level) {
        Additions additions = new Additions(asg.transactionCount());
        extension.add(asg, level, additions);
        return new Wishes(additions, asg.transactionCount());
    }

    /** The reasons that were given, each once. */
    public List<String> reasons() {
        Set<String> reasons = new LinkedHashSet<>();
        additions.edges.forEach(edge -> reasons.add(edge.because()));
        additions.possibilities.forEach(edges -> edges.forEach(edge -> reasons.add(edge.because())));
        return List.copyOf(reasons);
    }

    /**
     * What an order breaks.
     *
     * @param position of each start (2t) and commit (2t + 1) in the order, -1 for those that did not happen
     */
    public Optional<String> flaw(int[] position) {
        int[] latest = Arrays.copyOf(position, 2 * transactions + additions.milestones());
        Arrays.fill(latest, position.length, latest.length, -1);
        // A milestone lies after the latest of what leads to it, also through other milestones.
        for (int round = 0; round <= additions.milestones(); round++) {
            boolean changed = false;
            for (Additions.Edge edge : additions.edges) {
                int to = edge.to().number();
                if (to >= position.length && latest[edge.from().number()] > latest[to]) {
                    latest[to] = latest[edge.from().number()];
                    changed = true;
                }
            }
            if (!changed) {
                break;
            }
        }
        for (Additions.Edge edge : additions.edges) {
            if (!agrees(edge, latest, position.length)) {
                return Optional.of("the order breaks what was asked: " + edge.because());
            }
        }
        for (List<Integer> set : additions.superpositions) {
            boolean any = set.stream().anyMatch(i -> additions.possibilities.get(i).stream()
                    .allMatch(edge -> agrees(edge, latest, position.length)));
            if (!any) {
                return Optional.of("the order agrees with no possibility of a superposition");
            }
        }
        return Optional.empty();
    }

    private static boolean agrees(Additions.Edge edge, int[] latest, int events) {
        int from = latest[edge.from().number()];
        int to = latest[edge.to().number()];
        boolean happened = from >= 0 && to >= 0;
        return !happened
                || edge.to().number() >= events
                || from < to
                || edge.from().equals(edge.to());
    }
}
