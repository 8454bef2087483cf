package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.explain.Explanation;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Mini;
import org.junit.jupiter.api.Test;

/** What is left out of an explanation must not be what it needs: a smaller part has the same thing wrong with it. */
class PartsTest {
    @Test
    void aWriteStaysWithTheReadsOfItsOwnTransaction() {
        Explanation why = why("""
                initial x:0
                T1@s1: r(x,0) w(x,1) r(x,1) c
                T2@s2: r(x,0) w(x,2) c
                """, "serializable");
        assertThat(why.name()).isEqualTo("lost-update");
        assertThat(Mini.transactions(why.part())).containsExactly("T1@s1: r(x,0) w(x,1) c", "T2@s2: r(x,0) w(x,2) c");
    }

    @Test
    void anAbortedWriteStaysWithItsReader() {
        Explanation why = why("""
                T1@s1: w(y,1) w(x,1) a
                T2@s2: r(x,1) w(z,1) c
                """, "read-committed");
        assertThat(why.name()).isEqualTo("G1a");
        assertThat(Mini.transactions(why.part())).containsExactly("T1@s1: w(x,1) a", "T2@s2: r(x,1) c");
    }

    @Test
    void whatWasOverwrittenStaysWithWhatOverwroteIt() {
        Explanation why = why("""
                T1@s1: w(x,1) w(y,1) w(x,2) c
                T2@s2: r(x,1) c
                """, "read-committed");
        assertThat(why.name()).isEqualTo("G1b");
        assertThat(Mini.transactions(why.part())).containsExactly("T1@s1: w(x,1) w(x,2) c", "T2@s2: r(x,1) c");
    }

    @Test
    void anIgnoredOwnWriteStays() {
        Explanation why = why("""
                T1@s1: w(x,1) c
                T2@s2: w(x,2) r(x,1) c
                """, "read-committed");
        assertThat(why.name()).isEqualTo("internal");
        assertThat(Mini.transactions(why.part())).containsExactly("T2@s2: w(x,2) r(x,1) c");
    }

    @Test
    void aRangeThatIgnoresAnOwnWriteKeepsIt() {
        Explanation why = why("""
                T1@s1: w(b,1) c
                T2@s2: w(b,2) scan(a,d)=[b:1] w(c,3) c
                """, "read-committed");
        assertThat(why.name()).isEqualTo("internal");
        assertThat(Mini.transactions(why.part())).containsExactly("T2@s2: w(b,2) scan(b,c)=[b:1] c");
    }

    @Test
    void writesOfOneKeyAreLeftOutTogether() {
        Explanation why = why("""
                initial x:0
                T1@s1: r(x,0) w(y,1) w(x,1) w(y,2) c
                T2@s2: r(x,0) w(x,2) c
                """, "serializable");
        assertThat(Mini.transactions(why.part())).containsExactly("T1@s1: r(x,0) w(x,1) c", "T2@s2: r(x,0) w(x,2) c");
    }

    @Test
    void theElementsOfAListStay() {
        Explanation why = why("""
                T1@s1: a(x,1) a(y,1) c
                T2@s2: a(x,2) c
                T3@s3: l(x,[1,2]) c
                T4@s4: l(x,[2,1]) c
                """, "read-committed");
        assertThat(why.name()).isEqualTo("incompatible-order");
        assertThat(Mini.transactions(why.part()))
                .containsExactly("T1@s1: a(x,1) c", "T2@s2: a(x,2) c", "T3@s3: l(x,[1,2]) c", "T4@s4: l(x,[2,1]) c");
    }

    private static Explanation why(String history, String level) {
        Verdict verdict =
                new Checker().check(Mini.parse(history), Level.of(level).orElseThrow(), Budget.unlimited());
        assertThat(verdict).isInstanceOf(Verdict.Violated.class);
        return ((Verdict.Violated) verdict).why();
    }
}
