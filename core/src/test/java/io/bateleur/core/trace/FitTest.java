package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.nativ.Mini;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FitTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plume | T1: w(1,1) d(1) c              | transaction T1 has a delete",
                "plume | T1: w(1,1) u                   | transaction T1 has the ending unknown",
                "plume | T1: r(1,_) c                   | transaction T1 has a get of 1 whose value is absent",
                "plume | T1: r(1,?) c                   | transaction T1 has a get of 1 whose value is unknown",
                "plume | T1: w(x,1) c                   | transaction T1 has the key x, and keys can only be integers of 64 bits",
                "plume | T1: w(1,x) c                   | transaction T1 has the value x, and values can only be integers of 64 bits",
                "plume | initial unknown;T1: w(1,1) c   | its initial state is unknown",
                "plume | initial 1:5;T1: w(1,1) c       | the initial value of 1 is 5, not 0",
                "plume | T1: r(1,0) c                   | 1 is read as 0, which nobody wrote and which was not there; here it would have been",
                "plume | initial 1:0;T1: w(1,0) c       | the initial value of 1 is 0, and 0 is written to it too",
                "cobra | initial 1:0;T1: w(1,1) c       | its initial state is given",
            })
    void saysWhatAFormatHasNoWordsFor(String format, String text, String reason) {
        assertThat(Formats.named(format).orElseThrow().fit().refusal(history(text)))
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plume | T1: w(1,1) c;T2: r(1,1) a",
                "plume | initial 1:0;T1: r(1,0) w(1,1) c",
                "plume | T0: w(1,0) c;T1: r(1,0) c",
                "cobra | T1: r(1,_) w(1,1) d(1) c;T2: r(1,1) u",
            })
    void refusesNothingElse(String format, String text) {
        assertThat(Formats.named(format).orElseThrow().fit().refusal(history(text)))
                .isEmpty();
    }

    @Test
    void ourOwnFormatsHoldEverything() {
        History history = history("initial unknown;T1 level=si ts=1: r!(x,_)@[1,2] scan(*,*)=[]{} u;order x: T1");
        assertThat(Formats.NATIVE.fit().refusal(history)).isEmpty();
        assertThat(Formats.NATIVE.fit().losses(history)).isEmpty();
        assertThat(Formats.named("plume").orElseThrow().fit().losses(history))
                .containsExactly(
                        "times of operations",
                        "timestamps",
                        "isolation levels",
                        "version orders",
                        "version sets",
                        "locking reads");
    }

    private static History history(String text) {
        return Mini.parse(text.strip().replace(";", "\n") + "\n");
    }
}
