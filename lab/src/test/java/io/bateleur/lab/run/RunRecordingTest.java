package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunRecordingTest {
    @ParameterizedTest
    @CsvSource({"1, once", "2, twice", "3, 3 times", "592, 592 times"})
    void aSummarySaysHowOften(long times, String words) {
        assertThat(RunRecording.often(times)).isEqualTo(words);
    }
}
