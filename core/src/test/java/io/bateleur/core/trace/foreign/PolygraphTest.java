package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolygraphTest {
    private static final String HINT = "\n  hint: a line is n:nodes, e:from,to or c:from,to|from,to";
    private static final String EXAMPLE = "n:3\ne:0,1\ne:1,2\nc:2,1|1,0\nc:0,2|2,0\n";

    @TempDir
    Path directory;

    @Test
    void edgesAndChoicesAreKept() throws IOException {
        assertThat(read(EXAMPLE))
                .isEqualTo(new Polygraph(3, new int[] {0, 1, 1, 2}, new int[] {2, 1, 1, 0, 0, 2, 2, 0}));
    }

    @Test
    void writtenAsItWasRead() throws IOException {
        Path file = directory.resolve("copy.polyg");
        try (Sink sink = Sink.of(file)) {
            read(EXAMPLE).write(sink);
            sink.finish();
        }
        assertThat(Files.readString(file)).isEqualTo(EXAMPLE);
    }

    @Test
    void whiteSpaceAndOrderAreFree() throws IOException {
        assertThat(read("\r\n n : 3\r\nc: 2, 1 | 1, 0\n\ne:0,1"))
                .isEqualTo(new Polygraph(3, new int[] {0, 1}, new int[] {2, 1, 1, 0}));
    }

    @Test
    void noNodesIsAGraphToo() throws IOException {
        assertThat(read("n:0")).hasToString("Polygraph[0 nodes, 0 edges, 0 choices]");
    }

    @Test
    void malformedOnesCannotBeMade() {
        assertThatThrownBy(() -> new Polygraph(2, new int[] {0}, new int[0])).hasMessage("half an edge");
        assertThatThrownBy(() -> new Polygraph(2, new int[0], new int[] {0, 1, 1, 2}))
                .hasMessage("an edge of a node that is none of 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "e:0,1~1:1: found 'e', expected 'n' and the number of nodes",
                "n:x~1:3: found 'x', expected the number of nodes",
                "n:-1~1:3: found '-', expected the number of nodes",
                "n:3 4~1:5: found '4', expected the end of the line",
                "n:3;n:3~2:1: found 'n', expected 'e' or 'c'",
                "n:3;e 0,1~2:3: found '0', expected ':'",
                "n:3;e:0~2:4: found the end of the file, expected ','",
                "n:3;e:0,1|1,0~2:6: found '|', expected the end of the line",
                "n:3;c:0,1~2:6: found the end of the file, expected '|'"
            })
    void errorsSayWhere(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(BadInputException.class)
                .hasMessage("t:" + message + HINT);
    }

    @Test
    void nodesMustBeThere() {
        assertThatThrownBy(() -> read("n:2\nc:0,1|1,2"))
                .hasMessage("t:2:9: found node 2, expected one of the 2 nodes from 0 on"
                        + "\n  hint: the first line, n:2, tells how many nodes there are");
        assertThatThrownBy(() -> read("n:2147483648"))
                .hasMessage("t:1:3: found 2147483648 nodes, expected at most 2147483647");
    }

    @ParameterizedTest
    @ValueSource(strings = {"n:3", "n:3\n", " n:3\r\n\r\ne:0,1\n", "n:3\nc:2,1|1,0"})
    void isRecognised(String text) {
        assertThat(Polygraph.recognises(head(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n:", "n:3 x", "name: x", "n:3\nw 1 2", "e:0,1"})
    void othersAreNot(String text) {
        assertThat(Polygraph.recognises(head(text))).isFalse();
    }

    private static Polygraph read(String text) throws IOException {
        return Polygraph.read(Source.of("t", text));
    }

    private static Head head(String text) {
        return Head.file(text.getBytes(StandardCharsets.UTF_8));
    }
}
