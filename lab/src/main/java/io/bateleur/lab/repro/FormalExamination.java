package io.bateleur.lab.repro;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.LevelReport.Status;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Trace;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Examination;
import io.bateleur.examine.Inquiry;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the common examination about a run: the documented level, the same with real time, and serializability, which names anomalies. */
final class FormalExamination {
    private static final Duration TIME = Duration.ofSeconds(10);

    private FormalExamination() {}

    static FormalVerdict of(History history, Level level) throws IOException {
        Level realTime = Level.of(Order.REAL_TIME.prefix() + level.name()).orElse(level);
        Inquiry inquiry = new Inquiry(
                List.of(level, realTime),
                level.equals(Level.SERIALIZABLE) ? List.of() : List.of(Level.SERIALIZABLE),
                false,
                false,
                false,
                Allowance.of(TIME, "the time of a case"),
                Optional.empty());
        FileReport report = Examination.of("the run", new Trace(history, Formats.NATIVE, List.of(), Map.of()), inquiry);
        return verdict(report, level, realTime);
    }

    /** What breaks a level, if it is broken. */
    static Optional<String> anomaly(History history, Level level) throws IOException {
        Inquiry inquiry = Inquiry.of(List.of(level), Allowance.of(TIME, "the time of a case"));
        Trace trace = new Trace(history, Formats.NATIVE, List.of(), Map.of());
        return of(Examination.of("the run", trace, inquiry), level).why().map(why -> why.name());
    }

    private static FormalVerdict verdict(FileReport report, Level level, Level realTime) {
        LevelReport asked = of(report, level);
        long statements = report.covered().map(FileReport.Covered::statements).orElse(0L);
        long understood = report.covered().map(FileReport.Covered::whole).orElse(0L);
        Optional<String> anomaly = report.levels().stream()
                .filter(each -> !each.level().equals(realTime))
                .flatMap(each -> each.why().stream())
                .findFirst()
                .map(why -> why.name());
        return new FormalVerdict(
                level,
                asFarAsUnderstood(asked.status(), understood == statements),
                anomaly,
                asked.status() == Status.HOLDS && understood < statements ? partly(report) : asked.reason(),
                asFarAsUnderstood(of(report, realTime).status(), understood == statements),
                statements,
                understood);
    }

    private static LevelReport of(FileReport report, Level level) {
        return report.levels().stream()
                .filter(each -> each.level().equals(level))
                .findFirst()
                .orElseThrow();
    }

    /** What was not understood may break what the rest keeps. */
    private static Status asFarAsUnderstood(Status status, boolean whole) {
        return status == Status.HOLDS && !whole ? Status.UNDECIDED : status;
    }

    private static String partly(FileReport report) {
        FileReport.Covered covered = report.covered().orElseThrow();
        String most = covered.reasons().entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse("some are understood in part");
        return "holds for " + covered.whole() + " of " + covered.statements() + " statements; not understood: " + most;
    }
}
