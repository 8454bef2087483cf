package io.bateleur.app.cli;

import io.bateleur.core.check.Causes;
import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Cause;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.sql.lift.Spoken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known of one file so far. Another thread asks for it when the user interrupts. */
final class Examination {
    private final String file;
    private final List<LevelReport> levels = new ArrayList<>();
    private List<String> warnings = List.of();
    private Optional<FileReport.Counts> counts = Optional.empty();
    private Optional<FileReport.Covered> covered = Optional.empty();
    private Optional<History> spoken = Optional.empty();
    private Optional<List<Cause>> causes = Optional.empty();
    private Optional<String> doubt = Optional.empty();
    private Optional<FileReport.Strength> strongest = Optional.empty();
    private Optional<String> problem = Optional.empty();

    Examination(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    synchronized void read(History history) {
        counts = Optional.of(FileReport.Counts.of(history));
    }

    /** @param recorded the trace as it was, for what its transactions said */
    synchronized void covered(FileReport.Covered share, History recorded) {
        covered = Optional.of(share);
        spoken = Optional.of(recorded);
    }

    /** The report with what it is worth of SQL that was told in part, and with what was said. */
    synchronized LevelReport spoken(LevelReport level) {
        boolean partly =
                covered.filter(share -> share.whole() < share.statements()).isPresent();
        if (level.status() == LevelReport.Status.HOLDS) {
            return partly ? level.asFarAs("as far as its SQL could be told") : level;
        }
        return level.why().map(why -> level.saying(said(why))).orElse(level);
    }

    private synchronized List<String> said(Explanation why) {
        return spoken.map(recorded -> Spoken.lines(recorded, why.part())).orElse(List.of());
    }

    /** Which violations the same transactions show. Until this is asked, only what follows from the levels themselves is known. */
    void explain(Causes.Refuter refuter) {
        List<LevelReport> known;
        synchronized (this) {
            known = List.copyOf(levels);
        }
        List<Cause> found = Causes.of(known, refuter, this::said); // takes its time, and the user may interrupt
        synchronized (this) {
            causes = Optional.of(found);
        }
    }

    /** Why nothing can be said of the level that was recorded. */
    synchronized void doubt(String reason) {
        doubt = Optional.of(reason);
    }

    synchronized Optional<String> doubt() {
        return doubt;
    }

    synchronized boolean hasUntoldSql() {
        return covered.isPresent();
    }

    /** @return whether this is news */
    synchronized boolean warn(List<String> told) {
        boolean news = !warnings.equals(told);
        warnings = told;
        return news;
    }

    synchronized void add(LevelReport level) {
        levels.add(level);
    }

    /** Why a level cannot hold: one that it implies does not. */
    synchronized Optional<Explanation> violatedBelow(Level level, Lattice lattice) {
        return levels.stream()
                .filter(known -> known.why().isPresent() && lattice.implies(level, known.level()))
                .findFirst()
                .flatMap(LevelReport::why);
    }

    synchronized void strongest(FileReport.Strength found) {
        strongest = Optional.of(found);
    }

    synchronized void broke(String message) {
        problem = Optional.of(message);
    }

    synchronized FileReport report() {
        List<Cause> told = causes.orElseGet(() -> Causes.of(levels, Causes.Refuter.none(), this::said));
        return new FileReport(file, counts, warnings, covered, levels, told, strongest, problem);
    }
}
