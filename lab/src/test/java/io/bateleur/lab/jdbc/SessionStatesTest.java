package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.Transaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace tells of what the names and values of a session mean. */
class SessionStatesTest {
    @TempDir
    Path directory;

    /** By each statement the schema that it looks in first, as a reader of the trace knows it. */
    private static List<String> places(History history) {
        List<String> places = new ArrayList<>();
        SessionState state = SessionState.of(history.about());
        for (Transaction each : history.transactions()) {
            for (Operation operation : each.operations()) {
                if (operation.statement().equals(SessionState.TEXT)) {
                    state = SessionState.of(operation.parameters());
                } else {
                    List<String> path = state.path();
                    places.add(operation.statement() + " in "
                            + (path == null
                                    ? "unknown"
                                    : path.stream()
                                            .filter(name -> !name.startsWith("pg_"))
                                            .findFirst()
                                            .orElse("none")));
                }
            }
        }
        return places;
    }

    @Test
    void postgres() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute(
                    "CREATE SCHEMA a",
                    "CREATE SCHEMA b",
                    "CREATE FUNCTION move() RETURNS text LANGUAGE sql AS $$ SELECT set_config('search_path', 'b', false) $$");
            try (Connection connection = server.recorded("s")) {
                Trial.run(connection, "SELECT 1", "SET search_path TO a", "SELECT 2", "RESET search_path", "SELECT 3");
                connection.setAutoCommit(false);
                Trial.run(connection, "SELECT set_config('search_path', 'b', true)", "SELECT 4");
                connection.commit();
                Trial.run(connection, "SET search_path TO a", "SELECT 5");
                connection.rollback();
                Trial.run(connection, "SELECT 6", "SELECT move()");
                connection.commit();
                Trial.run(connection, "SELECT 7");
                connection.commit();
                connection.setSchema("a");
                connection.commit();
                Trial.run(connection, "SELECT 8");
                connection.commit();
            }
            try (Connection other = server.recorded("other", "currentSchema=b")) {
                Trial.run(other, "SELECT 9");
            }
            assertThat(places(server.history()))
                    .contains("SELECT 1 in public", "SELECT 2 in a", "SELECT 3 in public", "SELECT 6 in public")
                    .contains("SELECT 7 in b", "SELECT 8 in a", "SELECT 9 in b");
        }
    }

    @Test
    void mariaDb() throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            server.execute("CREATE DATABASE other");
            try (Connection connection = server.recorded("s")) {
                Trial.run(connection, "SELECT 1", "USE other", "SELECT 2");
                connection.setCatalog("test");
                Trial.run(connection, "SELECT 3", "SET sql_mode = ''", "SELECT 4");
            }
            History history = server.history();
            assertThat(places(history)).contains("SELECT 1 in test", "SELECT 2 in other", "SELECT 3 in test");
            SessionState first = SessionState.of(history.about());
            assertThat(first.setting(SessionState.FOUND_ROWS)).contains("true");
            assertThat(first.setting(SessionState.SQL_MODE).orElseThrow()).contains("STRICT_TRANS_TABLES");
            assertThat(history.transactions().stream()
                            .flatMap(each -> each.operations().stream())
                            .filter(each -> each.statement().equals(SessionState.TEXT))
                            .map(each -> SessionState.of(each.parameters())
                                    .setting(SessionState.SQL_MODE)
                                    .orElse("?"))
                            .toList())
                    .last()
                    .isEqualTo("");
        }
    }
}
