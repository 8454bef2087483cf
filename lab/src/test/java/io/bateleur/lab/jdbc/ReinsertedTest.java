package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReinsertedTest {
    @Test
    void oneDeletesWhatTheOtherInsertsMeanwhile() {
        assertThat(explains("INSERT INTO t VALUES (1, 2)", 1, 5)).isTrue();
    }

    @Test
    void anotherRow() {
        assertThat(explains("INSERT INTO t VALUES (2, 2)", 2, 5)).isFalse();
    }

    @Test
    void anUpdate() {
        assertThat(explains("UPDATE t SET v = 2 WHERE k = 1", 1, 5)).isFalse();
    }

    @Test
    void oneAfterTheOther() {
        assertThat(explains("INSERT INTO t VALUES (1, 2)", 1, 50)).isFalse();
    }

    /** A deletes row 1 from 0 to 10; B writes a row by some statement from {@code begins} on. */
    private static boolean explains(String statement, int row, long begins) {
        var recorded = History.builder();
        var part = History.builder();
        for (String id : List.of("A", "B")) {
            boolean first = id.equals("A");
            TransactionBuilder spoken = recorded.begin(id, id);
            spoken.at(first ? 0 : begins, first ? 0 : begins);
            spoken.sql(first ? "DELETE FROM t WHERE k = 1" : statement, List.of(), Content.unknown());
            spoken.commit().at(first ? 10 : 60, first ? 10 : 60);
            TransactionBuilder lifted = part.begin(id, id);
            Value cell = Value.list(Value.of("public.t"), Value.of("v"), Value.of(first ? 1 : row));
            if (first) {
                lifted.delete(cell);
            } else {
                lifted.put(cell, Value.of(2));
            }
            lifted.commit();
        }
        return Reinserted.explains(recorded.build(), part.build());
    }
}
