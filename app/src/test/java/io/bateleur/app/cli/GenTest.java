package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.sim.Bug;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code gen} and {@code demo}. */
class GenTest {
    @TempDir
    Path directory;

    @Test
    void theSameSeedGivesTheSameBytes() throws IOException {
        for (String name : new String[] {"a.jsonl.zst", "b.jsonl.zst"}) {
            assertThat(gen("--seed", "7", "-o", directory.resolve(name).toString())
                            .exitCode())
                    .isZero();
        }
        Outcome other =
                gen("--seed", "8", "-o", directory.resolve("c.jsonl.zst").toString());
        assertThat(other.exitCode()).isZero();
        assertThat(directory.resolve("a.jsonl.zst")).hasSameBinaryContentAs(directory.resolve("b.jsonl.zst"));
        assertThat(Files.readAllBytes(directory.resolve("c.jsonl.zst")))
                .isNotEqualTo(Files.readAllBytes(directory.resolve("a.jsonl.zst")));
    }

    private static Outcome gen(String... more) {
        String[] args = {"gen", "--bug", "lost-update", "--txns", "500", "--sessions", "6", "--keys", "20", "--ops", "4"
        };
        String[] all = java.util.stream.Stream.concat(java.util.Arrays.stream(args), java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return Outcome.of(all);
    }

    @Test
    void printsToStandardOutputAndTellsOfTheBugOnStandardError() {
        Outcome outcome = gen();
        assertThat(outcome.out()).startsWith("{\"bateleur\":1,").contains("\"bug\":\"lost-update\"");
        assertThat(outcome.err()).matches("the bug happened [0-9]+ times?\n");
        assertThat(gen("--to", "mini").out()).contains("about bug=lost-update\n");
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        assertThat(Outcome.of("gen", "--store", "rc", "--bug", "long-fork"))
                .isEqualTo(new Outcome(
                        ExitCodes.USAGE, "", "bateleur: store rc cannot have the bug long-fork; these can: si\n"));
        assertThat(Outcome.of("gen", "--keys", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(Outcome.of("gen", "--aborts", "1.5").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(Outcome.of("gen", "--bug", "gremlins").err())
                .startsWith("bateleur: unknown bug 'gremlins', expected one of dirty-read, ");
    }

    @ParameterizedTest
    @EnumSource
    void theDemoShowsEveryBugAndSaysWhatIsWrong(Bug bug) {
        Outcome outcome = Outcome.of("demo", "--bug", bug.word());
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains(bug.word() + ": " + bug.description())
                .contains("  T9@s")
                .contains("Checked at " + bug.breaks())
                .contains("This breaks " + bug.breaks() + ".");
    }
}
