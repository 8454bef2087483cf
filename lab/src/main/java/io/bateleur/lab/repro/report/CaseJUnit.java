package io.bateleur.lab.repro.report;

import io.bateleur.core.report.JUnitReport;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.StepTable;
import java.util.List;
import java.util.Locale;

/** Runs in the XML of JUnit: a case for each, named after the version; one that did not come out as its case says is a failure. */
public final class CaseJUnit {
    private static final int COLUMNS = 120;

    private CaseJUnit() {}

    public static String of(List<CaseRun> runs) {
        long failures = runs.stream().filter(CaseJUnit::isFailure).count();
        long skipped = runs.stream()
                .filter(run -> run.outcome() == CaseOutcome.SKIPPED)
                .count();
        String counts = "tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%s\""
                .formatted(
                        runs.size(),
                        failures,
                        skipped,
                        seconds(runs.stream().mapToLong(CaseRun::millis).sum()));
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ")
                .append(counts)
                .append(">\n<testsuite name=\"bateleur repro\" ")
                .append(counts)
                .append(">\n");
        runs.forEach(run -> out.append("<testcase classname=\"")
                .append(JUnitReport.escaped(run.where()))
                .append("\" name=\"")
                .append(JUnitReport.escaped(run.item()))
                .append("\" time=\"")
                .append(seconds(run.millis()))
                .append("\">\n")
                .append(body(run))
                .append("</testcase>\n"));
        return out.append("</testsuite>\n</testsuites>\n").toString();
    }

    private static boolean isFailure(CaseRun run) {
        return run.outcome() != CaseOutcome.SKIPPED && !run.isAsExpected();
    }

    private static String body(CaseRun run) {
        if (run.outcome() == CaseOutcome.SKIPPED) {
            return "<skipped message=\"" + JUnitReport.escaped(run.why()) + "\"/>\n";
        }
        String table = JUnitReport.escaped(StepTable.text(run, COLUMNS));
        return isFailure(run)
                ? "<failure type=\"" + run.outcome() + "\" message=\""
                        + JUnitReport.escaped(run.outcome() + ", expected " + run.expected() + "; " + run.why()) + "\">"
                        + table + "</failure>\n"
                : "<system-out>" + JUnitReport.escaped(run.outcome() + "\n") + table + "</system-out>\n";
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }
}
