package io.bateleur.app.cli;

import io.bateleur.core.sql.Splitter;
import io.bateleur.core.trace.Sink;
import io.bateleur.lab.repro.Response;
import io.bateleur.lab.repro.SqlShell;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes what a person types to the sessions of a shell, and tells the answers. */
final class ShellLoop implements SqlShell.Listener {
    /** What chooses a session: {@code 1>}. */
    private static final Pattern CHOICE = Pattern.compile("\\s*(\\d{1,2})\\s*>\\s*(.*)", Pattern.DOTALL);

    static final String[] WORDS = {"\\save", "\\help", "\\quit"};

    private static final List<String> HELP = List.of(
            "SQL; ends with a semicolon, and may take several lines",
            "1>            from here on session 1 speaks; 1> SQL; chooses it and says that",
            "\\save FILE    writes what was said and answered as a .case, for bateleur repro",
            "\\quit         ends (as does Ctrl-D); the server goes with the last prompt");

    private final Prompt prompt;
    private final int sessions;
    private volatile int current;
    private @Nullable SqlShell shell;

    /** @param current the session that speaks first */
    ShellLoop(Prompt prompt, int sessions, int current) {
        this.prompt = prompt;
        this.sessions = sessions;
        this.current = current;
    }

    /** What cases call the sessions: names begin with a letter. */
    static List<String> names(int sessions) {
        return IntStream.range(0, sessions).mapToObj(each -> "s" + each).toList();
    }

    /** Until there are no more lines. */
    void run(SqlShell opened) {
        shell = opened;
        StringBuilder text = new StringBuilder();
        while (true) {
            String line = prompt.line(current + (text.length() == 0 ? "> " : "- "));
            if (line == null) {
                say(text.toString());
                return;
            }
            if (text.length() == 0) {
                Matcher choice = CHOICE.matcher(line);
                if (choice.matches() && !choose(Integer.parseInt(choice.group(1)))) {
                    continue;
                }
                line = choice.matches() ? choice.group(2) : line;
                if (line.strip().startsWith("\\")) {
                    if (!command(line.strip())) {
                        return;
                    }
                    continue;
                }
            }
            text.append(line).append('\n');
            sayWhole(text);
        }
    }

    private boolean choose(int session) {
        if (session >= sessions) {
            prompt.tell("there is no session " + session + ", only 0 to " + (sessions - 1));
            return false;
        }
        current = session;
        return true;
    }

    /** Says the statements that have ended, and leaves the rest. */
    private void sayWhole(StringBuilder text) {
        while (true) {
            int end = Splitter.end(text.toString(), 0, Splitter.SEMICOLON);
            if (end < 0) {
                if (Splitter.withoutComments(text.toString()).isBlank()) {
                    text.setLength(0);
                }
                return;
            }
            say(text.substring(0, end));
            text.delete(0, end + 1);
        }
    }

    private void say(String statement) {
        SqlShell speaking = shell;
        if (speaking != null && !Splitter.withoutComments(statement).isBlank()) {
            speaking.say("s" + current, statement.strip());
        }
    }

    /** Whether to go on. */
    private boolean command(String line) {
        String[] words = line.split("\\s+", 2);
        switch (words[0]) {
            case "\\q", "\\quit" -> {
                return false;
            }
            case "\\save" -> save(words.length > 1 ? words[1].strip() : "");
            default -> {
                if (!words[0].equals("\\help") && !words[0].equals("\\?")) {
                    prompt.tell("there is no " + words[0]);
                }
                HELP.forEach(prompt::tell);
            }
        }
        return true;
    }

    private void save(String name) {
        SqlShell spoken = shell;
        if (name.isEmpty()) {
            prompt.tell("\\save needs the name of a file, as in \\save my.case");
        } else if (spoken == null || spoken.isEmpty()) {
            prompt.tell("nothing was said yet");
        } else {
            Path file = Path.of(name.endsWith(".case") ? name : name + ".case");
            String id =
                    file.getFileName().toString().replaceFirst("\\.case$", "").replaceAll("[^A-Za-z0-9_.-]", "-");
            try (Sink sink = Sink.of(file)) {
                new PrintStream(sink.stream(), true, StandardCharsets.UTF_8)
                        .print(CasePrinter.print(spoken.asCase(id)));
                sink.finish();
                prompt.tell("written to " + file);
            } catch (IOException e) {
                prompt.tell(file + " cannot be written: " + e.getMessage());
            }
        }
    }

    @Override
    public void answered(String session, String statement, Response response, boolean later) {
        String before = later || !isCurrent(session) ? number(session) + ": " : "   ";
        if (response instanceof Response.Rows rows) {
            if (rows.rows().isEmpty()) {
                prompt.tell(before + "no rows");
            }
            rows.rows()
                    .forEach(row -> prompt.tell(before
                            + row.stream()
                                    .map(value -> value.orElse("NULL"))
                                    .collect(Collectors.joining(", ", "(", ")"))));
        } else if (response instanceof Response.Affected affected && SqlShell.counts(statement)) {
            prompt.tell(before + affected.rows() + (affected.rows() == 1 ? " row" : " rows"));
        } else {
            prompt.tell(before + (response instanceof Response.Affected ? "ok" : response));
        }
    }

    @Override
    public void waits(String session, Set<String> blockers) {
        String whom = blockers.stream().map(ShellLoop::number).collect(Collectors.joining(", "));
        prompt.tell(number(session) + " waits" + (whom.isEmpty() ? "" : " for " + whom));
    }

    @Override
    public void works(String session) {
        prompt.tell(number(session) + " is still at work");
    }

    @Override
    public void queued(String session) {
        prompt.tell(number(session) + " has not answered yet: this is said when it has");
    }

    @Override
    public void crashed() {
        prompt.tell("the server crashed, and is started again on the same data");
    }

    private boolean isCurrent(String session) {
        return session.equals("s" + current);
    }

    private static String number(String session) {
        return session.substring(1);
    }
}
