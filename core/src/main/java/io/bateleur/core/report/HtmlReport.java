package io.bateleur.core.report;

import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Verdicts and violations as one page that needs nothing else: no network, no fonts, no scripts of others. However large the
 * histories were, only the parts that matter are in it, and of long lists the beginning.
 */
public final class HtmlReport {
    /** Well below five megabytes, with what is to be added after the last violation. */
    private static final int BYTES_MAX = 4_000_000;

    private static final int ROWS_MAX = 4000;
    /** What a header says of a run: the names in its trace, and what people read. */
    private static final Map<String, String> ABOUT = new LinkedHashMap<>();

    static {
        ABOUT.put("engine", "database");
        ABOUT.put("version", "version");
        ABOUT.put("isolation", "isolation");
        ABOUT.put("level", "promised");
        ABOUT.put("workload", "workload");
        ABOUT.put("seed", "seed");
        ABOUT.put("date", "recorded");
    }

    /** Later ones are folded. */
    private static final int OPEN_MAX = 3;

    private final StringBuilder table = new StringBuilder();
    private final StringBuilder sections = new StringBuilder();
    private long bytes;
    private int rows;
    private int violations;
    private int unshown;

    private HtmlReport() {}

    public static String of(List<FileReport> files) {
        HtmlReport report = new HtmlReport();
        files.forEach(report::file);
        return report.page(files);
    }

    private void file(FileReport file) {
        int spanned = file.levels().size()
                + file.further().size()
                + (file.covered().isPresent() ? 1 : 0)
                + (file.problem().isPresent() ? 1 : 0)
                + (file.strongest().isPresent() ? 1 : 0);
        String name = "<td class=\"file\" rowspan=\"" + spanned + "\">" + HtmlText.counted(file.file(), 300) + "</td>";
        List<String> lines = new ArrayList<>();
        file.covered()
                .ifPresent(covered -> lines.add(row("", "covered", "SQL", HtmlText.counted(covered.toString(), 600))));
        file.problem()
                .ifPresent(problem -> lines.add(row("", "error", "! not checked", HtmlText.counted(problem, 600))));
        Map<Cause, String> ids = new IdentityHashMap<>(); // equal ones may be large
        file.causes()
                .forEach(cause -> section(file.file(), file.brokenLevel(cause)).ifPresent(id -> ids.put(cause, id)));
        for (LevelReport level : file.levels()) {
            String detail = level.why()
                    .map(why -> violation(file, level, why, ids))
                    .orElseGet(() -> HtmlText.counted(level.reason(), 600)
                            + level.witness().map(HtmlReport::witness).orElse(""));
            boolean note = level.status() == LevelReport.Status.VIOLATED && !level.promised();
            lines.add(
                    note
                            ? row(level.level().name(), "note", "✗ not promised", detail)
                            : row(level.level().name(), level.status().word(), symbol(level.status()), detail));
        }
        for (Finding finding : file.further()) {
            String title = finding instanceof ProgramViolation ? HtmlText.escaped(finding.claim()) + " " : "";
            title += named(finding.title());
            String shown = title;
            String detail = section(file.file(), finding)
                    .map(id -> "<a href=\"#" + id + "\">" + shown + "</a>")
                    .orElse(shown);
            lines.add("<th scope=\"row\"></th><td>" + HtmlFinding.badge(finding.severity()) + "</td><td>" + detail
                    + "</td>");
        }
        file.strongest().ifPresent(strength -> lines.add(row("", "strongest", "strongest", strongest(strength))));
        table.append("<tbody>\n");
        for (int i = 0; i < lines.size() && rows + i < ROWS_MAX; i++) {
            table.append("<tr>").append(i == 0 ? name : "").append(lines.get(i)).append("</tr>\n");
        }
        table.append("</tbody>\n");
        rows += lines.size();
    }

    private static String witness(Evidence order) {
        return "<details class=\"witness\"><summary>" + HtmlText.escaped(order.heading())
                + "</summary><pre class=\"said\">" + HtmlText.escaped(String.join("\n", order.lines()))
                + "</pre></details>";
    }

    private static String symbol(LevelReport.Status status) {
        return switch (status) {
            case HOLDS -> "✓ holds";
            case VIOLATED -> "✗ violated";
            case UNDECIDED -> "? undecided";
        };
    }

