package io.bateleur.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells whether somebody pressed Enter, without ever waiting for it. The end of the input is not Enter: a program that is started
 * without a keyboard goes on.
 */
final class EnterKey {
    private final InputStream in;

    EnterKey(InputStream in) {
        this.in = in;
    }

    boolean pressed() {
        try {
            while (in.available() > 0 && isOurs()) {
                if (in.read() == '\n') {
                    return true;
                }
            }
        } catch (IOException e) {
            // There is no input.
        }
        return false;
    }

    /** What is typed while a shell has put us into the background is for others, and whoever reads it is stopped. */
    private static boolean isOurs() {
        if (!Tty.isTerminal(Tty.STDIN)) {
            return true;
        }
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // state parent group session terminal foreground ...
            String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return words[2].equals(words[5]);
        } catch (IOException e) {
            return true;
        }
    }
}
