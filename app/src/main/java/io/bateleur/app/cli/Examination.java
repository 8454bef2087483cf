package io.bateleur.app.cli;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.explain.Explanation;
import io.bateleur.core.explain.FileReport;
import io.bateleur.core.explain.LevelReport;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
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

    synchronized void covered(FileReport.Covered share) {
        covered = Optional.of(share);
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
