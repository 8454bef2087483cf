package io.bateleur.lab.repro.language;

import io.bateleur.core.sql.Splitter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Case to text: the parser reads the same case from it. What was included is printed where it was included. */
public final class CasePrinter {
    private static final String INDENT = "  ";

    private final StringBuilder out = new StringBuilder();

    private CasePrinter() {}

    public static String print(BugCase bugCase) {
        CasePrinter printer = new CasePrinter();
        printer.line("case " + bugCase.id() + " " + string(bugCase.title()));
        bugCase.headers().forEach(printer::header);
        printer.setup(bugCase.setup());
        bugCase.scenarios().forEach(printer::scenario);
        return printer.out.toString();
    }

    private static String string(String text) {
        return "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    private void header(Header header) {
        if (header instanceof Header.Link link) {
            line("link " + link.text());
        } else if (header instanceof Header.Source source) {
            line("source " + source.text());
        } else if (header instanceof Header.About about) {
            line("about " + about.text());
        } else if (header instanceof Header.Reported reported) {
            line("reported " + reported.engine() + " " + reported.version());
        } else if (header instanceof Header.Kind kind) {
            line("kind " + kind.sort().word());
        } else if (header instanceof Header.Original original) {
            line("original " + original.level());
        } else if (header instanceof Header.Levels levels) {
            line("levels " + words(levels.levels()));
        } else if (header instanceof Header.Affects affects) {
            line("affects " + affects.engine() + " " + words(affects.versions()));
        } else if (header instanceof Header.Fixed fixed) {
            line("fixed " + fixed.engine() + " " + words(fixed.versions()));
        } else if (header instanceof Header.Settings settings) {
            line("settings " + settings.engine() + " " + settings(settings));
        } else if (header instanceof Header.Promise promise) {
            line("promise: " + (promise.violated() ? "violated" : "kept"));
        } else if (header instanceof Header.Breaks breaks) {
            line("breaks: " + breaks.level());
        } else if (header instanceof Header.Vendor vendor) {
            line("vendor: " + vendor.word());
        } else if (header instanceof Header.Session session) {
            line("session " + session.name() + (session.autocommit() ? " autocommit" : "") + block(session));
        } else if (header instanceof Header.Prepare prepare) {
            statement("prepared " + prepare.name() + " ", prepare.text());
        }
    }

    private static String words(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String settings(Header.Settings settings) {
        return settings.values().entrySet().stream()
                .map(each -> each.getKey() + "=" + value(each.getValue()))
                .collect(Collectors.joining(" "));
    }

    private static String value(String text) {
        return text.isEmpty() || text.chars().anyMatch(c -> Character.isWhitespace(c) || c == '\'' || c == '#')
                ? "'" + text.replace("'", "''") + "'"
                : text;
    }

    private static String block(Header.Session session) {
        return session.statements().isEmpty()
                ? ""
                : session.statements().stream()
                        .map(CasePrinter::lastComment)
                        .collect(Collectors.joining("; ", " { ", " }"));
    }

    private void setup(List<Scenario.Spoken> statements) {
        if (!statements.isEmpty()) {
            line("setup");
            statements.forEach(each -> statement(INDENT, each.text()));
        }
    }

    private void scenario(Scenario scenario) {
        if (!scenario.name().isEmpty()) {
            line("scenario " + scenario.name());
        }
        setup(scenario.setup());
        line(scenario.interleaved() ? "interleave all" : "steps");
        scenario.steps().forEach(this::step);
        scenario.finals().forEach(each -> {
            statement("final ", each.text());
            each.expects().forEach(this::expect);
        });
    }

    private void step(CaseStep step) {
        statement(step.session() + "> ", step.action().toString());
        step.expects().forEach(this::expect);
    }

    /** With another delimiter where the statement has semicolons of its own. */
    private void statement(String before, String text) {
        String whole = lastComment(text);
        if (Splitter.end(whole, 0, Splitter.SEMICOLON) < 0) {
            line(before + whole + Splitter.SEMICOLON);
            return;
        }
        String delimiter = Stream.of("//", "$$", "@@", "%%")
                .filter(each -> !whole.contains(each))
                .findFirst()
                .orElse("/end/");
        line("delimiter " + string(delimiter));
        line(before + whole + delimiter);
        line("delimiter " + string(Splitter.SEMICOLON));
    }

    /** A comment at the end ends with its line, or it would hide the delimiter. */
    private static String lastComment(String text) {
        return Splitter.end(text + Splitter.SEMICOLON, 0, Splitter.SEMICOLON) < 0 ? text + "\n" : text;
    }

    private void expect(Expect expect) {
        String levels = expect.levels().stream().map(SqlLevel::word).collect(Collectors.joining(",", "@", " "));
        String bug = expect.bug()
                .map(each -> "   bug" + each.level().map(level -> "@" + level).orElse("") + ": "
                        + (each.answer().isAnswer()
                                ? each.answer().toString()
                                : each.answer().text()))
                .orElse("");
        line("    " + (expect.levels().isEmpty() ? "" : levels) + about(expect.about()) + bug);
    }

    private static String about(Expect.About about) {
        if (about instanceof Expect.Wakes wakes) {
            return "wakes " + (wakes.sessions().isEmpty() ? "none" : String.join(" ", wakes.sessions()));
        }
        Expect.Result result = (Expect.Result) about;
        return result.session().map(name -> name + " ").orElse("")
                + result.reply().text();
    }
}
