package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroundsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "about nothing=1 | the trace has no transactions",
                "T1: w(x,1) u    | the trace's only transaction is not known to have committed or aborted",
                "T1: w(x,1) u; T2: r(x,1) u | none of the trace's 2 transactions is known to have committed or aborted",
            })
    void whatIsNotKnownToHaveHappenedShowsNothing(String history, String reason) {
        assertThat(told(history)).isEqualTo(new Verdict.Undecided(reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"T1: w(x,1) u; T2: r(x,1) c", "T1: w(x,1) u; T2: r(x,_) a", "T1: c"})
    void oneEndingIsEnough(String history) {
        assertThat(told(history)).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void othersAreAsTheyWere() {
        Verdict violated = verdict(Mini.parse("T1: w(x,1) a\nT2: r(x,1) c\n"));
        assertThat(Grounds.of(Mini.parse("T1: u\n"), violated)).isSameAs(violated);
    }

    /** The checker goes by the definitions. */
    @Test
    void theCheckerItselfSaysThatItHolds() {
        assertThat(verdict(Mini.parse("T1: w(x,1) u\n"))).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void aRecordedLevelThatNobodyKnowsIsUndecided() {
        History history = Mini.parse("about engine=OrientDB\nT1 level=odd: w(x,1) a\nT2 level=odd: r(x,1) c\n");
        assertThat(new Checker().check(history, Level.SERIALIZABLE.asRecorded(), Budget.unlimited()))
                .isEqualTo(new Verdict.Undecided(
                        "the trace records the level 'odd' of OrientDB, which Bateleur does not know"));
    }

    private static Verdict told(String history) {
        History parsed = Mini.parse(history.replace("; ", "\n") + "\n");
        return Grounds.of(parsed, verdict(parsed));
    }

    private static Verdict verdict(History history) {
        return new Checker().check(history, Level.SERIALIZABLE, Budget.unlimited());
    }
}
