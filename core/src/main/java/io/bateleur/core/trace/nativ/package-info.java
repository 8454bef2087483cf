/**
 * Our own formats: the native trace, and the mini-language that people write.
 */
@NullMarked
package io.bateleur.core.trace.nativ;

import org.jspecify.annotations.NullMarked;
