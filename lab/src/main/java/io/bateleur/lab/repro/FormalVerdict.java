package io.bateleur.lab.repro;

import io.bateleur.core.model.Level;
import io.bateleur.core.report.LevelReport.Status;
import java.util.Optional;

/**
 * What the reads and writes of a run say of the level that the makers document, whatever the case expects.
 *
 * @param level the documented one
 * @param status {@code HOLDS} only where every statement was understood as reads and writes
 * @param anomaly the name of what breaks it; where it holds or is undecided, of what breaks serializability, if that is broken
 * @param reason why it is undecided, or empty
 * @param realTime the same level where the clients' clocks count too
 * @param statements how many were recorded
 * @param understood how many of them are reads and writes as a whole
 */
public record FormalVerdict(
        Level level,
        Status status,
        Optional<String> anomaly,
        String reason,
        Status realTime,
        long statements,
        long understood) {

    /** Whether all that was said is behind it. */
    public boolean isWhole() {
        return understood == statements;
    }

    @Override
    public String toString() {
        return level + " " + status.word()
                + anomaly.map(name -> " (" + name + ")").orElse("")
                + (reason.isEmpty() ? "" : ": " + reason);
    }
}
