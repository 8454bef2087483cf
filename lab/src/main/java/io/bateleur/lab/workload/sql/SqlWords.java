package io.bateleur.lab.workload.sql;

import java.util.function.IntFunction;

/**
 * What the statements of a workload need to know of a database.
 *
 * @param returning whether an UPDATE can tell the rows that it made, with RETURNING
 * @param locking what follows a query on which a write depends, so that its rows are locked; empty: they are not
 * @param limit what follows a query of which only so many rows are wanted
 */
public record SqlWords(boolean returning, String locking, IntFunction<String> limit) {}
