package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scripts of ReplBug: Python that gives a bug's id, link, version, set-up and scenarios, whose lines are {@code conn_0> SELECT 1;}.
 * Its connections commit each statement unless the script says BEGIN. The level is set by the bench in each session, so that statements
 * which set it are left out: ReplBug's own, {@code SET GLOBAL}, does not change open sessions.
 */
final class ReplBugScript implements ForeignFormat {
    private static final Pattern LINE = Pattern.compile("^\\s*conn_(\\d+)\\s*>(.*)$");
    private static final Pattern VERSION =
            Pattern.compile("DatabaseType\\.(\\w+)\\s*,\\s*[\"']v?(\\d[\\w.+~]*)", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile(
            "\"\"\"(.*?)\"\"\"|'''(.*?)'''|\"((?:[^\"\\\\\n]|\\\\.)*)\"|'((?:[^'\\\\\n]|\\\\.)*)'", Pattern.DOTALL);

    @Override
    public String name() {
        return "scripts of ReplBug";
    }

    @Override
    public boolean recognises(ForeignFile file) {
        return LINE.matcher(file.text()).results().findAny().isPresent()
                || file.lines().stream().anyMatch(line -> LINE.matcher(line).matches());
    }

    @Override
    public BugCase read(ForeignFile file) throws IOException {
        String text = withoutComments(file.text());
        String id = assigned(text, "BUG_ID").orElse(file.stem());
        Transcription to = new Transcription(id, assigned(text, "DESCRIPTION").orElse(id));
        assigned(text, "LINK").ifPresent(link -> to.header(new Header.Link(link)));
        to.header(new Header.Source("ReplBug"));
        Matcher version = VERSION.matcher(text);
        if (version.find()) {
            to.header(new Header.Reported(version.group(1).toLowerCase(Locale.ROOT), version.group(2)));
        }
        original(text).ifPresent(level -> to.header(new Header.Original(level)));
        Optional<String> setup = assigned(text, "SETUP_SQL_SCRIPT").or(() -> setupBeside(file, id));
        setup.ifPresent(to::setup);
        List<Scenario> scenarios = scenarios(file, text);
        scenarios.forEach(to::add);
        scenarios.stream()
                .flatMap(scenario -> scenario.sessions().stream())
                .distinct()
                .sorted()
                .forEach(session -> to.header(
                        new Header.Session(io.bateleur.lab.repro.language.Position.NONE, session, true, List.of())));
        return to.finish();
    }

    /** Lines of Python that are only a comment. */
    private static String withoutComments(String text) {
        return text.replaceAll("(?m)^#.*$", "");
    }

    private static Optional<SqlLevel> original(String text) {
        Matcher level = Pattern.compile("ORIGINAL_ISOLATION_LEVEL\\s*=\\s*(?:IsolationLevel\\.)?(\\w+)")
                .matcher(text);
        if (!level.find()) {
            return Optional.empty();
        }
        return level.group(1).startsWith("DEFAULT")
                ? Optional.of(SqlLevel.REPEATABLE_READ)
                : Transcription.level(level.group(1));
    }

    /** The strings that a variable is given: several in brackets are one. */
    private static Optional<String> assigned(String text, String variable) {
        Matcher at = Pattern.compile("(?m)^" + variable + "\\s*=\\s*(\\()?\\s*").matcher(text);
        if (!at.find()) {
            return Optional.empty();
        }
        StringBuilder value = new StringBuilder();
        Matcher string = STRING.matcher(text);
        int from = at.end();
        while (string.find(from) && text.substring(from, string.start()).matches("\\s*[fr]?")) {
            value.append(content(string));
            from = string.end();
            if (at.group(1) == null) {
                break;
            }
        }
        return value.toString().isBlank() ? Optional.empty() : Optional.of(value.toString());
    }

    private static String content(Matcher string) {
        for (int group = 1; group <= 4; group++) {
            String found = string.group(group);
            if (found != null) {
                return found.replace("\\\\", "\\").replace("\\\"", "\"").replace("\\'", "'");
            }
        }
        return "";
    }

    /** Long set-ups are in files of their own. */
    private static Optional<String> setupBeside(ForeignFile file, String id) {
        Path folder = file.path().toAbsolutePath().normalize().getParent();
        for (int up = 0; up < 5 && folder != null; up++, folder = folder.getParent()) {
            Path script = folder.resolve("data").resolve("sql").resolve(id + "_mysql_bk.sql");
            if (Files.isRegularFile(script)) {
                try {
                    return Optional.of(Files.readString(script));
                } catch (IOException e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static List<Scenario> scenarios(ForeignFile file, String text) throws BadInputException {
        int from = Math.max(0, text.indexOf("def get_scenarios"));
        List<List<CaseStep>> found = new ArrayList<>();
        Matcher string = STRING.matcher(text);
        for (int at = from; string.find(at); at = string.end()) {
            List<CaseStep> steps = steps(content(string));
            if (!steps.isEmpty()) {
                found.add(steps);
            }
        }
        if (found.isEmpty()) {
            found.add(steps(text));
        }
        if (found.get(0).isEmpty()) {
            throw file.bad(1, "found no statement behind a connection, expected lines such as conn_0> SELECT 1;", "");
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (List<CaseStep> steps : found) {
            String name = found.size() == 1 ? "" : "scenario" + scenarios.size();
            scenarios.add(Transcription.scenario(name, List.of(), steps));
        }
        return scenarios;
    }

    private static List<CaseStep> steps(String text) {
        List<CaseStep> steps = new ArrayList<>();
        String session = "";
        StringBuilder said = new StringBuilder();
        for (String line : (text + "\nconn_0>").split("\n")) {
            Matcher begins = LINE.matcher(line);
            if (!begins.matches()) {
                said.append('\n').append(line);
                continue;
            }
            if (!session.isEmpty()) {
                add(steps, session, said.toString());
            }
            session = "conn_" + begins.group(1);
            said = new StringBuilder(begins.group(2));
        }
        return steps;
    }

    private static void add(List<CaseStep> steps, String session, String said) {
        for (String statement : Transcription.statements(said)) {
            if (!isLevel(statement)) {
                steps.add(Transcription.step(session, statement));
            }
        }
    }

    /** Also with the level to be filled in. */
    private static boolean isLevel(String statement) {
        return Transcription.levelSetBy(statement.replaceAll("\\{[^}]*}", "SERIALIZABLE"))
                .isPresent();
    }
}
