package io.bateleur.app.cli;

/** What the program's exit code says. Scripts rely on it: a number never changes its meaning. */
final class ExitCodes {
    /** The level holds, or the work is done. */
    static final int OK = 0;

    /** A violation was found. */
    static final int VIOLATED = 1;

    /** Neither proved nor refuted: the output says what was missing. */
    static final int UNDECIDED = 2;

    /** The command line makes no sense. */
    static final int USAGE = 64;

    /** The input could not be read or makes no sense. */
    static final int BAD_INPUT = 65;

    /** Something that we need, a server or a disk, does not answer. */
    static final int UNAVAILABLE = 69;

    /** A bug in Bateleur, or too little memory. */
    static final int BUG = 70;

    /** Ctrl-C, or another signal to end: what was found so far is printed (128 + SIGINT). The JVM gives this code by itself. */
    static final int INTERRUPTED = 130;

    /** Who read our output went away: what a shell reports for any program that ends so (128 + SIGPIPE). */
    static final int BROKEN_PIPE = 141;

    private ExitCodes() {}

    /**
     * The worse of two, where one run has several results: what broke outweighs what was found, and a violation is a fact that
     * what stayed undecided cannot change.
     */
    static int worse(int a, int b) {
        return badness(a) >= badness(b) ? a : b;
    }

    private static int badness(int exitCode) {
        return switch (exitCode) {
            case OK -> 0;
            case UNDECIDED -> 1;
            case VIOLATED -> 2;
            default -> exitCode;
        };
    }
}
