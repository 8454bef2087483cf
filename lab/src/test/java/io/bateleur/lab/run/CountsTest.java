package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {
    /** People look codes up; what differs from one failure to the next is one reason all the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "40001 ERROR: could not serialize access      | 40001 ERROR: could not serialize access",
                "40P01 Process 4711 waits for transaction 815 | 40P01 Process N waits for transaction N",
                "40001 (conn=7) Deadlock found, 12 rows        | 40001 (conn=N) Deadlock found, N rows",
                "90131 Concurrent update in table [90131-232]  | 90131 Concurrent update in table [90131-232]",
                "72000 ORA-08177: can't serialize access       | 72000 ORA-08177: can't serialize access",
                "failed: SQLSTATE=40001 at 17                  | failed: SQLSTATE=40001 at N",
                "(JE 18.3.12) Locker 25313 of client-s4        | (JE 18.3.12) Locker N of N",
                "deadlock in bateleur_kv0                      | deadlock in bateleur_kv0",
            })
    void codesStayAndNumbersAreGrouped(String said, String grouped) {
        assertThat(Counts.grouped(said)).isEqualTo(grouped);
    }

    @Test
    void failuresThatDifferInANumberOnlyAreOneReason() {
        Counts counts = new Counts();
        counts.reason("40001 transaction 17 was aborted by 4");
        counts.reason("40001 transaction 2180 was aborted by 12");
        counts.reason("40P01 transaction 17 was aborted by 4");
        assertThat(counts.reasons())
                .containsEntry("40001 transaction N was aborted by N", 2L)
                .containsEntry("40P01 transaction N was aborted by N", 1L);
    }
}
