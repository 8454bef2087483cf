package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers and tables survive the way into a trace and back, and anything else is not taken for one. */
class SqlRecordsTest {
    @Test
    void answersAreValues() {
        List<SqlResult> answer = List.of(
                new SqlResult.Rows(
                        List.of("id", "name"),
                        List.of(List.of(Value.of(1), Value.NULL), List.of(Value.of(2), Value.of("x"))),
                        true),
                new SqlResult.Rows(List.of(), List.of(List.of()), false),
                new SqlResult.Count(3L),
                new SqlResult.Count(null),
                new SqlResult.Keys(List.of("id"), List.of(List.of(Value.of(17)))),
                new SqlResult.Failure("40001", "try again"));
        assertThat(SqlResult.of(SqlResult.toValue(answer))).contains(answer);
    }

    @Test
    void whatIsNoAnswerIsNotTakenForOne() {
        assertThat(SqlResult.of(Value.of(5))).isEmpty();
        assertThat(SqlResult.of(Value.list(Value.of(5)))).isEmpty();
        assertThat(SqlResult.of(Value.list(Value.list()))).isEmpty();
        assertThat(SqlResult.of(Value.list(Value.list(Value.of("count"), Value.of("1")))))
                .isEmpty();
        assertThat(SqlResult.of(Value.list(Value.list(
                        Value.of("rows"), Value.list(), Value.list(Value.list(Value.of(1))), Value.of(true)))))
                .isEmpty();
    }

    @Test
    void tablesAreValues() {
        SqlTable account = new SqlTable(
                "public.account",
                List.of("branch", "id"),
                List.of(
                        new SqlTable.Column("branch", "INTEGER", 10, 0, false),
                        new SqlTable.Column("id", "BIGINT", 19, 0, false),
                        new SqlTable.Column("balance", "NUMERIC", 12, 2, false),
                        new SqlTable.Column("changed", "TIMESTAMP", 29, 6, true)),
                false,
                List.of("public.entry"));
        assertThat(SqlTable.of(Map.of("table public.account", account.toValue(), "engine", Value.of("PostgreSQL"))))
                .containsExactly(account);
        for (List<List<String>> uniques :
                List.of(List.<List<String>>of(), List.of(List.of("balance", "changed"), List.of("")))) {
            SqlTable looked = new SqlTable(account.name(), account.key(), account.columns(), false, List.of(), uniques);
            assertThat(SqlTable.of(account.name(), looked.toValue())).contains(looked);
        }
    }

    @Test
    void aTableOfWhichNobodyToldMayHaveTriggers() {
        assertThat(SqlTable.of("t", Value.list(Value.list(Value.of("key"), Value.of("id")))))
                .get()
                .extracting(SqlTable::triggers)
                .isEqualTo(true);
        assertThat(SqlTable.of("t", Value.of(1))).isEmpty();
    }
}
