package io.bateleur.lab.repro.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.Traces;
import io.bateleur.lab.repro.BenchListener;
import io.bateleur.lab.repro.CaseBench;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.CaseRunner;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The files that people keep of runs: of a case that shows, one that does not, one that differs and one that cannot be run. */
class CaseReportsTest {
    private static final String TEXT = """
            case %s "a title with <b>, | and `ticks`"
            link https://example.org/%1$s
            affects sqlite 3.0-4.0
            levels serializable
            promise: %s
            vendor: bug
            setup CREATE TABLE t(id INT PRIMARY KEY, v INT); INSERT INTO t VALUES (1, 10);
            steps
            a> SELECT v FROM t
               WHERE v < 50 | 1; = (%s) bug: (10)
            b> SELECT 1; = (1)
            """;

    private static List<CaseRun> runs;

    @TempDir
    static Path folder;

    @BeforeAll
    static void run() throws Exception {
        List<CaseBench.Job> jobs = List.of(
                job(TEXT.formatted("SHOWS", "violated", "11")),
                job(TEXT.formatted("DIFFERS", "violated", "11").replace("(10)", "(12)")),
                job(TEXT.formatted("RIGHT", "kept", "10")),
                job(TEXT.formatted("SKIPPED", "kept", "10").replace("CREATE", "CREATED")));
        BenchListener listener = new BenchListener() {
            @Override
            public void recorded(CaseRunner.Recorded run) {
                try {
                    new CaseTraces(folder).keep(run);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        runs = new CaseBench(new Grounds(line -> {}), 2, listener).run(jobs);
    }

    private static CaseBench.Job job(String text) throws IOException {
        BugCase bugCase = CaseParser.parse("t.case", text);
        return new CaseBench.Job(bugCase, "sqlite", List.of(SqlLevel.SERIALIZABLE), item -> true);
    }

    @Test
    void junitCountsWhatDidNotComeOutAsExpected() throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(CaseJUnit.of(runs))));
        var suite = document.getElementsByTagName("testsuite").item(0).getAttributes();

        assertThat(suite.getNamedItem("tests").getNodeValue()).isEqualTo("4");
        assertThat(suite.getNamedItem("failures").getNodeValue()).isEqualTo("2"); // RIGHT should have shown the bug
        assertThat(suite.getNamedItem("skipped").getNodeValue()).isEqualTo("1");
    }

    @Test
    void thePageHasEveryStepAndNoMarkupOfTheCase() {
        String page = CaseHtml.of(runs);

        assertThat(page).contains("a title with &lt;b&gt;, | and `ticks`").doesNotContain("<b>,");
        assertThat(page).contains("reproduced (2 of 2)", "differs (2 of 2)", "skipped", "https://example.org/SHOWS");
        assertThat(page).contains("WHERE v &lt; 50 | 1");
    }

    @Test
    void aReportOfACaseIsATableOfItsSessions() {
        String report = CaseMarkdown.of(runs.subList(0, 1));

        assertThat(CaseMarkdown.fileName(runs.get(0))).isEqualTo("SHOWS@serializable.md");
        assertThat(report)
                .contains("# SHOWS@serializable", "| | a | b |", "`SELECT v FROM t WHERE v < 50 \\| 1`<br>(10)")
                .contains("reproduced (2 of 2)");
    }

    @Test
    void theTableOfAllBugsCountsAndSaysWhereEachShows() {
        String page = BugTable.of(runs);

        assertThat(page).contains("| cases | 4 |", "| show on an affected version | 1 |", "| skipped | 1 |");
        assertThat(page).contains("| [SHOWS](https://example.org/SHOWS) |", ": serializable |", "| violated | bug |");
        assertThat(page).contains("| promise violated | 1 |");
    }

    @Test
    void everyRunKeepsItsTrace() throws Exception {
        try (var files = Files.list(folder)) {
            List<Path> traces = files.sorted().toList();
            assertThat(traces).hasSize(6); // three cases, twice
            for (Path trace : traces) {
                assertThat(Traces.read(trace).history().initialRows()).hasSize(1);
            }
        }
    }
}
