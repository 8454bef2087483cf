/**
 * The formats of other tools.
 */
@NullMarked
package io.bateleur.core.trace.foreign;

import org.jspecify.annotations.NullMarked;
