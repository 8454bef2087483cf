package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.sql.audit.AuditVerdict;
import java.util.List;
import java.util.Optional;

/** Audits as reports for build servers and browsers have them. */
final class AuditReports {
    private AuditReports() {}

    static FileReport of(String file, History history, AuditVerdict verdict, long millis) {
        // A level of audits by its name; what it means to the checker is of no matter here.
        Level level = new Level(
                "audit " + verdict.level(), Level.SERIALIZABLE.criterion(), Level.SERIALIZABLE.order(), false);
        FileReport.Counts counts = FileReport.Counts.of(history);
        List<LevelReport> levels = verdict.match(
                accepted -> List.of(LevelReport.holds(level, millis).asFarAs(accepted.limit())),
                refused -> List.of(),
                undecided -> List.of(LevelReport.undecided(level, undecided.reason(), millis)));
        FileReport report = new FileReport(
                file, Optional.of(counts), List.of(), Optional.empty(), levels, Optional.empty(), Optional.empty());
        return report.of(history.about())
                .with(verdict.match(
                        accepted -> List.of(), refused -> List.of(refused.finding()), undecided -> List.of()));
    }

    static FileReport failed(String file, String problem) {
        return new FileReport(
                file, Optional.empty(), List.of(), Optional.empty(), List.of(), Optional.empty(), Optional.of(problem));
    }
}
