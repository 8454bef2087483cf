package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.Mini;
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
}
