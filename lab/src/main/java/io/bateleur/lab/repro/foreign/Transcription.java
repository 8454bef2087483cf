package io.bateleur.lab.repro.foreign;

import io.bateleur.core.sql.Splitter;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A case that an importer fills while it reads. */
final class Transcription {
    private static final Pattern SET_LEVEL = Pattern.compile(
            "set\\s+(?:(?:global|session|local)\\s+)?transaction\\s+isolation\\s+level\\s+"
                    + "(read\\s+uncommitted|read\\s+committed|repeatable\\s+read|serializable)",
            Pattern.CASE_INSENSITIVE);

    private final String id;
    private String title;
    private final List<Header> headers = new ArrayList<>();
    private final List<Scenario.Spoken> setup = new ArrayList<>();
    private final List<Scenario> scenarios = new ArrayList<>();

    Transcription(String id, String title) {
        this.id = id.replaceAll("[^A-Za-z0-9_.-]", "-");
        this.title = oneLine(title);
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    void title(String words) {
        title = oneLine(words);
    }

    void header(Header header) {
        if (!headers.contains(header)) {
            headers.add(header);
        }
    }

    void about(String remark) {
        String line = oneLine(remark);
        if (!line.isEmpty()) {
            header(new Header.About(line));
        }
    }

    void setup(String statements) {
        setup.addAll(spoken(statements));
    }

    void add(Scenario scenario) {
        scenarios.add(scenario);
    }

    BugCase finish() {
        return new BugCase(Position.NONE, id, title.isEmpty() ? id : title, headers, setup, scenarios);
    }

    static Scenario scenario(String name, List<Scenario.Spoken> setup, List<CaseStep> steps) {
        return new Scenario(Position.NONE, name, setup, false, steps, List.of());
    }

    static List<Scenario.Spoken> spoken(String statements) {
        return statements(statements).stream()
                .map(text -> new Scenario.Spoken(Position.NONE, text))
                .toList();
    }

    /** A text's statements, without those that are only comments. */
    static List<String> statements(String text) {
        return Splitter.split(text).stream()
                .map(Splitter.Part::text)
                .filter(part -> !Splitter.withoutComments(part).isBlank())
                .toList();
    }

    static CaseStep step(String session, String statement, List<Expect> expects) {
        return new CaseStep(Position.NONE, session, new CaseStep.Sql(statement), expects);
    }

    static CaseStep step(String session, String statement) {
        return step(session, statement, List.of());
    }

    /** The level that a statement sets and does nothing else. */
    static Optional<SqlLevel> levelSetBy(String statement) {
        Matcher set = SET_LEVEL.matcher(Splitter.withoutComments(statement).strip());
        return set.matches() ? level(set.group(1)) : Optional.empty();
    }

    /** {@code READ COMMITTED} or {@code read_committed}. */
    static Optional<SqlLevel> level(String words) {
        return SqlLevel.of(words.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-"));
    }

    /** A name of the language from any text. */
    static String name(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9_]+", "_").replaceAll("^_+|_+$", "");
        return plain.isEmpty() || !Character.isLetter(plain.charAt(0)) ? "s" + plain : plain;
    }
}
