package io.bateleur.lab.store;

import java.util.Map;
import java.util.TreeSet;

/**
 * What embedded engines can be told: {@code sync}, whether a commit waits for the disk, and {@code lock-timeout-millis}.
 *
 * @param given by name
 */
public record EngineSettings(Map<String, String> given) {
    private static final String SYNC = "sync";
    private static final String LOCK_TIMEOUT = "lock-timeout-millis";
    private static final long LOCK_TIMEOUT_MILLIS = 1000;

    /** @throws IllegalArgumentException when there is something else, or no such value */
    public EngineSettings {
        given = Map.copyOf(given);
        for (String name : new TreeSet<>(given.keySet())) {
            if (!name.equals(SYNC) && !name.equals(LOCK_TIMEOUT)) {
                throw new IllegalArgumentException(
                        "no setting " + name + "; there are " + SYNC + "=true|false and " + LOCK_TIMEOUT + "=<number>");
            }
        }
    }

    /** @param usual what the engine does when nobody tells it */
    public boolean sync(boolean usual) {
        String word = given.getOrDefault(SYNC, Boolean.toString(usual));
        if (!word.equals("true") && !word.equals("false")) {
            throw new IllegalArgumentException(SYNC + " is true or false, not " + word);
        }
        return word.equals("true");
    }

    public long lockTimeoutMillis() {
        String text = given.getOrDefault(LOCK_TIMEOUT, Long.toString(LOCK_TIMEOUT_MILLIS));
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(LOCK_TIMEOUT + " is a number, not " + text, e);
        }
    }
}
