package io.bateleur.core.report;

import io.bateleur.core.model.Level;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was found out about one level.
 *
 * @param reason why it is undecided, or how far it is known to hold; else empty
 * @param why why it is violated; else empty
 * @param said what the transactions of the violation said in SQL, line by line, where they spoke it
 * @param promised whether anybody was promised it, by asking for it or by documentation: else that it is violated is only worth a note
 * @param witness the beginning of an order that shows that it holds
 * @param millis how long that took
 */
public record LevelReport(
        Level level,
        Status status,
        String reason,
        Optional<Explanation> why,
        List<String> said,
        boolean promised,
        Optional<Evidence> witness,
        long millis) {
    public LevelReport {
        said = List.copyOf(said);
    }

    /** The three verdicts, by the words of the command line and of JSON. */
    public enum Status {
        HOLDS,
        VIOLATED,
        UNDECIDED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static LevelReport holds(Level level, long millis) {
        return new LevelReport(level, Status.HOLDS, "", Optional.empty(), List.of(), true, Optional.empty(), millis);
    }

    public static LevelReport violated(Level level, Explanation why, long millis) {
        return new LevelReport(level, Status.VIOLATED, "", Optional.of(why), List.of(), true, Optional.empty(), millis);
    }

    /** With the beginning of an order that shows it. */
    public LevelReport witnessed(Evidence order) {
        return new LevelReport(level, status, reason, why, said, promised, Optional.of(order), millis);
    }

    /** With what its transactions said. */
    public LevelReport saying(List<String> lines) {
        return new LevelReport(level, status, reason, why, lines, promised, witness, millis);
    }

    /** A level that holds as far as something goes. */
    public LevelReport asFarAs(String limit) {
        return new LevelReport(level, status, limit, why, said, promised, witness, millis);
    }

    /** A level that is stronger than what was promised. */
    public LevelReport beyondThePromise() {
        return new LevelReport(level, status, reason, why, said, false, witness, millis);
    }

    public static LevelReport undecided(Level level, String reason, long millis) {
        return new LevelReport(
                level, Status.UNDECIDED, reason, Optional.empty(), List.of(), true, Optional.empty(), millis);
    }
}
