/**
 * What applications do in SQL: the same seeded generators of transactions, on tables.
 *
 * <p>In: {@link io.bateleur.lab.workload.Settings}, a random number generator per session and {@link
 * io.bateleur.lab.workload.sql.SqlWords}. Out: tables, and bodies of transactions, which run on any JDBC connection.
 */
@NullMarked
package io.bateleur.lab.workload.sql;

import org.jspecify.annotations.NullMarked;
