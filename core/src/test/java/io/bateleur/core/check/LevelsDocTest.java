package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Prints the tables of docs/levels.md from the definitions that the checker reads. The prose around them is written by hand. */
class LevelsDocTest {
    private static final String DOCUMENT = "docs/levels.md";
    private static final Pattern CODE = Pattern.compile("`([a-z][a-z0-9.+-]+)`");

    @Test
    void theLevels() throws IOException {
        StringBuilder out = new StringBuilder("""

                | level | short | known as | rules out | with sessions, with real time | source |
                | --- | --- | --- | --- | --- | --- |
                """);
        Set<String> shown = new LinkedHashSet<>();
        for (Level level : Level.all()) {
            if (shown.add(level.criterion().word())) {
                out.append("| %s | %s | %s | %s | %s | %s |\n"
                        .formatted(
                                code(mainName(level.criterion())),
                                shortNames(mainName(level.criterion())),
                                level.criterion().title(),
                                level.criterion().forbids(),
                                variants(level.criterion()),
                                level.criterion().source()));
            }
        }
        Golden.compare(DOCUMENT, "levels", out.append('\n').toString());
    }

    @Test
    void theSynonyms() throws IOException {
        StringBuilder out = new StringBuilder("\n| level | is the same as |\n| --- | --- |\n");
        Map<String, Level> first = new LinkedHashMap<>();
        for (Level level : Level.all()) {
            Level known = first.putIfAbsent(level.criterion().word() + level.order(), level);
            if (known != null) {
                out.append("| %s | %s |\n".formatted(code(level.name()), code(known.name())));
            }
        }
        Golden.compare(DOCUMENT, "synonyms", out.append('\n').toString());
    }

    @Test
    void theEdges() throws IOException {
        StringBuilder out =
                new StringBuilder("\n| edge | from the earlier to the later transaction |\n| --- | --- |\n");
        for (EdgeKind kind : EdgeKind.values()) {
            out.append("| %s | %s |\n".formatted(kind.word(), kind.meaning()));
        }
        Golden.compare(DOCUMENT, "edges", out.append('\n').toString());
    }

    @Test
    void theDefinitions() throws IOException {
        StringBuilder out = new StringBuilder("""

                | level | reads are judged | edges | points | no read of a key may miss what was installed there by |
                | --- | --- | --- | --- | --- |
                """);
        Set<String> shown = new LinkedHashSet<>();
        for (Level level : Level.all()) {
            Criterion criterion = level.criterion();
            if (shown.add(criterion.word())) {
                out.append("| %s | %s | %s | %s | %s |\n"
                        .formatted(
                                code(mainName(criterion)),
                                criterion.reads() ? "yes" : "no",
                                edges(criterion, level.order()),
                                points(criterion),
                                visibility(criterion)));
            }
        }
        Golden.compare(DOCUMENT, "definitions", out.append('\n').toString());
    }

    @Test
    void theLattice() throws IOException {
        StringBuilder out = new StringBuilder("\n");
        Map<String, List<Implication>> byStep = new LinkedHashMap<>();
        for (Implication each : Lattice.implications()) {
            byStep.computeIfAbsent(step(each) + each.when() + each.because(), unseen -> new ArrayList<>())
                    .add(each);
        }
        byStep.values().forEach(same -> out.append(told(same)));
        Golden.compare(DOCUMENT, "implications", out.append('\n').toString());
    }

    @Test
    void theDrawing() throws IOException {
        Lattice lattice = Lattice.ofAll();
        List<Level> drawn = Level.all().stream()
                .filter(level -> level.order() == Order.NONE
                        || Stream.of("snapshot-isolation", "serializable")
                                .anyMatch(level.criterion().word()::equals))
                .toList();
        List<List<Level>> classes = classes(lattice, drawn);
        StringBuilder out = new StringBuilder("\n```mermaid\ngraph TD\n");
        for (int i = 0; i < classes.size(); i++) {
            out.append("  n%d[\"%s\"]\n"
                    .formatted(i, classes.get(i).stream().map(Level::name).collect(Collectors.joining("<br>= "))));
        }
        for (int i = 0; i < classes.size(); i++) {
            for (int j = 0; j < classes.size(); j++) {
                if (i != j && isStep(lattice, classes, i, j)) {
                    out.append("  n%d --> n%d\n".formatted(i, j));
                }
            }
        }
        Golden.compare(DOCUMENT, "drawing", out.append("```\n\n").toString());
    }

    /** What looks like a level in the prose is one. */
    @Test
    void namesInTheProseAreLevels() throws IOException {
        String text = Files.readString(Golden.path(DOCUMENT));
        String ofOthers = text.substring(text.indexOf("## What others call them"), text.indexOf("## Notes"));
        Set<String> unknown = new TreeSet<>();
        for (String line : text.replace(ofOthers, "").lines().toList()) {
            for (Matcher m = CODE.matcher(line); m.find(); ) {
                boolean known = Level.of(m.group(1)).isPresent()
                        || Level.of("strong-" + m.group(1)).isPresent();
                if (!known) {
                    unknown.add(m.group(1));
                }
            }
        }
        assertThat(unknown).isSubsetOf("axiomatic-", "strong-", "strong-session-", "internal");
    }

