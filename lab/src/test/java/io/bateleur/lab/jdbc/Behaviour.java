package io.bateleur.lab.jdbc;

/**
 * Something that a program may do with JDBC, and that it can see when it does.
 *
 * @param name unique among those of one database
 */
record Behaviour(String name, Body body) {
    /** Does it on connections of the trial, and writes down all that a program could have noticed. */
    interface Body {
        void run(Trial trial) throws Exception;
    }
}
