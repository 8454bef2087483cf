package io.bateleur.lab.repro.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schedules of other projects, which are beside the checkout and never copied into it. */
class SharedSchedulesTest {
    private static final Path FOLDER = Path.of(System.getProperty("bateleur.cases", "no-cases"), "sql-schedules");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".tsv"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void allAreReadAndPrinted() throws IOException {
        assumeTrue(Files.isDirectory(FOLDER), "no schedules: the property bateleur.cases names no directory");
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThanOrEqualTo(27);
        for (Path file : files) {
            BugCase read = ForeignFormat.read(file);
            String printed = CasePrinter.print(read);
            assertThat(CasePrinter.print(CaseParser.parse(file.toString(), printed)))
                    .as(file.toString())
                    .isEqualTo(printed);
            assertThat(read.scenarios())
                    .as(file.toString())
                    .allMatch(each -> each.steps().size() >= 2);
        }
    }
}
