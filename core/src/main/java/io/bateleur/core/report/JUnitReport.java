package io.bateleur.core.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Verdicts in the XML of JUnit, which build servers show: one suite, a case for each file and level, and for each other finding.
 * A broken promise is a failure; what is undecided or was not promised is skipped; a file that cannot be read is an error.
 */
public final class JUnitReport {
    private static final Pattern ENDINGS = Pattern.compile("(?<=[^/\\\\])\\.[A-Za-z][A-Za-z0-9]*(\\.(gz|zst))?$");

    private final Function<Finding, String> text;
    /** By file; files that differ in nothing but their ending keep it. */
    private final Map<String, String> classNames = new HashMap<>();

    private final StringBuilder cases = new StringBuilder();
    private int tests;
    private int failures;
    private int errors;
    private int skipped;
    private long millis;

    private JUnitReport(Function<Finding, String> text) {
        this.text = text;
    }

    public static String of(List<FileReport> files) {
        return of(files, TextRenderer::render);
    }

    /** @param text turns a finding into what people read */
    static String of(List<FileReport> files, Function<Finding, String> text) {
        JUnitReport report = new JUnitReport(text);
        report.nameClasses(files.stream().map(FileReport::file).distinct().toList());
        files.forEach(report::file);
        return report.document();
    }

    private void nameClasses(List<String> files) {
        Map<String, Long> used = files.stream().collect(groupingBy(JUnitReport::withoutEnding, counting()));
        files.forEach(file -> {
            String name = withoutEnding(file);
            classNames.put(file, used.getOrDefault(name, 0L) == 1 ? name : file);
        });
    }

    /** Build servers take what follows the last dot of a class name for the class, and the rest for its package. */
    private static String withoutEnding(String file) {
        return ENDINGS.matcher(file).replaceFirst("");
    }

    private String document() {
        String counts = "tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%s\""
                .formatted(tests, failures, errors, skipped, seconds(millis));
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + counts
                + ">\n<testsuite name=\"bateleur check\" " + counts + ">\n" + cases + "</testsuite>\n</testsuites>\n";
    }

    private void file(FileReport file) {
        file.levels().forEach(level -> level(file, level));
        file.further().forEach(finding -> testCase(file.file(), finding.title().name(), 0, found(finding)));
        file.problem().ifPresent(problem -> {
            errors++;
            testCase(file.file(), "readable", 0, element("error", "not-checked", problem, problem));
        });
    }

    private void level(FileReport file, LevelReport level) {
        String body =
                switch (level.status()) {
                    case HOLDS -> "";
                    case VIOLATED ->
                        found(file.brokenLevel(
                                new Cause(level.why().orElseThrow(), level.said(), List.of(), List.of())));
                    case UNDECIDED -> {
                        skipped++;
                        yield "<skipped message=\"" + escaped(level.reason()) + "\"/>\n";
                    }
                };
        testCase(file.file(), level.level().name(), level.millis(), body);
    }

    /** What breaks no promise must not break a build. */
    private String found(Finding finding) {
        String title = finding.title().toString();
        if (finding.severity() == Severity.VIOLATION) {
            failures++;
            return element("failure", finding.title().name(), title, text.apply(finding));
        }
        skipped++;
        return "<skipped message=\"" + escaped("not promised: " + title) + "\">" + escaped(text.apply(finding))
                + "</skipped>\n";
    }

    private void testCase(String file, String name, long took, String body) {
        tests++;
        millis += took;
        cases.append("<testcase classname=\"")
                .append(escaped(classNames.getOrDefault(file, file)))
                .append("\" name=\"")
                .append(escaped(name))
                .append("\" time=\"")
                .append(seconds(took))
                .append(body.isEmpty() ? "\"/>\n" : "\">\n" + body + "</testcase>\n");
    }

    private static String element(String name, String type, String message, String content) {
        return "<" + name + " type=\"" + escaped(type) + "\" message=\""
                + escaped(message.lines().findFirst().orElse("")) + "\">" + escaped(content) + "</" + name + ">\n";
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    /** XML has no way at all to write some characters, such as most control characters: they become question marks. */
    public static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\n', '\t' -> out.append((char) c);
                case '\r' -> out.append("&#13;");
                default -> out.appendCodePoint(isXml(c) ? c : '\uFFFD');
            }
        });
        return out.toString();
    }

    private static boolean isXml(int c) {
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        return c >= ' ' && !surrogate && c != 0xFFFE && c != 0xFFFF;
    }
}
