package io.bateleur.app.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Where the program starts and ends. The commands themselves are listed in {@link Commands}. */
@Command(
        name = Main.NAME,
        description = "Does this database really give the isolation it promises?",
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:The level holds, or the work is done.",
            "  1:Violated: a violation was found and shown.",
            "  2:Undecided: the output says what was missing.",
            " 64:The command line makes no sense.",
            " 65:The input could not be read or makes no sense.",
            " 69:Something needed, a server or a disk, is not available.",
            " 70:A bug in Bateleur, or out of memory.",
            "130:Interrupted by Ctrl-C."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur demo",
            "  bateleur check history.edn --level serializable",
            "  bateleur info history.edn",
            "  bateleur gen --help",
            "  BATELEUR_OPTS=-Xmx8g bateleur info huge.jsonl.zst"
        })
public final class Main implements Callable<Integer> {
    static final String NAME = "bateleur";

    /** What stands before the megabytes where a user gives Java more memory. */
    static final String MEMORY = "BATELEUR_OPTS=-Xmx";

    /** Commands that look at the others. */
    private static final Set<String> KNOW_THE_OTHERS = Set.of("completion", "help");

    private final Terminal terminal;
    private final List<Object> commands;

    @Spec
    CommandSpec spec;

    /** Inherited, so that every command has it. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;

    Main(Terminal terminal) {
        this(terminal, Commands.all(terminal));
    }

    Main(Terminal terminal, List<Object> commands) {
        this.terminal = terminal;
        this.commands = commands;
    }

    public static void main(String[] args) {
        Terminal terminal = Terminal.system();
        System.setOut(
                new PrintStream(OutputStream.nullOutputStream())); // some engines print there what nobody asked for
        new Main(terminal).runAndExit(args);
    }

    void runAndExit(String... args) {
        Locale.setDefault(Locale.ROOT); // numbers look the same everywhere
        FailureMessages failures = new FailureMessages(terminal, List.of(args));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            failures.mute(); // after Ctrl-C whatever breaks is no news
            terminal.clearProgress();
        }));
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (!failures.muted()) { // a dying shutdown hook must not call exit: it would wait for itself
                System.exit(failures.exitCode(thrown));
            }
        });
        Interrupts.answer(() -> {
            failures.interrupted();
            System.exit(ExitCodes.INTERRUPTED);
        });
        System.exit(run(failures, args));
    }

    int run(String... args) {
        return run(new FailureMessages(terminal, List.of(args)), args);
    }

    private int run(FailureMessages failures, String... args) {
        try {
            CommandLine line = commandLine(failures, List.of(args));
            int exitCode = line.execute(args);
            line.getOut().flush();
            line.getErr().flush();
            terminal.out().flush();
            return exitCode;
        } catch (Throwable thrown) { // errors as well: none may reach the user as a bare stack trace
            return failures.exitCode(thrown);
        }
    }

    private CommandLine commandLine(FailureMessages failures, List<String> args) {
        CommandLine line = new CommandLine(this);
        needed(args).forEach(line::addSubcommand);
        HelpText.shape(line, terminal);
        // From here on each setting reaches the commands as well.
        return line.setOut(new PrintWriter(terminal.text(), false, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), false, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // an argument may begin with @
                .setParameterExceptionHandler((wrong, arguments) -> UsageError.report(wrong))
                .setExecutionExceptionHandler((thrown, command, parsed) -> failures.exitCode(thrown));
    }

    /** The commands that picocli has to look at, which takes it some milliseconds each: only the one that was asked for, where that is clear. */
    private List<Object> needed(List<String> args) {
        if (args.equals(List.of("--version"))) {
            return List.of();
        }
        List<Object> named =
                commands.stream().filter(command -> isNamed(command, args)).toList();
        return named.isEmpty() ? commands : named;
    }

    private static boolean isNamed(Object command, List<String> args) {
        String name = command.getClass().getAnnotation(Command.class).name();
        return !args.isEmpty() && name.equals(args.get(0)) && !KNOW_THE_OTHERS.contains(name);
    }

    /** Reached when no command was given. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
