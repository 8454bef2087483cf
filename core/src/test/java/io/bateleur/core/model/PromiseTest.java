package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.nativ.Mini;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromiseTest {
    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, repeatable read, snapshot-isolation",
        "postgres, REPEATABLE-READ, snapshot-isolation",
        "MariaDB, REPEATABLE-READ, monotonic-atomic-view",
        "MySQL, repeatable_read, monotonic-atomic-view",
        "H2, SERIALIZABLE, snapshot-isolation",
        "HSQL Database Engine, SERIALIZABLE, snapshot-isolation",
        "Apache Derby, REPEATABLE READ, repeatable-read",
        "Apache Derby, UR, read-uncommitted",
        "Apache Derby, CS, read-committed",
        "Apache Derby, RS, repeatable-read",
        "Apache Derby, RR, serializable",
        "Nobody knows, SERIALIZABLE, serializable",
    })
    void wordsMeanWhatTheMakersDocument(String engine, String words, String level) {
        assertThat(Promise.of(engine, "", words).orElseThrow().level()).hasToString(level);
    }

    @Test
    void aMixedCheckHoldsTransactionsToWhatTheirDatabasePromises() {
        Level recorded = Level.SERIALIZABLE.asRecorded();
        String transaction = "T1 level=\"repeatable read\": w(x,1) c\n";
        assertThat(recorded.of(Mini.parse(transaction), 0)).isEqualTo(Level.REPEATABLE_READ);
        assertThat(recorded.of(Mini.parse("about engine=PostgreSQL\n" + transaction), 0))
                .isEqualTo(Level.SNAPSHOT_ISOLATION);
    }

    @Test
    void whatNobodyKnowsIsNotTakenForTheStrongest() {
        History history = Mini.parse("T1 level=odd: w(x,1) c\nT2 level=rc: r(x,1) c\nT3 level=odd: w(x,2) c\n");
        assertThat(LevelWords.unknown(history)).containsExactly("odd");
        assertThat(Level.recorded(Mini.parse("T1 level=odd: w(x,1) c\n"))
                        .orElseThrow()
                        .mixed())
                .isTrue();
        assertThat(LevelWords.unknown(Mini.parse("about engine=PostgreSQL\nT1 level=\"JDBC 4096\": w(x,1) c\n")))
                .containsExactly("JDBC 4096");
    }
}
