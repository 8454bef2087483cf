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
    })
    void namesAreTakenAsPeopleWriteThem(String name, String level) {
        assertThat(Level.of(name).orElseThrow()).isEqualTo(Level.of(level).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"strong-", "strong-session-", "strong-strong-si", "nonsense", "strong-session-nonsense"})
    void othersAreNone(String name) {
        assertThat(Level.of(name)).isEmpty();
    }
}
