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

    /** Who read our output went away: what a shell reports for any program that ends so (128 + SIGPIPE). */
    static final int BROKEN_PIPE = 141;

    private ExitCodes() {}
}
