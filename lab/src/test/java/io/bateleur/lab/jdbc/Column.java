package io.bateleur.lab.jdbc;

/**
 * A column of the table {@code kinds}, which has one of every type that the database has.
 *
 * @param first what is in it in row 1, as SQL; row 2 has nulls
 * @param second what is in it in row 3
 */
record Column(String name, String type, String first, String second) {}
