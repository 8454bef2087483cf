package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Cause;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.TextRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds out which of the violated levels of a history are violated by the same transactions, so that each violation is explained
 * once: under the weakest level, by the shortest of the explanations that refute it.
 *
 * <p>What a part of a history violates, the history violates: so a part that was found for one level is tried with the others.
 */
public final class Causes {
    /** What larger parts are good for takes too long to find out. */
    private static final int PART_MAX = 60;

    /** Checks a part of the history at a level. */
    @FunctionalInterface
    public interface Refuter {
        /** Why the part violates the level; empty when it does not, as far as is known. */
        Optional<Explanation> refute(History part, Level level);

        /** Asks nothing, so that only what the lattice says is known. */
        static Refuter none() {
            return (part, level) -> Optional.empty();
        }
    }

    private static final Lattice LATTICE = Lattice.ofAll();

    private final List<LevelReport> violated;
    private final Refuter refuter;

    private Causes(List<LevelReport> violated, Refuter refuter) {
        this.violated = violated;
        this.refuter = refuter;
    }

    /**
     * The causes of all that is violated, in the order of their weakest levels.
     *
     * @param said what the transactions of an explanation said in SQL
     */
    public static List<Cause> of(List<LevelReport> levels, Refuter refuter, Function<Explanation, List<String>> said) {
        List<LevelReport> violated =
                levels.stream().filter(level -> level.why().isPresent()).toList();
        return new Causes(violated, refuter).causes(said);
    }

    private List<Cause> causes(Function<Explanation, List<String>> said) {
        List<Cause> causes = new ArrayList<>();
        List<LevelReport> left = new ArrayList<>(violated);
        while (!left.isEmpty()) {
            LevelReport weakest = weakest(left);
            Explanation why = shortest(weakest);
            left.remove(weakest);
            List<LevelReport> stronger = left.stream()
                    .filter(other -> LATTICE.implies(other.level(), weakest.level()))
                    .toList();
            left.removeAll(stronger);
            List<LevelReport> besides = besides(weakest, why, left);
            left.removeAll(besides);
            causes.add(new Cause(why, said.apply(why), levels(besides), levels(stronger)));
        }
        return causes;
    }

    private static LevelReport weakest(List<LevelReport> levels) {
        return levels.stream()
                .filter(level -> levels.stream()
                        .noneMatch(other -> LATTICE.implies(level.level(), other.level())
                                && !LATTICE.implies(other.level(), level.level())))
                .findFirst()
                .orElseThrow();
    }

    /** Of the explanations that refute this level the shortest; of equally short ones its own. */
    private Explanation shortest(LevelReport level) {
        Explanation best = why(level);
        int length = TextRenderer.render(best).length();
        for (LevelReport other : violated) {
            Optional<Explanation> found =
                    why(other).equals(why(level)) ? Optional.empty() : refuted(why(other), level.level());
            int size = found.map(why -> TextRenderer.render(why).length()).orElse(length);
            if (size < length) {
                best = found.orElse(best);
                length = size;
            }
        }
        return best;
    }

    /** Those of the other levels that the same explanation, or at least the same part, refutes; with what implies them. */
    private List<LevelReport> besides(LevelReport weakest, Explanation why, List<LevelReport> left) {
        List<LevelReport> besides = new ArrayList<>();
        for (LevelReport other : left) {
            boolean implied = besides.stream().anyMatch(known -> LATTICE.implies(other.level(), known.level()));
            boolean same = why(other).equals(why(weakest)) && why.equals(why(weakest));
            if (implied || same || refuted(why, other.level()).isPresent()) {
                besides.add(other);
            }
        }
        return besides;
    }

    /** Levels of extensions may ask of a part what they do not ask of the whole. */
    private Optional<Explanation> refuted(Explanation by, Level level) {
        boolean small = by.part().transactionCount() <= PART_MAX;
        return small && isOurs(by.level()) && isOurs(level) ? refuter.refute(by.part(), level) : Optional.empty();
    }

    private static boolean isOurs(Level level) {
        return level.mixed() || Level.all().contains(level);
    }

    private static Explanation why(LevelReport level) {
        return level.why().orElseThrow();
    }

    private static List<Level> levels(List<LevelReport> reports) {
        return reports.stream().map(LevelReport::level).toList();
    }
}
