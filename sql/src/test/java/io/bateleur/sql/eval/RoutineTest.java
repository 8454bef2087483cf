package io.bateleur.sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Stored procedures and functions, as MySQL and PostgreSQL write them. */
class RoutineTest {
    private static PlainDatabase database(SqlDialect dialect, String... statements) {
        PlainDatabase database = new PlainDatabase(dialect);
        database.execute("CREATE TABLE accounts (acc_id INT PRIMARY KEY, balance DECIMAL(12,2))");
        database.execute("INSERT INTO accounts VALUES (1, 100), (2, 300)");
        for (String statement : statements) {
            assertThat(database.execute(statement).gaps()).as(statement).isEmpty();
        }
        return database;
    }

    private static Object value(PlainDatabase database, String query) {
        return database.execute(query).rows().tuples().get(0).values()[0];
    }

    private static void call(PlainDatabase database, String call, Object... parameters) {
        Answer answer = database.execute(call, parameters);
        assertThat(answer.gaps()).as(call).isEmpty();
        assertThat(answer.error()).as(call).isNull();
    }

    @Test
    void transfersByTwoProcedures() {
        PlainDatabase database = database(
                SqlDialect.MYSQL,
                "CREATE PROCEDURE Deposit (IN tgt INT, IN amt DECIMAL(12,2)) UPDATE accounts SET balance = balance + amt WHERE acc_id = tgt",
                "CREATE PROCEDURE Transfer (IN src INT, IN tgt INT, IN amt DECIMAL(12,2)) BEGIN CALL Deposit(tgt, amt); UPDATE accounts SET balance = balance - amt WHERE acc_id = src; END");
        call(database, "CALL Transfer(?, ?, ?)", 1L, 2L, 10L);
        assertThat(value(database, "SELECT balance FROM accounts WHERE acc_id = 1"))
                .isEqualTo(new BigDecimal("90.00"));
        assertThat(value(database, "SELECT balance FROM accounts WHERE acc_id = 2"))
                .isEqualTo(new BigDecimal("310.00"));
    }

    @Test
    void goesThroughACursorUntilItIsAtItsEnd() {
        PlainDatabase database = database(
                SqlDialect.MYSQL,
                "CREATE PROCEDURE p () BEGIN DECLARE done INT DEFAULT 0; DECLARE i INT; DECLARE c CURSOR FOR SELECT acc_id FROM accounts ORDER BY acc_id; "
                        + "DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN c; l: LOOP FETCH c INTO i; IF done THEN LEAVE l; END IF; "
                        + "UPDATE accounts SET balance = balance + i WHERE acc_id = i; END LOOP; CLOSE c; WHILE done < 5 DO SET done = done + 1; END WHILE; "
                        + "UPDATE accounts SET balance = balance + done; END");
        call(database, "CALL p()");
        assertThat(value(database, "SELECT SUM(balance) FROM accounts")).isEqualTo(new BigDecimal("413.00"));
    }

    @Test
    void catchesAnErrorAndUndoesWhatTheBlockDid() {
        PlainDatabase database = database(
                SqlDialect.POSTGRES,
                "CREATE PROCEDURE p(k int) LANGUAGE plpgsql AS $$ DECLARE x numeric; BEGIN BEGIN UPDATE accounts SET balance = 0; "
                        + "INSERT INTO accounts VALUES (k, 5); EXCEPTION WHEN unique_violation THEN x := 7; END; "
                        + "IF x IS NOT NULL THEN UPDATE accounts SET balance = balance + x WHERE acc_id = k; END IF; END $$");
        call(database, "CALL p(1)");
        assertThat(value(database, "SELECT sum(balance) FROM accounts")).isEqualTo(new BigDecimal("407.00"));
        call(database, "CALL p(3)");
        assertThat(value(database, "SELECT sum(balance) FROM accounts")).isEqualTo(new BigDecimal("5.00"));
    }

    @Test
    void loopsOverRowsAndNumbersAndReturns() {
        PlainDatabase database = database(
                SqlDialect.POSTGRES,
                "CREATE FUNCTION f(n int) RETURNS numeric LANGUAGE plpgsql AS $$ DECLARE s numeric := 0; r record; BEGIN "
                        + "FOR r IN SELECT acc_id, balance FROM accounts ORDER BY acc_id LOOP s := s + r.balance * r.acc_id; END LOOP; "
                        + "FOR i IN 1..n LOOP CONTINUE WHEN i = 2; s := s + i; END LOOP; RETURN s; END $$");
        assertThat(value(database, "SELECT f(3)")).isEqualTo(new BigDecimal("704.00"));
    }

    @Test
    void readsOneRowIntoVariablesAndRaises() {
        PlainDatabase database = database(
                SqlDialect.POSTGRES,
                "CREATE PROCEDURE pay(k int, amt numeric) LANGUAGE plpgsql AS $$ DECLARE b numeric; BEGIN "
                        + "SELECT balance INTO b FROM accounts WHERE acc_id = k FOR UPDATE; "
                        + "IF NOT FOUND THEN RAISE EXCEPTION 'none' USING ERRCODE = 'P0002'; END IF; "
                        + "IF b < amt THEN RAISE EXCEPTION 'poor'; END IF; UPDATE accounts SET balance = b - amt WHERE acc_id = k; END $$");
        assertThat(database.execute("CALL pay(9, 1)").error().state()).isEqualTo("P0002");
        assertThat(database.execute("CALL pay(1, 101)").error().state()).isEqualTo("P0001");
        call(database, "CALL pay(1, 40)");
        assertThat(value(database, "SELECT balance FROM accounts WHERE acc_id = 1"))
                .isEqualTo(new BigDecimal("60.00"));
    }

    @Test
    void doesNotGoOnWhereTheWayIsNotKnown() {
        PlainDatabase database = database(
                SqlDialect.POSTGRES,
                "CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN IF random() < 0.5 THEN UPDATE accounts SET balance = 0; END IF; END $$");
        assertThat(database.execute("CALL p()").gaps()).hasSize(1);
        assertThat(database.execute("SELECT balance FROM accounts").rows().tuples())
                .extracting(Tuple::presence)
                .containsExactly(Presence.MANY);
    }
}
