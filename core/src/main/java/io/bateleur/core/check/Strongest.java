package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the strongest levels that hold. It says which level to check next and is told the verdict; what the lattice concludes
 * from it is not asked for again.
 *
 * <pre>{@code
 * for (Optional<Level> level = search.next(); level.isPresent(); level = search.next()) {
 *     search.tell(level.get(), checker.check(history, level.get(), budget));
 * }
 * }</pre>
 */
public final class Strongest {
    private enum State {
        UNKNOWN,
        HOLDS,
        VIOLATED,
        /** Asked for, without an answer. */
        OPEN
    }

    private static final Lattice ALL_HISTORIES = Lattice.ofAll();

    private final Lattice lattice;
    private final Map<Level, State> states = new LinkedHashMap<>();
    private boolean begun;

    /** A search among the levels that a verdict on this history is possible for. */
    public Strongest(History history) {
        this(
                Lattice.of(history),
                Level.all().stream()
                        .filter(level -> history.hasTimes() || !level.needsTimes())
                        .toList());
    }

    Strongest(Lattice lattice, List<Level> candidates) {
        this.lattice = lattice;
        candidates.forEach(level -> states.put(level, State.UNKNOWN));
    }

    /**
     * The level whose verdict will tell most, or empty when there is nothing left to ask. The strongest comes first, because
     * histories of correct databases satisfy more than they have to; from then on the levels in question are halved.
     */
    public Optional<Level> next() {
        Level best = null;
        int most = 0;
        for (Map.Entry<Level, State> each : states.entrySet()) {
            if (each.getValue() != State.UNKNOWN) {
                continue;
            }
            int ifHolds = unknown(lattice.impliedBy(each.getKey()));
            int told = begun ? Math.min(ifHolds, unknown(lattice.implying(each.getKey()))) : ifHolds;
            if (told > most || told == most && best != null && saysMore(each.getKey(), best)) {
                best = each.getKey();
                most = told;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Where two levels are the same for this history only, the one that is stronger elsewhere says more. */
    private static boolean saysMore(Level level, Level other) {
        return ALL_HISTORIES.implies(level, other) && !ALL_HISTORIES.implies(other, level);
    }

    private int unknown(Set<Level> levels) {
        return (int) levels.stream()
                .filter(level -> states.get(level) == State.UNKNOWN)
                .count();
    }

    /** What a check of this level found. */
    public void tell(Level level, Verdict verdict) {
        begun = true;
        if (verdict instanceof Verdict.Holds) {
            lattice.impliedBy(level).forEach(each -> conclude(each, State.HOLDS, level));
        } else if (verdict instanceof Verdict.Violated) {
            lattice.implying(level).forEach(each -> conclude(each, State.VIOLATED, level));
        } else if (states.get(level) == State.UNKNOWN) {
            states.put(level, State.OPEN);
        }
    }

    private void conclude(Level level, State state, Level from) {
        State before = states.get(level);
        if (before == null) {
            return; // not among those that we search
        }
        if (before != state && (before == State.HOLDS || before == State.VIOLATED)) {
            throw new IllegalStateException("the verdicts contradict the lattice: from " + from + " it follows that "
                    + level + " " + state + ", but it was " + before);
        }
        states.put(level, state);
    }

    /** The levels that hold and that no other level which holds implies. */
    public List<Level> strongest() {
        List<Level> holding = in(State.HOLDS);
        List<Level> top = holding.stream()
                .filter(level -> holding.stream()
                        .noneMatch(other -> lattice.implies(other, level) && !lattice.implies(level, other)))
                .toList();
        return ALL_HISTORIES.maximal(top);
    }

    /** The levels that may or may not hold. */
    public List<Level> open() {
        List<Level> open = new ArrayList<>(in(State.OPEN));
        open.addAll(in(State.UNKNOWN));
        return List.copyOf(open);
    }

    private List<Level> in(State wanted) {
        return states.entrySet().stream()
                .filter(each -> each.getValue() == wanted)
                .map(Map.Entry::getKey)
                .toList();
    }
}
