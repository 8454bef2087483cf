package io.bateleur.junit;

import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.HtmlReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Inquiry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;

/**
 * What a class or a test asks for, and how much was recorded before it. The whole history is judged, because what was written before
 * explains what is read now; but only what these tests had a part in is held against them.
 */
final class Judgement {
    private static final int REASONS_SHOWN = 5;

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
        FileReport report = recording.examine(inquiry());
        LevelReport level = report.levels().get(0);
        told.accept(level.level() + " " + level.status().word() + sql(report, "; "));
        switch (level.status()) {
            case HOLDS -> {}
            case UNDECIDED -> {
                if (asked.failUndecided()) {
                    throw new AssertionFailedError(level.level() + " undecided: " + level.reason() + sql(report, "\n")
                            + "\ntrace: " + report.file());
                }
            }
            case VIOLATED -> violated(test, report, level, first, told);
        }
    }

    private void violated(String test, FileReport report, LevelReport level, long first, Consumer<String> told) {
        Explanation why = level.why().orElseThrow();
        if (!concerns(why, first) && !recordings.isNews(why)) {
            told.accept("what breaks " + level.level() + " was done by earlier tests, which have been told");
            return;
        }
        recordings.tell(why);
        Path page = recordings.file(test + ".html");
        write(page, report);
        throw new IsolationViolatedError(
                level.level() + " is violated\n\n" + TextRenderer.render(why).stripTrailing() + said(level)
                        + "\n\nreport: " + page + "\ntrace: " + report.file(),
                why,
                page);
    }

    /** Whether transactions that began after the first so many have a part in a violation. */
    private static boolean concerns(Explanation why, long first) {
        return why.part().transactions().stream()
                .anyMatch(transaction -> transaction.id() instanceof Value.Int id && id.value() > first);
    }

    private static String said(LevelReport level) {
        return level.said().isEmpty() ? "" : "\n\nWhat they said:\n  " + String.join("\n  ", level.said());
    }

    /** How much of the SQL is behind the verdict; nothing where there was none. */
    private static String sql(FileReport report, String before) {
        return report.covered()
                .map(covered -> before
                        + covered
                        + covered.reasons().entrySet().stream()
                                .limit(REASONS_SHOWN)
                                .map(reason -> "\n  " + reason.getValue() + ": " + reason.getKey())
                                .collect(Collectors.joining()))
                .orElse("");
    }

    private static void write(Path page, FileReport report) {
        try {
            Files.writeString(page, HtmlReport.of(List.of(report)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + page, e);
        }
    }

    private Inquiry inquiry() {
        Allowance allowance = Allowance.of(Duration.ofSeconds(asked.seconds()), "seconds of @Isolated");
        if (asked.level().isEmpty()) {
            return Inquiry.of(List.of(), allowance); // what the database promised
        }
        Level level = Level.of(asked.level())
                .orElseThrow(() -> new IllegalArgumentException("@Isolated names the level '" + asked.level()
                        + "', which there is not; there are " + Level.all()));
        return Inquiry.of(List.of(level), allowance);
    }
}
