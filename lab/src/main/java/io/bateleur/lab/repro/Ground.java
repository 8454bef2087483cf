package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** One database system of one version that is running: cases run on it one after the other, each in an empty database. */
public interface Ground extends AutoCloseable {
    /** Such as {@code postgres}. */
    String engine();

    /** As its makers write it. */
    String version();

    Manners manners();

    Arena fresh() throws ServerException, SQLException;

    /** Brings it back after a crash, with what it had made durable; waits until it takes connections. */
    default void recover() throws ServerException {}

    /** Whether its process has ended. */
    default boolean hasEnded() {
        return false;
    }

    /** Puts a session at a level, and asks back what it is at. */
    default String setLevel(Connection connection, SqlLevel level) throws SQLException {
        return manners().setLevel(connection, level);
    }

    /** Those to run a case at that names none. */
    default List<SqlLevel> levels() {
        return manners().onlyLevel().map(List::of).orElse(List.of(SqlLevel.values()));
    }

    /** What the level amounts to by the makers' documentation, in our words. */
    default Optional<String> promised(SqlLevel level) {
        return manners().promised(level);
    }

    @Override
    void close();
}
