package io.bateleur.app.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Tells whether a stream is a terminal. Java itself cannot say it of one stream alone. */
enum Tty {
    STDIN("stdin", 0),
    STDOUT("stdout", 1),
    STDERR("stderr", 2);

    private final String name;
    private final int descriptor;

    Tty(String name, int descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    /** The launcher's word, or else Linux's, or else a guess from Java's console. */
    static boolean isTerminal(Tty stream) {
        String told = System.getProperty("bateleur." + stream.name + ".tty");
        if (told != null) {
            return Boolean.parseBoolean(told);
        }
        String device = device(stream.descriptor);
        return device != null ? isTerminalDevice(device) : stream == STDOUT && consoleIsTerminal();
    }

    static boolean isTerminalDevice(String device) {
        return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
    }

    private static @Nullable String device(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Up to JDK 21 there is a console only if input and output are terminals; later ones have to be asked. */
    private static boolean consoleIsTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }
}
