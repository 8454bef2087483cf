package io.bateleur.sql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.SessionState;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateChangeTest {
    private static final SessionState BEFORE =
            new SessionState(List.of("public"), Map.of(SessionState.USER, "app", SessionState.SQL_MODE, "ANSI"));

    private static SessionState after(SqlDialect dialect, String text) {
        return new StateChange(dialect)
                .after(BEFORE, SqlReader.read(text, dialect).get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POSTGRES | SET search_path TO A, \"B\", 'c'                       | a,B,c",
                "POSTGRES | SET LOCAL search_path = \"$user\", public              | app,public",
                "POSTGRES | SELECT set_config('search_path', 'One, \"Two\"', true) | one,Two",
                "POSTGRES | SET SCHEMA 'b'                                         | b",
                "POSTGRES | SET SCHEMA \"B\"                                       | B",
                "POSTGRES | SELECT set_config('app.tenant', '7', false)            | public",
                "POSTGRES | UPDATE t SET search_path = 'x'                         | public",
                "MYSQL    | USE `Other`                                            | Other",
                "MYSQL    | SET NAMES utf8mb4                                      | public",
                "H2       | SET SCHEMA other                                       | OTHER",
            })
    void aPathThatTheTextTells(SqlDialect dialect, String text, String path) {
        assertThat(after(dialect, text).path()).containsExactly(path.split(","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET search_path TO DEFAULT",
                "RESET ALL",
                "RESET search_path",
                "DISCARD ALL",
                "SET ROLE other",
                "SET SESSION AUTHORIZATION other",
                "SELECT set_config('search_path', $1, false)",
                "SELECT set_config(name, 'a', false) FROM settings",
                "DO $$ BEGIN PERFORM set_config('search_path', 'a', false); END $$",
                "CALL anything()",
                "CREATE SCHEMA a"
            })
    void aPathThatNobodyKnows(String text) {
        assertThat(after(SqlDialect.POSTGRES, text).path()).isNull();
    }

    @Test
    void modes() {
        assertThat(after(SqlDialect.MYSQL, "SET SESSION sql_mode = ''").setting(SessionState.SQL_MODE))
                .contains("");
        assertThat(after(SqlDialect.MYSQL, "SET @@session.sql_mode = concat(@@sql_mode, ',x')")
                        .setting(SessionState.SQL_MODE))
                .isEmpty();
    }

    @Test
    void aStateReadsBackAsItWasWritten() {
        assertThat(SessionState.of(BEFORE.toValues())).isEqualTo(BEFORE);
        assertThat(SessionState.of(List.of())).isEqualTo(SessionState.UNKNOWN);
    }
}
