package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traces of corpus/watch: each says in its second line what watch finds, and in its third what check says of it. */
class BundledTracesTest {
    private static final Path CORPUS = Path.of("..", "corpus", "watch");

    static Stream<Path> traces() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("traces")
    void isFoundOrAccepted(Path file, @TempDir Path directory) throws IOException {
        String expected = line(file, "# watch: ");
        List<BrokenMechanism> findings =
                SimulatedRuns.verify(Traces.read(file).history()).findings();
        if (expected.equals("nothing")) {
            assertThat(findings).isEmpty();
            return;
        }
        assertThat(findings).extracting(finding -> finding.title().name()).containsExactly(expected);
        assertThat(findings.get(0).isFinal()).isTrue();
        assertThat(findings.get(0).steps()).isNotEmpty();

        Path part = directory.resolve("part.jsonl");
        Traces.write(findings.get(0).part(), part, Formats.NATIVE);
        History again = Traces.read(part).history();
        assertThat(SimulatedRuns.verify(again).findings())
                .extracting(finding -> finding.title().name())
                .contains(expected);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void isCheckedAsItSays(Path file) throws IOException {
        String[] expected = line(file, "# check: ").split(" ");
        Level level = Level.of(expected[0]).orElseThrow();
        Verdict verdict = new Checker().check(Traces.read(file).history(), level, Budget.unlimited());
        assertThat(verdict.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT))
                .isEqualTo(expected[1]);
    }

    @Test
    void eachHasItsCorrectedTwin() throws IOException {
        List<String> names = traces().map(file -> file.getFileName().toString()).toList();
        for (String name : names) {
            if (!name.endsWith("-corrected.mini")) {
                assertThat(names).contains(name.replace(".mini", "-corrected.mini"));
            }
        }
    }

    /** The paper's bug is none where the snapshot is taken at the begin. */
    @Test
    void theStaleSnapshotIsRightWhereTheSnapshotIsTakenAtTheBegin() throws IOException {
        Profiles profiles = Profiles.bundled()
                .with("test", "early/repeatable-read reads=transaction snapshot=begin locks=writes time=global");
        Verifier verifier =
                new Verifier(VerifierSettings.of("t").profiles(profiles).profile("early/repeatable-read"));
        io.bateleur.core.trace.HistoryEvents.pass(
                Traces.read(CORPUS.resolve("stale-snapshot.mini")).history(), verifier.stream(""));
        verifier.finish();
        assertThat(verifier.findings()).isEmpty();
    }

    private static String line(Path file, String start) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst()
                .orElseThrow();
    }

    /** As PostgreSQL does: who waited for the row finds that its version is gone, and passes over the new one. */
    @Test
    void aReadThatWaitedForARowMayPassOverIt() {
        String trace = """
                about engine=postgres
                about isolation="read-committed"
                initial a:0
                T1@s1: d(a)@[10,20] w(a,1)@[21,22] c@[50,60]
                T2@s2: r!(a,_)@[30,70] c@[80,90]
                """;
        assertThat(SimulatedRuns.verify(Mini.parse(trace)).findings()).isEmpty();
    }

    @Test
    void whatHasNoTimesIsNeverFinal() {
        String trace = """
                about engine=postgres
                about isolation="read-committed"
                initial x:0
                T1@s1: b@[0,5] w(x,1)@[10,20] c
                T2@s2: b@[50,55] r(x,0)@[60,65] c@[70,80]
                """;
        assertThat(SimulatedRuns.verify(Mini.parse(trace)).findings())
                .isNotEmpty()
                .noneMatch(BrokenMechanism::isFinal);
    }
}
