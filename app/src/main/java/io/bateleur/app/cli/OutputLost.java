package io.bateleur.app.cli;

import java.io.IOException;
import java.util.Locale;

/** Standard output takes no more: a closed pipe, or a full disk. */
final class OutputLost extends RuntimeException {
    OutputLost(IOException cause) {
        super(cause);
    }

    /** Whether the reader just went away, as {@code head} does once it has seen enough. */
    boolean brokenPipe() {
        return reason().toLowerCase(Locale.ROOT).contains("pipe");
    }

    String reason() {
        Throwable cause = getCause();
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }
}
