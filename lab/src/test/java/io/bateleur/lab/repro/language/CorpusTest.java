package io.bateleur.lab.repro.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the corpus can be read and printed, and says what the bench and the pages need. */
class CorpusTest {
    private static final Path CASES = Path.of("..", "corpus", "cases");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.filter(file -> file.toString().endsWith(".case"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreMany() throws IOException {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("files")
    void saysWhereItIsFromAndWhereItShows(Path file) throws IOException {
        BugCase bug = CaseParser.read(file);
        assertThat(file.getFileName()).hasToString(bug.id() + ".case");
        assertThat(bug.first(Header.Link.class)).isPresent();
        assertThat(bug.first(Header.Kind.class)).isPresent();
        assertThat(bug.first(Header.Promise.class)).isPresent();
        assertThat(bug.first(Header.Vendor.class)).isPresent();
        assertThat(bug.engines()).isNotEmpty();
        List<SqlLevel> levels =
                bug.levels().isEmpty() ? Arrays.stream(SqlLevel.values()).toList() : bug.levels();
        assertThat(levels).anyMatch(bug::showsBugAt);
    }

    @ParameterizedTest
    @MethodSource("files")
    void printsWhatItRead(Path file) throws IOException {
        String printed = CasePrinter.print(CaseParser.read(file));
        assertThat(CasePrinter.print(CaseParser.parse("printed", printed))).isEqualTo(printed);
    }
}
