package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages of Hermitage: Markdown with a block of SQL for each anomaly and level, in which {@code -- T1, BLOCKS} says whose a statement
 * is and what it did. Each block becomes a scenario, whose expectations count at its level.
 */
final class HermitagePage implements ForeignFormat {
    private static final Pattern TITLE = Pattern.compile("(?mi)^#*\\s*Testing (.+?) transaction isolation levels");
    private static final Pattern VERSION = Pattern.compile("tests were run with ([A-Za-z ]+?)\\s+v?(\\d[\\w.-]*\\w)");
    private static final Pattern LINE =
            Pattern.compile("^(.*?)--\\s*(T\\d+|either)\\b[.,:]*\\s*(.*)$", Pattern.CASE_INSENSITIVE);
    private static final Pattern BEGIN =
            Pattern.compile("(begin|start)(\\s+(transaction|work))?", Pattern.CASE_INSENSITIVE);
    private static final Pattern SHORT_NAME = Pattern.compile("\\(([A-Z][A-Za-z0-9-]*)");
    private static final Map<String, String> ENGINES = Map.of("mssqlserver", "mssql", "cockroachdb", "cockroach");

    /** A line of a block: whose it is, what it says, and what the page says of it. */
    private record Said(String session, List<String> statements, String remark) {}

    @Override
    public String name() {
        return "pages of Hermitage";
    }

    @Override
    public boolean recognises(ForeignFile file) {
        return file.text().contains("```")
                && file.lines().stream().anyMatch(line -> LINE.matcher(line).matches());
    }

    @Override
    public BugCase read(ForeignFile file) throws BadInputException {
        Matcher title = TITLE.matcher(file.text());
        String database = title.find() ? title.group(1) : file.stem();
        Transcription to = new Transcription(
                "HERMITAGE-" + file.stem().toUpperCase(Locale.ROOT), "What the levels of " + database + " prevent");
        to.header(new Header.Link("https://github.com/ept/hermitage"));
        to.header(new Header.Source("Hermitage"));
        to.header(new Header.Kind(Header.Kind.Sort.ISOLATION));
        Matcher version = VERSION.matcher(file.text());
        if (version.find()) {
            String engine = version.group(1).replace(" ", "").toLowerCase(Locale.ROOT);
            to.header(new Header.Reported(ENGINES.getOrDefault(engine, engine), version.group(2)));
        }
        Set<SqlLevel> levels = new LinkedHashSet<>();
        List<Scenario> scenarios = new ArrayList<>();
        blocks(file, to, scenarios, levels);
        if (scenarios.isEmpty()) {
            throw file.bad(1, "found no block of SQL with lines such as: commit; -- T1", "");
        }
        if (!levels.isEmpty()) {
            to.header(new Header.Levels(levels.stream().sorted().toList()));
        }
        scenarios.forEach(to::add);
        return to.finish();
    }

    private static void blocks(ForeignFile file, Transcription to, List<Scenario> scenarios, Set<SqlLevel> levels) {
        String paragraph = "";
        List<String> block = new ArrayList<>();
        boolean inside = false;
        for (String line : file.lines()) {
            if (line.startsWith("```")) {
                if (inside) {
                    block(paragraph, block, to, scenarios, levels);
                    block.clear();
                    paragraph = "";
                }
                inside = !inside;
            } else if (inside) {
                block.add(line);
            } else if (!line.isBlank()) {
                paragraph = line.strip();
            }
        }
    }

    private static void block(
            String paragraph, List<String> lines, Transcription to, List<Scenario> scenarios, Set<SqlLevel> levels) {
        List<Said> said = said(lines);
        if (said.isEmpty()) {
            if (paragraph.toLowerCase(Locale.ROOT).startsWith("setup")) {
                to.setup(String.join("\n", lines));
            }
            return;
        }
        Optional<SqlLevel> level = said.stream()
                .flatMap(each -> each.statements().stream())
                .flatMap(statement -> Transcription.levelSetBy(statement).stream())
                .findFirst();
        level.ifPresent(levels::add);
        scenarios.add(scenario(unique(nameOf(paragraph, level), scenarios), said, level));
    }

    private static List<Said> said(List<String> lines) {
        List<Said> said = new ArrayList<>();
        for (String line : lines) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                List<String> statements = Transcription.statements(parts.group(1));
                if (!statements.isEmpty()) {
                    said.add(new Said(parts.group(2).toUpperCase(Locale.ROOT), statements, parts.group(3)));
                }
            }
        }
        return said;
    }

    private static String nameOf(String paragraph, Optional<SqlLevel> level) {
        Matcher shortName = SHORT_NAME.matcher(paragraph);
        String name = shortName.find() ? shortName.group(1) : "block";
        return Transcription.name(name + level.map(each -> "_" + each).orElse(""));
    }

    private static String unique(String name, List<Scenario> scenarios) {
        String unique = name;
        for (int i = 2; has(scenarios, unique); i++) {
            unique = name + "_" + i;
        }
        return unique;
    }

    private static boolean has(List<Scenario> scenarios, String name) {
        return scenarios.stream().anyMatch(scenario -> scenario.name().equals(name));
    }

    private static Scenario scenario(String name, List<Said> said, Optional<SqlLevel> level) {
        List<CaseStep> steps = new ArrayList<>();
        List<Scenario.Final> finals = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            Said line = said.get(i);
            List<String> statements = line.statements().stream()
                    .filter(statement -> level.isEmpty() || !beginsOrSetsLevel(statement))
                    .map(statement -> statement.equalsIgnoreCase("abort") ? "ROLLBACK" : statement)
                    .toList();
            for (int k = 0; k < statements.size(); k++) {
                boolean last = k == statements.size() - 1;
                List<Expect> expects = last ? expects(said, i, statements.get(k), level) : List.of();
                if (line.session().equals("EITHER")) {
                    finals.add(new Scenario.Final(Position.NONE, statements.get(k), expects));
                } else {
                    steps.add(Transcription.step(line.session(), statements.get(k), expects));
                }
            }
        }
        return new Scenario(Position.NONE, name, List.of(), false, steps, finals);
    }

    private static boolean beginsOrSetsLevel(String statement) {
        return BEGIN.matcher(statement).matches()
                || Transcription.levelSetBy(statement).isPresent();
    }

    private static List<Expect> expects(List<Said> said, int at, String statement, Optional<SqlLevel> level) {
        List<String> sessions = said.stream()
                .map(Said::session)
                .filter(session -> !session.equals("EITHER"))
                .distinct()
                .toList();
        return new HermitageRemark(said.get(at).remark(), level, sessions)
                .expects(said.get(at).session(), statement, blocker(said, at, sessions));
    }

    /** Who holds up the session of a line: whoever wakes it later, or the only other one. */
    private static Optional<String> blocker(List<Said> said, int at, List<String> sessions) {
        String waiting = said.get(at).session();
        for (Said later : said.subList(at + 1, said.size())) {
            if (HermitageRemark.woken(later.remark()).contains(waiting)) {
                return Optional.of(later.session());
            }
        }
        return sessions.size() == 2
                ? sessions.stream().filter(each -> !each.equals(waiting)).findFirst()
                : Optional.empty();
    }
}
