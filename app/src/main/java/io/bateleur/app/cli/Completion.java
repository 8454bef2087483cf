package io.bateleur.app.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = "Print a script that lets your shell complete commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(bateleur completion bash)",
            "  bateleur completion zsh > ~/.bateleur-completion",
            "  echo 'source ~/.bateleur-completion' >> ~/.zshrc"
        })
final class Completion implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    Completion(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash(Main.NAME, spec.root().commandLine());
        terminal.out().print(shell == Shell.zsh ? forZsh(script) : script);
        return ExitCodes.OK;
    }

    /** The script itself turns on zsh's support of bash completions, but that support needs compinit first. */
    private static String forZsh(String script) {
        return "autoload -Uz compinit && compinit\n" + script;
    }

    /** In lower case because that is how they are typed and shown. */
    private enum Shell {
        bash,
        zsh
    }
}
