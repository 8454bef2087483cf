package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code info} and {@code convert}. */
class TraceCommandsTest {
    private static final String HISTORY = """
            initial x:0
            T1@s1: r(x,0)@[1,2] w(x,1) w(y,1) c
            T2@s2: r!(y,_) scan(a,z)=[x:1] w(x,1) a
            T3@s2: r(y,?) u
            """;

    @TempDir
    Path directory;

    private String file = "";

    @BeforeEach
    void history() throws IOException {
        file = Files.writeString(directory.resolve("h.mini"), HISTORY).toString();
    }

    @Test
    void infoShowsWhatATraceHolds() {
        Outcome outcome = Outcome.of("info", file);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(file + """
                        : the mini-language of the documentation, one line a transaction; holds everything
                          sessions       2
                          transactions   3: 1 committed, 1 aborted, 1 unknown
                          operations     7: 3 get, 3 put, 1 scan
                          keys           2
                          duplicates     1 writes of a value that the key had been given before
                          reads          of these 1 absent, 1 unknown, 1 locking
                          initial state  given
                          times          yes
                          hints          none
                        """);
    }

    /** Whichever of its files are named, in whatever order a shell gives them. */
    @Test
    void partsOfATraceAreOneTrace() throws IOException {
        String header = "{\"bateleur\":1,\"run\":\"r\",\"part\":%d,\"from\":%d}\n";
        Path first = Files.writeString(
                directory.resolve("app.jsonl"), header.formatted(0, 0) + "{\"e\":\"begin\",\"t\":1,\"s\":\"s\"}\n");
        Path second = Files.writeString(
                directory.resolve("app.1.jsonl"), header.formatted(1, 1) + "{\"e\":\"commit\",\"t\":1}\n");
        for (List<Path> named : List.of(List.of(first), List.of(second), List.of(second, first))) {
            String[] files = named.stream().map(Path::toString).toArray(String[]::new);
            Outcome info = Outcome.of(
                    Stream.concat(Stream.of("info"), Stream.of(files)).toArray(String[]::new));
            assertThat(info.err()).isEmpty();
            assertThat(info.out())
                    .startsWith(first + ": ")
                    .contains("1: 1 committed")
                    .containsOnlyOnce("sessions");
            Outcome check = Outcome.of(
                    Stream.concat(Stream.of("check"), Stream.of(files)).toArray(String[]::new));
            assertThat(check.out()).isEqualTo(first + ": serializable holds\n");
        }
    }

    @Test
    void infoLooksIntoDirectoriesAndGoesOnAfterWhatFails() throws IOException {
        Files.writeString(directory.resolve("g.mini"), "T1: r(x,0) c\n");
        Files.writeString(directory.resolve("bad.mini"), "T1: r(x,0) c\nT2: fly(x) c\n");
        Files.writeString(directory.resolve("README"), "no trace");
        Outcome outcome = Outcome.of("info", directory.toString());
        assertThat(outcome.out()).containsSubsequence(directory.resolve("g.mini") + ": the", file + ": the");
        assertThat(outcome.err())
                .contains(directory + ": left out what is no trace: README\n", "bad.mini:2:5: found 'fly'");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    @Test
    void infoSpeaksJson() {
        Outcome outcome = Outcome.of("info", "--json", file, file);
        assertThat(outcome.out().lines()).hasSize(2).allSatisfy(line -> assertThat(line)
                .startsWith("{\"file\":\"" + file + "\",\"format\":\"mini\",\"sessions\":2,"
                        + "\"transactions\":{\"total\":3,\"committed\":1,\"aborted\":1,\"unknown\":1},"
                        + "\"operations\":{\"total\":7,\"get\":3,\"put\":3,")
                .endsWith("\"initialState\":\"given\",\"times\":true,\"hints\":[],\"about\":{},\"warnings\":[]}"));
    }

    @Test
    void infoShowsPolygraphs() throws IOException {
        Files.writeString(Path.of(file), "n:3\ne:0,1\nc:2,1|1,0\n");
        assertThat(Outcome.of("info", file).out())
                .isEqualTo(file + ": Cobra polygraph\n  nodes          3\n  edges          1\n  choices        1\n");
        assertThat(Outcome.of("info", "--json", file).out())
                .isEqualTo("{\"file\":\"" + file
                        + "\",\"format\":\"cobra-polygraph\",\"nodes\":3,\"edges\":1,\"choices\":1}\n");
    }

    @Test
    void convertThereAndBackGivesTheSameHistory() throws IOException {
        String there = directory.resolve("h.jsonl.zst").toString();
        assertThat(Outcome.of("convert", file, there)).isEqualTo(new Outcome(0, "", ""));
        assertThat(Outcome.of("convert", there, "-", "--to", "mini")).isEqualTo(new Outcome(0, HISTORY, ""));
    }

    @Test
    void convertRefusesWithAReasonAndLeavesNothing() throws IOException {
        Outcome outcome =
                Outcome.of("convert", file, directory.resolve("h.hist").toString());
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(outcome.err())
                .startsWith("bateleur: the format dbcop-hist cannot hold this history: transaction T2 has ");
        assertThat(names()).containsExactly("h.mini");
    }

    @Test
    void convertSaysWhatItLeftOut() throws IOException {
        Files.writeString(Path.of(file), "T1@s1: r(x,_)@[1,2] w(x,1) c\n");
        String target = directory.resolve("h.hist").toString();
        assertThat(Outcome.of("convert", file, target))
                .isEqualTo(new Outcome(
                        0, "", target + ": warning: the format dbcop-hist has no place for: times of operations\n"));
    }

    @Test
    void convertNeedsToKnowTheFormat() {
        Outcome outcome = Outcome.of("convert", file, directory.resolve("h.txt").toString());
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(outcome.err()).contains("h.txt' does not tell its format: say it with --to, one of bateleur, ");
        assertThat(Outcome.of("convert", file, "-", "--to", "nonsense").exitCode())
                .isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void badInputIsLocatedAndExitsWith65() throws IOException {
        Files.write(Path.of(file), "T1: r(x,0) c\nT2: fly(x) c\n".getBytes(StandardCharsets.UTF_8));
        for (String[] command : List.of(new String[] {"info", file}, new String[] {"convert", file, file + ".jsonl"})) {
            Outcome outcome = Outcome.of(command);
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .isEqualTo("bateleur: " + file
                            + ":2:5: found 'fly', expected r, w, d, a, l, scan, iter, sql, or c, a, u\n"
                            + "  hint: the notation is specified in docs/mini-language.md\n");
        }
        assertThat(names()).containsExactly("h.mini");
    }

    @Test
    void warningsGoToStandardError() throws IOException {
        String trace = directory.resolve("t.jsonl").toString();
        Files.writeString(Path.of(trace), "{\"bateleur\":1}\n{\"e\":\"begin\",\"t\":1,\"s\":0}\n{\"e\":\"pu");
        Outcome outcome = Outcome.of("info", trace);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err())
                .isEqualTo(trace + ": warning: the trace breaks off in line 3: 1 event was dropped; "
                        + "this transaction has no ending and became UNKNOWN: 1\n");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
