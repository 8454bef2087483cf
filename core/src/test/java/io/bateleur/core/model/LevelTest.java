package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTest {

    @ParameterizedTest
    @CsvSource({
        "SI, snapshot-isolation",
        "strong-session-si, strong-session-snapshot-isolation",
        "Strong Session Serializable, strong-session-serializable",
        "strong_ser, strict-serializable",
        "strict-serializable, strict-serializable",
        "strong-serializable, strict-serializable",
        "causal-consistency, causal",
        "snapshot, snapshot-isolation",
        "strict-snapshot-isolation, strong-snapshot-isolation",
        "strict-si, strong-snapshot-isolation",
        "strict serializability, strict-serializable",
        "strong-session-snapshot, strong-session-snapshot-isolation",
        "READ_COMMITTED, read-committed",
        "Read  Committed, read-committed",
        "ReadCommitted, read-committed",
        "snapshotIsolation, snapshot-isolation",
        "PL2, read-committed",
        "rc, read-committed",
        "rr, repeatable-read",
        "ser, serializable",
        "serializability, serializable",
        "consistent-prefix, prefix-consistency",
    })
    void namesAreTakenAsPeopleWriteThem(String name, String level) {
        assertThat(Level.of(name).orElseThrow()).isEqualTo(Level.of(level).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "strong-",
        "strong-session-",
        "strong-strong-si",
        "nonsense",
        "strict-",
        "strict-strong-si",
        "strict-strict-si",
        "-",
        "strong-session-nonsense"
    })
    void othersAreNone(String name) {
        assertThat(Level.of(name)).isEmpty();
    }
}
