package io.bateleur.lab.repro;

import java.sql.Connection;
import java.sql.SQLException;

/** An empty database for one run. */
public interface Arena extends AutoCloseable {
    /** @param session what the connection is for, which some databases can be told */
    Connection connect(String session) throws SQLException;

    /** The same as others may see it: asks who waits, and is never recorded. */
    Connection monitor() throws SQLException;

    /** Deletes it, whatever sessions are still in it. Never throws. */
    @Override
    void close();
}
