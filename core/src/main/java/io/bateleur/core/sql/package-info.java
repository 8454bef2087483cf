/**
 * The outermost shape of SQL, which every dialect shares: where statements end.
 *
 * <p>In: nothing of the other rooms. Out: what the recorder, the lift and the case language split texts with.
 */
@NullMarked
package io.bateleur.core.sql;

import org.jspecify.annotations.NullMarked;
