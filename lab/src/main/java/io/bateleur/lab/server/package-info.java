/**
 * Database servers of chosen versions, started here and gone afterwards, and JDBC drivers of chosen versions.
 *
 * <p>In: {@code postgres:12.3} and settings. Out: a {@link io.bateleur.lab.server.Server} on a port of this machine.
 */
@NullMarked
package io.bateleur.lab.server;

import org.jspecify.annotations.NullMarked;