    private static String strongest(FileReport.Strength strength) {
        String held = strength.levels().isEmpty() ? "no level is known to hold" : names(strength.levels());
        return strength.open().isEmpty() ? held : held + "; undecided: " + names(strength.open());
    }

    private static String names(List<Level> levels) {
        return levels.stream().map(level -> HtmlText.escaped(level.name())).collect(Collectors.joining(", "));
    }

    /** The name of what is wrong, leading to where it is explained. */
    private static String violation(FileReport file, LevelReport level, Explanation why, Map<Cause, String> ids) {
        Title title = file.brokenLevel(new Cause(why, List.of(), List.of(), List.of()))
                .title();
        String name = named(title);
        return file.causes().stream()
                .filter(cause -> cause.refutes(level.level()))
                .findFirst()
                .flatMap(cause -> Optional.ofNullable(ids.get(cause)))
                .map(id -> "<a href=\"#" + id + "\">" + name + "</a>")
                .orElse(name);
    }

    private static String named(Title title) {
        return "<b>" + HtmlText.escaped(title.name()) + "</b> " + HtmlText.escaped(title.words());
    }

    /** The id of a section of its own, if there is room for one. */
    private Optional<String> section(String file, Finding finding) {
        String id = "v" + violations;
        if (unshown > 0) { // full, and others would take as long as they are large
            unshown++;
            return Optional.empty();
        }
        String section = HtmlFinding.section(id, file, finding, violations < OPEN_MAX);
        int size = section.getBytes(StandardCharsets.UTF_8).length;
        if (bytes + size > BYTES_MAX) {
            unshown++;
            return Optional.empty();
        }
        bytes += size;
        violations++;
        sections.append(section);
        return Optional.of(id);
    }

    private static String row(String level, String status, String word, String detail) {
        return "<th scope=\"row\">" + HtmlText.escaped(level) + "</th><td><span class=\"badge " + status + "\">" + word
                + "</span></td><td>" + detail + "</td>";
    }

    private String page(List<FileReport> files) {
        boolean one = files.size() == 1;
        String title = one ? HtmlText.counted(files.get(0).file(), 200) : files.size() + " files";
        StringBuilder header = new StringBuilder();
        if (one) {
            header.append(about(files.get(0).about()));
            files.get(0).counts().ifPresent(counts -> header.append(counts(counts)));
        }
        StringBuilder out = new StringBuilder();
        out.append("<section class=\"card\" aria-label=\"Verdicts\">\n")
                .append("<table>\n<thead><tr><th class=\"file\" scope=\"col\">file</th><th scope=\"col\">level</th>")
                .append("<th scope=\"col\">verdict</th><th scope=\"col\">what was found</th></tr></thead>\n")
                .append(table)
                .append("</table>\n");
        more(out, rows - ROWS_MAX, "more rows");
        out.append("</section>\n").append(sections);
        more(out, unshown, "more violations, which would make this page too large");
        return HtmlPage.of(title, one ? "one" : "many", header.toString(), out.toString());
    }

    private static void more(StringBuilder out, int count, String what) {
        if (count > 0) {
            out.append("<p class=\"more\">… ")
                    .append(count)
                    .append(' ')
                    .append(what)
                    .append("</p>\n");
        }
    }

    /** What the trace tells of its own making. */
    private static String about(Map<String, Value> about) {
        StringBuilder list = new StringBuilder();
        ABOUT.forEach((name, shown) -> {
            if (about.containsKey(name)) {
                list.append("<li>")
                        .append(shown)
                        .append(" <b>")
                        .append(HtmlText.counted(words(about.get(name)), 80))
                        .append("</b></li>");
            }
        });
        return list.isEmpty() ? "" : "<ul class=\"counts\">" + list + "</ul>\n";
    }

    private static String words(Value value) {
        return value instanceof Value.Text text ? text.value() : value.toString();
    }

    private static String counts(FileReport.Counts counts) {
        return "<ul class=\"counts\">" + count(counts.transactions(), "transactions")
                + count(counts.sessions(), "sessions") + count(counts.operations(), "operations")
                + count(counts.keys(), "keys") + "</ul>\n";
    }

    private static String count(int number, String what) {
        String noun = number == 1 ? what.substring(0, what.length() - 1) : what;
        return "<li><b>" + number + "</b> " + noun + "</li>";
    }
}
