/**
 * Records what an application does through JDBC, without its noticing.
 *
 * <p>In: a connection, a data source or an XA data source of any driver, or a URL with {@code bateleur:} in it. Out: the same thing with
 * the same behaviour, and its statements, answers and transactions in a trace. What the trace holds is told in docs/recorder.md.
 */
@NullMarked
package io.bateleur.recorder.jdbc;

import org.jspecify.annotations.NullMarked;
