/**
 * The encodings of published checkers, for comparison and as second opinions.
 */
@NullMarked
package io.bateleur.core.encode.published;

import org.jspecify.annotations.NullMarked;
