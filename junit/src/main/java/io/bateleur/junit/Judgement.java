package io.bateleur.junit;

import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.HtmlReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.TextRenderer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.opentest4j.AssertionFailedError;

/**
 * What a class or a test asks for, and how much was recorded before it. The whole history is judged, because what was written before
 * explains what is read now; but only what these tests had a part in is held against them.
 */
final class Judgement {
    private final Isolated asked;
    private final Recordings recordings;
    private final String testClass;
    private final Map<Path, Long> before = new HashMap<>();

    Judgement(Isolated asked, Recordings recordings, String testClass) {
        this.asked = asked;
        this.recordings = recordings;
        this.testClass = testClass;
        recordings.concerning(testClass).forEach(each -> before.put(each.trace(), each.transactions()));
    }

    /** @param told is told what is no failure and still worth knowing */
    void give(String test, Consumer<String> told) {
        for (Recording each : recordings.concerning(testClass)) {
            long first = before.getOrDefault(each.trace(), 0L);
            if (each.transactions() > first || each.transactions() == 0) { // nothing at all is worth a word
                give(test, each, first, told);
            }
        }
    }

    private void give(String test, Recording recording, long first, Consumer<String> told) {
        Trial trial = recording.trial();
        Level level = level(trial);
        LevelReport report = trial.check(level, Duration.ofSeconds(asked.seconds()));
        told.accept(level + " " + report.status().word() + "; " + trial.coverage());
        switch (report.status()) {
            case HOLDS -> {}
            case UNDECIDED -> {
                if (asked.failUndecided()) {
                    throw new AssertionFailedError(level + " undecided: " + report.reason() + "\n" + trial.coverage()
                            + "\ntrace: " + trial.trace());
                }
            }
            case VIOLATED -> violated(test, trial, report, first, told);
        }
    }

    private void violated(String test, Trial trial, LevelReport report, long first, Consumer<String> told) {
        Explanation why = report.why().orElseThrow();
        if (!Trial.concerns(why, first) && !recordings.isNews(why)) {
            told.accept("what breaks " + report.level() + " was done by earlier tests, which have been told");
            return;
        }
        recordings.tell(why);
        Path page = recordings.file(test + ".html");
        write(page, trial, report);
        throw new IsolationViolatedError(
                report.level() + " is violated\n\n" + TextRenderer.render(why).stripTrailing() + said(report)
                        + "\n\nreport: " + page + "\ntrace: " + trial.trace(),
                why,
                page);
    }

    private static String said(LevelReport report) {
        return report.said().isEmpty() ? "" : "\n\nWhat they said:\n  " + String.join("\n  ", report.said());
    }

    private static void write(Path page, Trial trial, LevelReport report) {
        FileReport file = new FileReport(
                trial.trace().toString(),
                Optional.of(FileReport.Counts.of(trial.history())),
                List.of(),
                Optional.of(trial.covered()),
                List.of(report),
                Optional.empty(),
                Optional.empty());
        try {
            Files.writeString(page, HtmlReport.of(List.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + page, e);
        }
    }

    private Level level(Trial trial) {
        if (asked.level().isEmpty()) {
            return Level.recorded(trial.history()).orElse(Level.SERIALIZABLE);
        }
        return Level.of(asked.level())
                .orElseThrow(() -> new IllegalArgumentException("@Isolated names the level '" + asked.level()
                        + "', which there is not; there are " + Level.all()));
    }
}