    // ---- names

    private static String mainName(Criterion criterion) {
        return Level.of(criterion.word()).map(Level::name).orElse(criterion.word());
    }

    private static String shortNames(String name) {
        return Level.aliases().entrySet().stream()
                .filter(alias -> alias.getValue().equals(name))
                .map(Map.Entry::getKey)
                .sorted()
                .map(LevelsDocTest::code)
                .collect(Collectors.joining(", "));
    }

    private static String variants(Criterion criterion) {
        return Level.all().stream()
                .filter(level -> level.criterion().equals(criterion))
                .filter(level -> !level.name().equals(mainName(criterion)))
                .filter(level -> !level.name().startsWith("axiomatic"))
                .map(level -> code(level.name()))
                .collect(Collectors.joining(", "));
    }

    private static String code(String name) {
        return "`" + name + "`";
    }

    // ---- definitions

    private static String edges(Criterion criterion, Order order) {
        if (criterion.visibility().perKey()) {
            return "per key: ww";
        }
        StringJoiner edges = new StringJoiner(", ");
        edges.add(criterion.reads() ? "ww, wr, pwr" : "ww");
        edges.add(
                switch (criterion.anti()) {
                    case NONE -> "";
                    case CURSOR -> "rw of those who install the key too";
                    case ITEM -> "rw";
                    case ALL -> "rw, prw";
                });
        edges.add(criterion.sessions() ? "so" : "");
        edges.add(order == Order.REAL_TIME ? "rt" : "");
        return Stream.of(edges.toString().split(", "))
                .filter(edge -> !edge.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String points(Criterion criterion) {
        return switch (criterion.points()) {
            case ONE -> criterion.visibility().perKey() ? "a version" : "a transaction";
            case SNAPSHOT -> "start and commit";
            case PREFIX -> "start and commit; ww from commit to commit";
        };
    }

    private static String visibility(Criterion criterion) {
        return switch (criterion.visibility()) {
            case NOTHING -> "";
            case EARLIER_SOURCES -> "whom an earlier operation read from";
            case SOURCES -> "whom the transaction read from";
            case SESSION_AND_SOURCES -> "whom it read from, or an earlier one of its session";
            case CAUSES -> "anybody before it along so, wr and pwr";
            case DEPENDENCIES -> "anybody before it along the edges";
            case SESSION_WRITES -> "an earlier one of its session";
            case SESSION_READS -> "whom its session read that key from earlier";
            case SESSION_WRITE_ORDER -> "(versions of a session are in its order)";
            case READS_BEHIND_WRITES ->
                "whom the session of a writer that it read from had read from before that write (and versions come after those that"
                        + " their session had read)";
        };
    }

    // ---- implications

    /** The two criteria and orders of a step; a step of one criterion from order to order is the same for all. */
    private static String step(Implication each) {
        Level from = each.stronger();
        Level to = each.weaker();
        if (each.because().equals("two names of one level")) {
            return "synonyms";
        }
        if (from.criterion().equals(to.criterion())) {
            return from.order() + " to " + to.order();
        }
        return from.order() == to.order()
                ? from.criterion().word() + " to " + to.criterion().word()
                : from.name() + " to " + to.name();
    }

    private static String told(List<Implication> same) {
        Implication first = same.get(0);
        Level from = first.stronger();
        Level to = first.weaker();
        String when =
                first.when() == Circumstance.ALWAYS ? "" : ", " + first.when().words();
        if (first.because().equals("two names of one level")) {
            return "";
        }
        if (from.criterion().equals(to.criterion())) {
            List<String> words = same.stream()
                    .map(each -> each.stronger().criterion().word())
                    .distinct()
                    .toList();
            String which = from.order().prefix() + "L → " + to.order().prefix() + "L";
            return "- `%s` for L = %s%s: %s\n".formatted(which, String.join(", ", words), when, first.because());
        }
        String orders = same.size() == Order.values().length
                ? " (also with `strong-session-` and with `strong-` before both)"
                : "";
        return "- %s → %s%s%s: %s\n".formatted(code(from.name()), code(to.name()), orders, when, first.because());
    }

    // ---- the drawing

    /** Levels that imply each other are one box. */
    private static List<List<Level>> classes(Lattice lattice, List<Level> levels) {
        List<List<Level>> classes = new ArrayList<>();
        for (Level level : levels) {
            classes.stream()
                    .filter(each -> lattice.implies(each.get(0), level) && lattice.implies(level, each.get(0)))
                    .findFirst()
                    .ifPresentOrElse(each -> each.add(level), () -> classes.add(new ArrayList<>(List.of(level))));
        }
        return classes;
    }

    /** Whether one implies another and none is between. */
    private static boolean isStep(Lattice lattice, List<List<Level>> classes, int from, int to) {
        if (!lattice.implies(classes.get(from).get(0), classes.get(to).get(0))) {
            return false;
        }
        for (int between = 0; between < classes.size(); between++) {
            if (between != from
                    && between != to
                    && lattice.implies(
                            classes.get(from).get(0), classes.get(between).get(0))
                    && lattice.implies(
                            classes.get(between).get(0), classes.get(to).get(0))) {
                return false;
            }
        }
        return true;
    }
}
