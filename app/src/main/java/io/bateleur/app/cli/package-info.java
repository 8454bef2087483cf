/**
 * The command line: one class per command, and what they share.
 *
 * <p>In: arguments, files, the environment. Out: text or JSON on the terminal, and an exit code of {@link ExitCodes}.
 */
@NullMarked
package io.bateleur.app.cli;

import org.jspecify.annotations.NullMarked;
