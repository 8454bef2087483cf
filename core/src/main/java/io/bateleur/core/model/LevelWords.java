package io.bateleur.core.model;

import java.util.List;
import java.util.Optional;

/** The words by which a trace names the isolation levels that it was recorded at, and what they mean. */
public final class LevelWords {
    /** Under which of these names people who record traces write the level down; under the first in our words. */
    public static final List<String> ABOUT = List.of("level", "isolation", "isolation-level", "isolationLevel");

    private LevelWords() {}

    /** The database that the words are those of, where the trace tells. */
    public static Optional<String> engine(History history) {
        return history.about().get("engine") instanceof Value.Text name ? Optional.of(name.value()) : Optional.empty();
    }

    /**
     * The level of these words. Where the trace tells of which database they are, that is what its makers promise by them; empty when
     * nobody knows them.
     */
    public static Optional<Level> meaning(History history, String words) {
        return engine(history)
                .flatMap(engine -> Promise.of(engine, "", words))
                .map(Promise::level)
                .or(() -> Level.of(words));
    }

    /** Words that transactions carry and that nobody knows, in the order in which they appear. */
    public static List<String> unknown(History history) {
        return history.levelWords().stream()
                .filter(words -> meaning(history, words).isEmpty())
                .toList();
    }
}
