package io.bateleur.app.cli;

import io.bateleur.core.model.Level;
import io.bateleur.core.model.Nearest;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Levels as the command line names them. */
final class LevelChoice {
    /** In place of a level: show them all. */
    static final String HELP = "help";

    /** In place of a level: each transaction at the level that the trace gives it. */
    static final String RECORDED = "recorded";

    private LevelChoice() {}

    static List<Level> of(List<String> names) {
        return of(names, List.of());
    }

    /** The levels of these names, which may be among those of extensions. */
    static List<Level> of(List<String> names, List<Level> extended) {
        Set<Level> levels = new LinkedHashSet<>();
        names.forEach(name -> levels.add(extended.stream()
                .filter(level -> level.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseGet(() -> level(name))));
        return List.copyOf(levels);
    }

    private static Level level(String name) {
        if (name.equalsIgnoreCase(RECORDED)) {
            return Level.SERIALIZABLE.asRecorded();
        }
        return Level.of(name).orElseThrow(() -> CommandFailed.usage(unknown(name)));
    }

    private static String unknown(String name) {
        List<String> known =
                Stream.concat(Level.names().stream(), Stream.of(RECORDED)).toList();
        List<String> near = Nearest.to(name, known);
        return "unknown level '" + name + "'"
                + (near.isEmpty() ? "" : "\ndid you mean: " + String.join(" or ", near) + "?") + "\nto see all levels: "
                + Main.NAME + " check --level " + HELP;
    }

    /** What shells complete after {@code --level}. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Level.all().stream().map(Level::name), Stream.of(RECORDED, HELP))
                    .iterator();
        }
    }
}
