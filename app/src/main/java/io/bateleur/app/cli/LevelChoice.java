package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.Nearest;
import io.bateleur.core.model.Value;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Trace;
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
        List<String> near = Nearest.to(name, known());
        return "unknown level '" + name + "'"
                + (near.isEmpty() ? "" : "\ndid you mean: " + String.join(" or ", near) + "?") + "\nto see all levels: "
                + Main.NAME + " check --level " + HELP;
    }

    private static List<String> known() {
        return Stream.of(Level.all().stream().map(Level::name), Level.aliases().keySet().stream(), Stream.of(RECORDED))
                .flatMap(names -> names)
                .toList();
    }

    /**
     * The level for a history that was named none, and how we came to it.
     *
     * @param doubt why nothing can be said all the same, or empty
     */
    record Default(Level level, String why, Optional<String> doubt) {
        private Default(Level level, String why) {
            this(level, why, Optional.empty());
        }
    }

    static Default whatWasRecorded(Trace trace) throws BadInputException {
        History history = trace.history();
        Optional<Level> carried = Level.recorded(history);
        if (carried.isPresent() && carried.get().mixed()) {
            return recordedIn(trace);
        }
        for (String name : carried.isPresent() ? LevelWords.ABOUT.subList(0, 1) : LevelWords.ABOUT) {
            Optional<String> words = text(history, name);
            if (words.isPresent()) {
                return asTheTraceSays(trace, name, words.get());
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

    /** Each transaction at its own level, and those that carry none at the level of the whole trace, or else at serializable. */
    static Default recordedIn(Trace trace) throws BadInputException {
        requireKnown(trace);
        String why = "each transaction at the level that the trace gives it (recorded)";
        for (String name : LevelWords.ABOUT) {
            Optional<String> words = text(trace.history(), name);
            if (words.isPresent()) {
                Default whole = asTheTraceSays(trace, name, words.get());
                return new Default(whole.level().asRecorded(), why, whole.doubt());
            }
        }
        return new Default(Level.SERIALIZABLE.asRecorded(), why + ", or else at serializable");
    }

    private static Default asTheTraceSays(Trace trace, String name, String words) throws BadInputException {
        boolean ours = name.equals(LevelWords.ABOUT.get(0));
        Optional<Level> level =
                (ours ? Level.of(words) : Optional.<Level>empty()).or(() -> LevelWords.meaning(trace.history(), words));
        if (level.isPresent()) {
            return new Default(level.get(), level.get() + ", as the trace says");
        }
        Optional<String> engine = LevelWords.engine(trace.history());
        if (engine.isEmpty()) {
            throw unknownIn(trace, words);
        }
        String doubt =
                "the trace records the level '" + words + "' of " + engine.get() + ", which Bateleur does not know";
        return new Default(Level.SERIALIZABLE.asRecorded(), "what the trace was recorded at", Optional.of(doubt));
    }

    /** Words of a database that is named may have a meaning that we do not know; others are mistakes. */
    static void requireKnown(Trace trace) throws BadInputException {
        List<String> unknown = LevelWords.unknown(trace.history());
        if (!unknown.isEmpty() && LevelWords.engine(trace.history()).isEmpty()) {
            throw unknownIn(trace, unknown.get(0));
        }
    }

    private static BadInputException unknownIn(Trace trace, String words) {
        Place place = trace.levels().getOrDefault(words, Place.file("the trace"));
        List<String> near = Nearest.to(words, known());
        return new BadInputException(
                place,
                "unknown level '" + words + "'",
                (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ")
                        + "to check at another level, name it with --level; to see all levels: " + Main.NAME
                        + " check --level " + HELP);
    }

    private static Optional<String> text(History history, String name) {
        Value value = history.about().get(name);
        return value instanceof Value.Text text
                ? Optional.of(text.value())
                : Optional.ofNullable(value).map(Value::toString);
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
