/**
 * From the IR to a problem for a solver and back: what is open becomes variables, mostly only when a candidate order breaks it.
 */
@NullMarked
package io.bateleur.core.encode;

import org.jspecify.annotations.NullMarked;
