package io.bateleur.app.cli;

import io.bateleur.core.model.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "help",
        description = "Show the help of a command, as its --help does, or of the program.",
        footerHeading = "%nExamples:%n",
        footer = {"  bateleur help run", "  bateleur help bench check"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Which command.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
        CommandLine found = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                List<String> near = Nearest.to(word, found.getSubcommands().keySet());
                throw new ParameterException(
                        spec.commandLine(),
                        "Unknown command: '" + word + "'"
                                + (near.isEmpty() ? "" : "\ndid you mean: " + String.join(" or ", near) + "?"));
            }
            found = next;
        }
        found.usage(spec.commandLine().getOut());
        return ExitCodes.OK;
    }
}
