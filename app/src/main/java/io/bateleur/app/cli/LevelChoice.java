package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Nearest;
import io.bateleur.core.model.Value;
import io.bateleur.core.sim.ConcurrencyControl;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which levels a history is checked at.
 *
 * @param named those of the command line; without any a history is checked at what it was recorded for
 */
record LevelChoice(List<Level> named) {
    /** In place of a level: show them all. */
    static final String HELP = "help";

    /** In place of a level: each transaction at the level that the trace gives it. */
    static final String RECORDED = "recorded";

    /** Where people who record traces write down the level. */
    private static final List<String> ABOUT = List.of("level", "isolation", "isolation-level", "isolationLevel");

    LevelChoice {
        named = List.copyOf(named);
    }

    static LevelChoice of(List<String> names) {
        return of(names, List.of());
    }

    /** The levels of these names, which may be among those of extensions. */
    static LevelChoice of(List<String> names, List<Level> extended) {
        Set<Level> levels = new LinkedHashSet<>();
        names.forEach(name -> levels.add(extended.stream()
                .filter(level -> level.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseGet(() -> level(name))));
        return new LevelChoice(new ArrayList<>(levels));
    }

    private static Level level(String name) {
        if (name.equalsIgnoreCase(RECORDED)) {
            return Level.SERIALIZABLE.asRecorded();
        }
        return Level.of(name).orElseThrow(() -> CommandFailed.usage(unknown(name)));
    }

    private static String unknown(String name) {
        List<String> known = Stream.concat(
                        Level.all().stream().map(Level::name),
                        Stream.concat(Level.aliases().keySet().stream(), Stream.of(RECORDED)))
                .toList();
        List<String> near = Nearest.to(name, known);
        return "unknown level '" + name + "'"
                + (near.isEmpty() ? "" : "\ndid you mean: " + String.join(" or ", near) + "?") + "\nto see all levels: "
                + Main.NAME + " check --level " + HELP;
    }

    /** The levels for a history that was named none, and how we came to them. */
    record Default(Level level, String why) {}

    static Default whatWasRecorded(History history) {
        Optional<Level> carried = Level.recorded(history);
        if (carried.isPresent() && carried.get().mixed()) {
            return new Default(carried.get(), "each transaction at the level that the trace gives it (recorded)");
        }
        for (String name : carried.isPresent() ? ABOUT.subList(0, 1) : ABOUT) {
            Optional<Level> told = text(history, name).flatMap(Level::of);
            if (told.isPresent()) {
                return new Default(told.get(), told.get() + ", as the trace says");
            }
        }
        if (carried.isPresent()) {
            return new Default(carried.get(), carried.get() + ", the level of all its transactions");
        }
        Optional<Level> simulated = text(history, "store")
                .filter(store -> history.about().containsKey("simulated"))
                .flatMap(ConcurrencyControl::of)
                .flatMap(control -> Level.of(control.level()));
        return simulated
                .map(level -> new Default(level, level + ", which the simulated store promises"))
                .orElseGet(() -> new Default(Level.SERIALIZABLE, Level.SERIALIZABLE.name()));
    }

    private static Optional<String> text(History history, String name) {
        return history.about().get(name) instanceof Value.Text text ? Optional.of(text.value()) : Optional.empty();
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
