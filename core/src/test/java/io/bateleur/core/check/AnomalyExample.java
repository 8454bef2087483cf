package io.bateleur.core.check;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A smallest history with an anomaly, which gives the file its name. Its first line says what happened, its second one names the
 * level to explain it at.
 */
record AnomalyExample(Anomaly anomaly, Order order, String story, Level level, String text) {
    private static final String FOLDER = "corpus/anomalies";
    private static final String BREAKS = "# breaks ";
    private static final Map<String, Map<Level, Verdict>> VERDICTS = new HashMap<>();

    static List<AnomalyExample> all() throws IOException {
        try (Stream<Path> files = Files.list(Golden.path(FOLDER))) {
            return files.map(AnomalyExample::read)
                    .sorted(Comparator.comparing(AnomalyExample::anomaly).thenComparing(AnomalyExample::order))
                    .toList();
        }
    }

    private static AnomalyExample read(Path file) {
        try {
            String name = file.getFileName().toString().replace(".mini", "");
            List<String> lines = Files.readAllLines(file);
            for (Anomaly anomaly : Anomaly.values()) {
                for (Order order : Order.values()) {
                    if (name.equals(anomaly.title() + order.suffix())) {
                        Level level = Level.of(lines.get(1).substring(BREAKS.length()))
                                .orElseThrow();
                        String text = String.join("\n", lines.subList(2, lines.size())) + "\n";
                        return new AnomalyExample(anomaly, order, lines.get(0).substring(2), level, text);
                    }
                }
            }
            throw new IllegalStateException("no anomaly has the name of " + file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return anomaly.title() + order.suffix();
    }

    String file() {
        return FOLDER + "/" + name() + ".mini";
    }

    History history() {
        return Mini.parse(text);
    }

    Explanation why() {
        return ((Verdict.Violated) verdicts().get(level)).why();
    }

    /** What is said of every level of the table. */
    Map<Level, Verdict> verdicts() {
        return VERDICTS.computeIfAbsent(text, unchecked -> check());
    }

    private Map<Level, Verdict> check() {
        Checker checker = new Checker();
        History history = history();
        Map<Level, Verdict> verdicts = new LinkedHashMap<>();
        Level.all().forEach(each -> verdicts.put(each, checker.check(history, each, Budget.unlimited())));
        return verdicts;
    }

    /** The weakest levels that do not allow it; of several that are the same the first. */
    List<Level> weakest() {
        Lattice lattice = Lattice.ofAll();
        Map<Level, Verdict> verdicts = verdicts();
        List<Level> broken = Level.all().stream()
                .filter(each -> verdicts.get(each) instanceof Verdict.Violated)
                .toList();
        return broken.stream()
                .filter(each -> broken.stream()
                        .filter(other -> lattice.implies(each, other))
                        .allMatch(
                                other -> lattice.implies(other, each) && broken.indexOf(each) <= broken.indexOf(other)))
                .toList();
    }
}
