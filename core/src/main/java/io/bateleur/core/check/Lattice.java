package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The levels by strength: which imply which, directly or over others. */
public final class Lattice {
    private static final List<Implication> IMPLICATIONS = Implications.all();

    private final Map<Level, Set<Level>> weaker;

    private Lattice(List<Implication> implications) {
        this.weaker = closure(implications);
    }

    /** Every implication, each with its reason. */
    public static List<Implication> implications() {
        return IMPLICATIONS;
    }

    /** What is true of every history, but for the rare ones whose ranges tell which dead versions they saw. */
    public static Lattice ofAll() {
        return new Lattice(IMPLICATIONS.stream()
                .filter(each -> each.when() == Circumstance.ALWAYS || each.when() == Circumstance.DEAD_VERSIONS_ALIKE)
                .toList());
    }

    /** What is true of this history: without ranges, times or session order more levels are the same. */
    public static Lattice of(History history) {
        List<Circumstance> given = new ArrayList<>();
        for (Circumstance circumstance : Circumstance.values()) {
            if (circumstance.isTrueOf(history)) {
                given.add(circumstance);
            }
        }
        return new Lattice(IMPLICATIONS.stream()
                .filter(each -> given.contains(each.when()))
                .toList());
    }

    /** Whether the first cannot hold without the second. */
    public boolean implies(Level stronger, Level other) {
        return impliedBy(stronger).contains(other);
    }

    /** What holds when this level does, itself included. A level that is not in the table implies itself. */
    public Set<Level> impliedBy(Level level) {
        return weaker.getOrDefault(level, Set.of(level));
    }

    /** What cannot hold when this level does not, itself included. */
    public Set<Level> implying(Level level) {
        Set<Level> stronger = new LinkedHashSet<>(Set.of(level));
        weaker.forEach((each, implied) -> {
            if (implied.contains(level)) {
                stronger.add(each);
            }
        });
        return stronger;
    }

    /** Those that no other of them implies; of several that imply each other the first. */
    public List<Level> maximal(Collection<Level> levels) {
        List<Level> maximal = new ArrayList<>();
        for (Level level : levels) {
            boolean above = levels.stream().anyMatch(other -> implies(other, level) && !implies(level, other));
            boolean named = maximal.stream().anyMatch(other -> implies(other, level));
            if (!above && !named) {
                maximal.add(level);
            }
        }
        return List.copyOf(maximal);
    }

    private static Map<Level, Set<Level>> closure(List<Implication> implications) {
        Map<Level, List<Level>> direct = new LinkedHashMap<>();
        Level.all().forEach(level -> direct.put(level, new ArrayList<>()));
        implications.forEach(
                each -> direct.getOrDefault(each.stronger(), new ArrayList<>()).add(each.weaker()));
        Map<Level, Set<Level>> closure = new LinkedHashMap<>();
        for (Level level : direct.keySet()) {
            Set<Level> reached = new LinkedHashSet<>(Set.of(level));
            Deque<Level> open = new ArrayDeque<>(reached);
            while (!open.isEmpty()) {
                for (Level next : direct.getOrDefault(open.pop(), List.of())) {
                    if (reached.add(next)) {
                        open.push(next);
                    }
                }
            }
            closure.put(level, reached);
        }
        return closure;
    }
}
