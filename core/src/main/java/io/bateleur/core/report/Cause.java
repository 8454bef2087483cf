package io.bateleur.core.report;

import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One explanation and all levels of a report that it refutes: it is shown once, under the weakest of them.
 *
 * @param why against the weakest level
 * @param said what its transactions said in SQL, line by line, where they spoke it
 * @param besides levels that do not imply the weakest one and that the same transactions violate
 * @param stronger levels that imply the weakest one
 */
public record Cause(Explanation why, List<String> said, List<Level> besides, List<Level> stronger) {
    public Cause {
        said = List.copyOf(said);
        besides = List.copyOf(besides);
        stronger = List.copyOf(stronger);
    }

    /** Every violated level with the explanation of its own. */
    public static List<Cause> each(List<LevelReport> levels) {
        return levels.stream()
                .flatMap(level -> level.why().map(why -> new Cause(why, level.said(), List.of(), List.of())).stream())
                .toList();
    }

    public boolean refutes(Level level) {
        return why.level().equals(level) || besides.contains(level) || stronger.contains(level);
    }

    /** Which levels are violated beside the one that is explained, in a sentence or two. */
    public List<String> alsoViolated() {
        List<String> sentences = new ArrayList<>();
        if (!besides.isEmpty()) {
            sentences.add("The same transactions violate " + names(besides) + " too.");
        }
        if (!stronger.isEmpty()) {
            sentences.add("Every stronger level is violated too: " + names(stronger) + ".");
        }
        return sentences;
    }

    private static String names(List<Level> levels) {
        return levels.stream().map(Level::name).collect(Collectors.joining(", "));
    }
}
