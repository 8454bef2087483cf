package io.bateleur.lab.workload.sql;

import java.sql.SQLException;
import java.util.SplittableRandom;

/** One kind of transaction of an application: what it does follows from the random numbers and from what it reads. */
@FunctionalInterface
interface SqlProgram {
    /** Returns whether to commit. */
    boolean run(Sql sql, SplittableRandom random) throws SQLException;

    default SqlWorkload.Body with(SqlWords words, SplittableRandom random) {
        return connection -> run(new Sql(connection, words), random);
    }
}
