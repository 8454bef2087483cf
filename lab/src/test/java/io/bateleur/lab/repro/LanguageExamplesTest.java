package io.bateleur.lab.repro;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import io.bateleur.lab.repro.language.SqlLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/cases.md, one for each construct, do what they say. */
class LanguageExamplesTest {
    static Stream<Path> examples() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("..", "corpus", "language"))) {
            List<Path> cases = files.filter(file -> file.toString().endsWith(".case"))
                    .sorted()
                    .toList();
            assertThat(cases).hasSizeGreaterThan(10);
            return cases.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void doesWhatItSays(Path file) throws Exception {
        BugCase bugCase = CaseParser.read(file);
        List<SqlLevel> levels = bugCase.levels();
        assertThat(levels).isNotEmpty();
        try (Ground h2 = new InsideGround("h2", "2.5.252", new org.h2.Driver(), bugCase.settings("h2"))) {
            for (SqlLevel level : levels) {
                CaseRun run = new CaseRunner(h2, 0, new BenchListener() {}).run(bugCase, level);
                assertThat(run.outcome()).as(run.item() + ": " + run.why()).isEqualTo(run.expected());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void printsWhatItRead(Path file) throws Exception {
        String printed = CasePrinter.print(CaseParser.read(file));

        assertThat(CasePrinter.print(CaseParser.parse("printed.case", printed))).isEqualTo(printed);
    }
}
