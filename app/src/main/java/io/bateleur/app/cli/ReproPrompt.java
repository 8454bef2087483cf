package io.bateleur.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands about bugs and servers, one after the other, without starting the program for each. */
final class ReproPrompt {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private static final String[] WORDS = {"list", "test", "server", "shell", "build", "help", "exit"};

    private static final List<String> HELP = List.of(
            "list [REGEX]              the cases, each at each of its levels; list databases: the servers",
            "test REGEX|FILE ...       runs cases, with the options of bateleur repro, as in test MDEV --runs 3",
            "server DATABASE           starts a server until Enter",
            "shell [N] DATABASE        opens SQL sessions on a server",
            "build PRODUCT SOURCE      builds a server from its sources",
            "help [COMMAND]            this, or the options of one of these",
            "exit                      ends, as does Ctrl-D");

    private final Terminal terminal;
    private final Prompt prompt;

    ReproPrompt(Terminal terminal, Prompt prompt) {
        this.terminal = terminal;
        this.prompt = prompt;
    }

    /** On the terminal that we were started from. */
    static int run(Terminal terminal) {
        try (Prompt prompt = Prompt.of(terminal, "repro", WORDS)) {
            new ReproPrompt(terminal, prompt).run();
        }
        return ExitCodes.OK;
    }

    void run() {
        prompt.tell("list, test, server, shell, build, help, exit; Tab completes");
        while (true) {
            String line = prompt.line("repro> ");
            if (line == null) {
                return;
            }
            List<String> words = words(line);
            if (words.isEmpty()) {
                continue;
            }
            if (words.get(0).equals("exit") || words.get(0).equals("quit")) {
                return;
            }
            command(words);
        }
    }

    private void command(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        switch (words.get(0)) {
            case "list" -> {
                boolean databases = rest.equals(List.of("databases"));
                execute(databases ? List.of("list") : List.of("repro", "list"), rest);
            }
            case "test" -> {
                if (rest.isEmpty()) {
                    prompt.tell("test what? A case, a part of its name, or a file; list shows the cases");
                } else {
                    execute(List.of("repro"), rest);
                }
            }
            case "server", "shell", "build" -> execute(List.of(words.get(0)), rest);
            case "help" -> {
                if (rest.isEmpty()) {
                    HELP.forEach(prompt::tell);
                } else {
                    execute(List.of("help"), List.of(rest.get(0).equals("test") ? "repro" : rest.get(0)));
                }
            }
            default -> prompt.tell("there is no " + words.get(0) + "; help shows what there is");
        }
    }

    /** As if it had been typed after {@code bateleur}: what goes wrong is told there, and the prompt goes on. */
    private void execute(List<String> command, List<String> rest) {
        List<String> all = new ArrayList<>(command);
        all.addAll(rest);
        new Main(terminal).run(all.toArray(String[]::new));
        terminal.out().flush();
        terminal.text().flush();
        terminal.err().flush();
    }

    /** As a shell would take it apart; quotes keep blanks together. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }
}
