package io.bateleur.lab.server;

import java.nio.file.Path;
import java.util.Map;

/**
 * One server's place in this machine.
 *
 * @param base the unpacked binaries
 * @param home its temporary directory
 * @param settings what it is told at its start
 */
record Instance(ServerSpec spec, Path base, Path home, int port, String password, Map<String, String> settings) {
    Path data() {
        return home.resolve("data");
    }

    /** What it prints. */
    Path log() {
        return home.resolve("log");
    }

    /** The password as a word of a shell's command line. */
    String passwordInShell() {
        return password.matches("[A-Za-z0-9_.,:@%+-]+") ? password : "'" + password.replace("'", "'\\''") + "'";
    }

    Instance withPort(int other) {
        return new Instance(spec, base, home, other, password, settings);
    }
}
