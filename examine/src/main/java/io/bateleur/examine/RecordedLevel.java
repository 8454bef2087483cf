package io.bateleur.examine;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.Nearest;
import io.bateleur.core.model.Value;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * The level that a trace is checked at when nobody names one.
 *
 * @param level that level
 * @param why the level and how we came to it, in words
 * @param doubt why nothing can be said all the same, or empty
 */
public record RecordedLevel(Level level, String why, Optional<String> doubt) {
    private RecordedLevel(Level level, String why) {
        this(level, why, Optional.empty());
    }

    /**
     * What the trace says of itself, or else the level that all its transactions carry, or where these differ each its own, or what
     * the simulated store promises, or serializable.
     */
    public static RecordedLevel of(Trace trace) throws BadInputException {
        History history = trace.history();
        Optional<Level> carried = Level.recorded(history);
        if (carried.isPresent() && carried.get().mixed()) {
            return each(trace);
        }
        for (String name : carried.isPresent() ? LevelWords.ABOUT.subList(0, 1) : LevelWords.ABOUT) {
            Optional<String> words = text(history, name);
            if (words.isPresent()) {
                return asTheTraceSays(trace, name, words.get());
            }
        }
        if (carried.isPresent()) {
            return new RecordedLevel(carried.get(), carried.get() + ", the level of all its transactions");
        }
        Optional<Level> simulated = text(history, "store")
                .filter(store -> history.about().containsKey("simulated"))
                .flatMap(ConcurrencyControl::of)
                .flatMap(control -> Level.of(control.level()));
        return simulated
                .map(level -> new RecordedLevel(level, level + ", which the simulated store promises"))
                .orElseGet(() -> new RecordedLevel(Level.SERIALIZABLE, Level.SERIALIZABLE.name()));
    }

    /** Each transaction at its own level, and those that carry none at the level of the whole trace, or else at serializable. */
    public static RecordedLevel each(Trace trace) throws BadInputException {
        requireKnown(trace);
        String why = "each transaction at the level that the trace gives it (recorded)";
        for (String name : LevelWords.ABOUT) {
            Optional<String> words = text(trace.history(), name);
            if (words.isPresent()) {
                RecordedLevel whole = asTheTraceSays(trace, name, words.get());
                return new RecordedLevel(whole.level().asRecorded(), why, whole.doubt());
            }
        }
        return new RecordedLevel(Level.SERIALIZABLE.asRecorded(), why + ", or else at serializable");
    }

    private static RecordedLevel asTheTraceSays(Trace trace, String name, String words) throws BadInputException {
        boolean ours = name.equals(LevelWords.ABOUT.get(0));
        Optional<Level> level =
                (ours ? Level.of(words) : Optional.<Level>empty()).or(() -> LevelWords.meaning(trace.history(), words));
        if (level.isPresent()) {
            return new RecordedLevel(level.get(), level.get() + ", as the trace says");
        }
        Optional<String> database = LevelWords.engine(trace.history());
        if (database.isEmpty()) {
            throw unknown(trace, words);
        }
        String doubt =
                "the trace records the level '" + words + "' of " + database.get() + ", which Bateleur does not know";
        return new RecordedLevel(Level.SERIALIZABLE.asRecorded(), "what the trace was recorded at", Optional.of(doubt));
    }

    /** Words of a database that is named may have a meaning that we do not know; others are mistakes. */
    private static void requireKnown(Trace trace) throws BadInputException {
        List<String> unknown = LevelWords.unknown(trace.history());
        if (!unknown.isEmpty() && LevelWords.engine(trace.history()).isEmpty()) {
            throw unknown(trace, unknown.get(0));
        }
    }

    private static BadInputException unknown(Trace trace, String words) {
        Place place = trace.levels().getOrDefault(words, Place.file("the trace"));
        List<String> near = Nearest.to(words, Level.names());
        return new BadInputException(
                place,
                "unknown level '" + words + "'",
                (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ")
                        + "to check at another level, name it with --level; to see all levels: bateleur check --level help");
    }

    private static Optional<String> text(History history, String name) {
        Value value = history.about().get(name);
        return value instanceof Value.Text text
                ? Optional.of(text.value())
                : Optional.ofNullable(value).map(Value::toString);
    }
}
