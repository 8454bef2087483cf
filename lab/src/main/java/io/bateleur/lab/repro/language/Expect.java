package io.bateleur.lab.repro.language;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One expectation behind a step.
 *
 * @param levels where it counts; none: everywhere
 * @param about a result, or who wakes
 * @param bug what the bug shows instead
 */
public record Expect(Position at, Set<SqlLevel> levels, About about, Optional<Bug> bug) {
    public Expect {
        levels = java.util.Collections.unmodifiableSet(new TreeSet<>(levels));
    }

    /** What an expectation speaks of. */
    public sealed interface About {}

    /**
     * What a statement does.
     *
     * @param session whose: the step's own, unless it names another, which then has just woken
     */
    public record Result(Optional<String> session, Reply reply) implements About {}

    /** Exactly these return before the next step. */
    public record Wakes(List<String> sessions) implements About {
        public Wakes {
            sessions = List.copyOf(sessions);
        }
    }

    /**
     * @param level the only one that shows the bug, if it is one
     * @param answer what the bug shows
     */
    public record Bug(Optional<SqlLevel> level, Reply answer) {
        public boolean isAt(SqlLevel asked) {
            return level.isEmpty() || level.get() == asked;
        }
    }

    public static Expect of(Reply reply) {
        return new Expect(Position.NONE, Set.of(), new Result(Optional.empty(), reply), Optional.empty());
    }

    boolean isAt(SqlLevel level) {
        return levels.isEmpty() || levels.contains(level);
    }

    /** What a levelled expectation replaces: one that speaks of the same. */
    boolean isLike(Expect other) {
        return about instanceof Result mine && other.about instanceof Result theirs
                ? mine.session().equals(theirs.session())
                : about.getClass() == other.about.getClass();
    }

    /** Of the expectations of a step those that count at a level: the levelled ones, and those of the others that they do not replace. */
    public static List<Expect> at(SqlLevel level, List<Expect> all) {
        List<Expect> levelled = all.stream()
                .filter(each -> !each.levels.isEmpty() && each.isAt(level))
                .toList();
        return all.stream()
                .filter(each -> each.isAt(level))
                .filter(each -> !each.levels.isEmpty() || levelled.stream().noneMatch(each::isLike))
                .toList();
    }
}
