package io.bateleur.sql.lift;

import static io.bateleur.sql.lift.Recording.row;
import static io.bateleur.sql.lift.Recording.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classic anomalies, written in SQL, are still there after lifting. */
class AnomaliesTest {
    private static final String READ = "SELECT balance FROM account WHERE id = ?";
    private static final String WRITE = "UPDATE account SET balance = ? WHERE id = ?";
    private static final String INSERT = "INSERT INTO account(id, balance) VALUES (?, ?)";

    private static Recording loaded() {
        Recording recording = new Recording();
        recording
                .begin("s0", "T0")
                .count(INSERT, 1, 1, 100)
                .count(INSERT, 1, 2, 100)
                .commit();
        return recording;
    }

    private static void isViolated(Recording recording, String level, String weaker) {
        var history = recording.lifted().history();
        assertThat(Recording.check(history, level)).isInstanceOf(Verdict.Violated.class);
        assertThat(Recording.check(history, weaker)).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void lostUpdate() {
        Recording recording = loaded();
        recording
                .begin("s1", "T1")
                .rows(READ, values(1), "balance", List.of(row(100)))
                .count(WRITE, 1, 90, 1)
                .commit();
        recording
                .begin("s2", "T2")
                .rows(READ, values(1), "balance", List.of(row(100)))
                .count(WRITE, 1, 80, 1)
                .commit();
        isViolated(recording, "snapshot-isolation", "read-committed");
    }

    @Test
    void writeSkew() {
        Recording recording = loaded();
        for (int me = 1; me <= 2; me++) {
            recording
                    .begin("s" + me, "T" + me)
                    .rows(READ, values(1), "balance", List.of(row(100)))
                    .rows(READ, values(2), "balance", List.of(row(100)))
                    .count(WRITE, 1, -me, me)
                    .commit();
        }
        isViolated(recording, "serializable", "snapshot-isolation");
    }

    @Test
    void phantom() {
        Recording recording = loaded();
        for (int me = 1; me <= 2; me++) {
            recording
                    .begin("s" + me, "T" + me)
                    .rows("SELECT id FROM account WHERE id >= 1 AND id < 50", values(), "id", List.of(row(1), row(2)))
                    .count(INSERT, 1, 10 + me, 5)
                    .commit();
        }
        isViolated(recording, "serializable", "snapshot-isolation");
    }

    @Test
    void dirtyRead() {
        Recording recording = loaded();
        recording.begin("s1", "T1").count(WRITE, 1, 7, 1).abort();
        recording
                .begin("s2", "T2")
                .rows(READ, values(1), "balance", List.of(row(7)))
                .commit();
        isViolated(recording, "read-committed", "read-uncommitted");
    }

    @Test
    void optimisticLockThatDidNotLock() {
        Recording recording = new Recording();
        recording
                .begin("s0", "T0")
                .count("INSERT INTO account(id, version) VALUES (1, 0)", 1)
                .commit();
        for (int me = 1; me <= 2; me++) {
            recording
                    .begin("s" + me, "T" + me)
                    .count("UPDATE account SET version = version + 1 WHERE id = 1 AND version = 0", 1)
                    .commit();
        }
        recording
                .begin("s3", "T3")
                .rows("SELECT version FROM account WHERE id = 1", values(), "version", List.of(row(1)))
                .commit();
        isViolated(recording, "snapshot-isolation", "read-committed");
    }
}
