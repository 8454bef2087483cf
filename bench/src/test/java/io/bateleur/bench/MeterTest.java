package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.bench.Case.Goal;
import io.bateleur.core.sim.ConcurrencyControl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of the program. */
@DisabledOnOs(OS.WINDOWS)
class MeterTest {
    private static final String HOLDS = "{\"results\":[{\"level\":\"x\",\"verdict\":\"holds\",\"anomalies\":[]}]}";
    private static final String VIOLATED =
            "{\"results\":[{\"verdict\":\"violated\",\"anomalies\":[{\"reason\":\"no\",\"steps\":[]}]}]}";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @Test
    void everyRunCountsAndGetsItsOptions() throws Exception {
        Case asked = small().within(30);
        Measured measured =
                measured("echo \"$BATELEUR_OPTS $*\" >> ../calls; sleep 0.1; echo '" + HOLDS + "'", asked, 3);
        assertThat(measured.answer()).isEqualTo(new Answer(Answer.HOLDS, ""));
        assertThat(measured.runs().seconds()).hasSize(3);
        assertThat(measured.runs().best()).isBetween(0.1, 30.0);
        String file =
                folder.resolve("traces").resolve(asked.recipe().fileName()).toString();
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .hasSize(3)
                .containsOnly("-Xmx64m check " + file + " --level serializable --json --timeout 30s");
        assertThat(Path.of(file)).exists();
    }

    @Test
    void aWrongVerdictIsASurprise() throws Exception {
        assertThat(measured("echo '" + VIOLATED + "'; exit 1", small(), 1).answer())
                .isEqualTo(new Answer(Answer.VIOLATED, ""));
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("violated, expected holds");
    }

    @Test
    void whatFailsIsToldOnceWithItsReason() throws Exception {
        Measured measured = measured("echo out of memory >&2; exit 70", small(), 3);
        assertThat(measured.answer()).isEqualTo(new Answer(Answer.FAILED, "exit code 70, out of memory"));
        assertThat(measured.runs().seconds()).hasSize(1);
        assertThat(small().met(measured)).isEqualTo("no");
    }

    @Test
    void goalsAskForTimeMemoryAndTheRightVerdict() {
        Case asked = Case.of("", small().recipe(), "serializable", 64, new Goal(2, 100));
        Answer holds = new Answer(Answer.HOLDS, "");
        assertThat(asked.met(new Measured(new Runs(1, 2, 9), 100, holds))).isEqualTo("yes");
        assertThat(asked.met(new Measured(new Runs(1, 3, 9), 100, holds))).isEqualTo("no");
        assertThat(asked.met(new Measured(new Runs(1), 101, holds))).isEqualTo("no");
        Answer undecided = new Answer(Answer.UNDECIDED, "not within 30s");
        assertThat(asked.met(new Measured(new Runs(1), 1, undecided))).isEqualTo("no");
        assertThat(asked.within(30).met(new Measured(new Runs(31), 1, undecided)))
                .isEqualTo("yes, undecided");
        assertThat(asked.met(new Measured(new Runs(1), 1, new Answer(Answer.VIOLATED, ""))))
                .isEqualTo("no");
    }

    @Test
    void thePeakIsReadFromWhatLinuxTells() {
        List<String> status = List.of("Name:\tjava", "VmPeak:\t 9999 kB", "VmHWM:\t  204800 kB", "VmRSS:\t 1 kB");
        assertThat(PeakMemory.of(status, -1)).isEqualTo(204800);
        assertThat(PeakMemory.of(List.of("State:\tZ (zombie)"), 7)).isEqualTo(7);
    }

    /** Where there is no launcher, Java is started as the launcher would. */
    @Test
    void theLauncherGivesJavaTheSameCollector() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "bateleur"))).contains("gc=" + Program.COLLECTOR);
        Program program = Program.of(MeterTest.class, folder);
        assertThat(program.launched()).isFalse();
        assertThat(program.process(64, List.of("check")).command())
                .containsSubsequence(Program.COLLECTOR, "-Xmx64m", "-cp", MeterTest.class.getName(), "check");
    }

    private static Case small() {
        Recipe recipe = Recipe.of(ConcurrencyControl.SERIAL, 20, 10);
        return Case.of("small", recipe, "serializable", 64, new Goal(10, 0));
    }

    private Measured measured(String script, Case asked, int runs) throws IOException {
        Path program = folder.resolve("program/run");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\ncd '" + program.getParent() + "'\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Children children = new Children()) {
            Meter meter = new Meter(
                    new Program(List.of(program.toString()), true),
                    children,
                    folder.resolve("traces"),
                    folder,
                    runs,
                    new PrintStream(told, true, StandardCharsets.UTF_8));
            return meter.measure(asked);
        }
    }
}
