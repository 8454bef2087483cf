package io.bateleur.app.cli;

/** How a command ends early for a reason that is not our bug; the message is all that the user sees. */
final class CommandFailed extends RuntimeException {
    private final int exitCode;

    private CommandFailed(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The message says where: {@code trace.jsonl:41: read of x saw 7, which nobody wrote}. */
    static CommandFailed badInput(String message) {
        return new CommandFailed(ExitCodes.BAD_INPUT, message);
    }

    static CommandFailed unavailable(String message) {
        return new CommandFailed(ExitCodes.UNAVAILABLE, message);
    }

    static CommandFailed usage(String message) {
        return new CommandFailed(ExitCodes.USAGE, message);
    }

    /** Ctrl-C before there was anything to go on with. */
    static CommandFailed interrupted(String message) {
        return new CommandFailed(ExitCodes.INTERRUPTED, message);
    }

    int exitCode() {
        return exitCode;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
