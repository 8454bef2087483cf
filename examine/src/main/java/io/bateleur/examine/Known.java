package io.bateleur.examine;

import io.bateleur.core.check.Causes;
import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Cause;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.sql.lift.Spoken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is known of one trace so far. Another thread asks for it when the user interrupts. */
final class Known {
    private final String file;
    private final List<LevelReport> asked = new ArrayList<>();
    private final List<LevelReport> others = new ArrayList<>();
    private Map<String, Value> about = Map.of();
    private List<String> warnings = List.of();
    private Optional<FileReport.Counts> counts = Optional.empty();
    private Optional<FileReport.Covered> covered = Optional.empty();
    private Optional<History> spoken = Optional.empty();
    private Optional<List<Cause>> causes = Optional.empty();
    private Optional<FileReport.Strength> strongest = Optional.empty();
    private Optional<String> problem = Optional.empty();

    Known(String file) {
        this.file = file;
    }

    /** @param recorded the trace as it was, for what its transactions said */
    synchronized void covered(FileReport.Covered share, History recorded) {
        covered = Optional.of(share);
        spoken = Optional.of(recorded);
    }

    synchronized void lifted(History history) {
        counts = Optional.of(FileReport.Counts.of(history));
        about = history.about();
    }

    synchronized boolean hasSql() {
        return covered.isPresent();
    }

    /** @return whether this is news */
    synchronized boolean warn(List<String> words) {
        boolean news = !warnings.equals(words);
        warnings = words;
        return news;
    }

    /** A level that was asked for, with how far it holds where some SQL was not understood, and with what was said. */
    synchronized LevelReport add(LevelReport level, boolean isAsked) {
        LevelReport report = withSql(level);
        (isAsked ? asked : others).add(report);
        return report;
    }

    private LevelReport withSql(LevelReport level) {
        boolean partly =
                covered.filter(share -> share.whole() < share.statements()).isPresent();
        if (level.status() == LevelReport.Status.HOLDS) {
            return partly ? level.asFarAs("for the SQL that was understood") : level;
        }
        return level.why().map(why -> level.saying(said(why))).orElse(level);
    }

    private synchronized List<String> said(Explanation why) {
        return spoken.map(recorded -> Spoken.lines(recorded, why.part())).orElse(List.of());
    }

    /** Why a level cannot hold: one that it implies does not. */
    synchronized Optional<Explanation> violatedBelow(Level level, Lattice lattice) {
        return levels().stream()
                .filter(known -> known.why().isPresent() && lattice.implies(level, known.level()))
                .findFirst()
                .flatMap(LevelReport::why);
    }

    synchronized void strongest(FileReport.Strength found) {
        strongest = Optional.of(found);
    }

    /** Which violations the same transactions show. Until this is asked, only what follows from the levels themselves is known. */
    void explain(Causes.Refuter refuter) {
        List<Cause> found = Causes.of(levels(), refuter, this::said); // takes its time, and the user may interrupt
        synchronized (this) {
            causes = Optional.of(found);
        }
    }

    synchronized void broke(String message) {
        problem = Optional.of(message);
    }

    synchronized List<LevelReport> asked() {
        return List.copyOf(asked);
    }

    private synchronized List<LevelReport> levels() {
        return Stream.concat(asked.stream(), others.stream()).toList();
    }

    synchronized FileReport report() {
        List<Cause> explained = causes.orElseGet(() -> Causes.of(levels(), Causes.Refuter.none(), this::said));
        return new FileReport(file, counts, warnings, covered, levels(), explained, strongest, problem).of(about);
    }
}
