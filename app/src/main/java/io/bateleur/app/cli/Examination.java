package io.bateleur.app.cli;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.explain.Explanation;
import io.bateleur.core.explain.FileReport;
import io.bateleur.core.explain.LevelReport;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
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
        return spoken.isPresent() && level.why().isPresent()
                ? level.saying(Spoken.lines(spoken.get(), level.why().get().part()))
                : level;
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
        return new FileReport(file, counts, warnings, covered, levels, strongest, problem);
    }
}
