package io.bateleur.bench;

/**
 * What running a case gave.
 *
 * @param megabytes the most memory that one of the runs had in use, or -1 where nobody can tell
 * @param answer of the last run
 */
record Measured(Runs runs, long megabytes, Answer answer) {}
