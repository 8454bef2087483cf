package io.bateleur.app.cli;

import io.bateleur.core.model.Nearest;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said about a command line that makes no sense. */
final class UsageError {
    private static final Pattern CHOICES = Pattern.compile("(expected one of \\[[^\\]]*\\]) \\(case-insensitive\\)");

    private UsageError() {}

    static int report(ParameterException wrong) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        PrintWriter err = wrong.getCommandLine().getErr();
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            reportUnmatched(unmatched, command, err);
        } else {
            err.println(Main.NAME + ": " + asTyped(String.valueOf(wrong.getMessage())));
        }
        err.println("try: " + command.qualifiedName() + " --help");
        return ExitCodes.USAGE;
    }

    /** The library shows the choices as constants of Java. */
    private static String asTyped(String message) {
        return CHOICES.matcher(message)
                .replaceAll(found -> found.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void reportUnmatched(UnmatchedArgumentException wrong, CommandSpec command, PrintWriter err) {
        boolean option = wrong.isUnknownOption();
        String word = wrong.getUnmatched().get(0);
        boolean expectsCommand = !option && !command.subcommands().isEmpty();
        err.println(Main.NAME + ": " + (expectsCommand ? "Unknown command: '" + word + "'" : wrong.getMessage()));

        Collection<String> known =
                option ? command.optionsMap().keySet() : command.subcommands().keySet();
        List<String> near = Nearest.to(word.replaceFirst("=.*", ""), known);
        if (!near.isEmpty()) {
            err.println("did you mean: " + String.join(" or ", near) + "?");
        }
    }
}
