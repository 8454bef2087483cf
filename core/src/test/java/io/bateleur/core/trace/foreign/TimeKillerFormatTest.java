package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimeKillerFormatTest {
    private static final String REGISTERS = """
            [
                {"cts": {"l": 18, "p": "1691420095436341"}, "ops": [{"k": 7, "t": "w", "v": 2}, {"k": 8, "t": "r", "v": 0}],
                 "rtts": 5, "sid": 19, "sts": {"l": 61, "p": 16914}, "tid": 67},
                {"tid": 68, "sid": 20, "ops": [{"t": "r", "k": 7, "v": null}, {"t": "r", "k": 9}, {"t": "w", "k": 5, "v": 0},
                 {"t": "r", "k": 5, "v": 0}]}
            ]
            """;

    private final FormatTester tester = new FormatTester(new TimeKillerFormat());

    @TempDir
    private Path directory;

    @Test
    void readsRegisters() throws IOException {
        tester.assertReads(REGISTERS, Mini.parse("""
                initial 8:0
                67@19 ts=16914.61: w(7,2) r(8,0) c ts=1691420095436341.18
                68@20: r(7,_) r(9,_) w(5,0) r(5,0) c
                """));
    }

    @Test
    void readsLists() throws IOException {
        tester.assertReads("""
                [{"tid":1,"sid":1,"ops":[{"t":"r","k":6},{"t":"r","k":5,"v":[]}]},
                {"tid":2,"sid":1,"ops":[{"t":"a","k":3,"v":1},{"t":"r","k":6,"v":[4,5,9]}]}]
                """, Mini.parse("""
                1@1: l(6,_) l(5,[]) c
                2@1: a(3,1) l(6,[4,5,9]) c
                """));
    }

    @Test
    void writesWhatItReads() throws IOException {
        assertThat(tester.assertSurvives(tester.read(REGISTERS), directory)).isEqualTo("""
                [
                {"tid":67,"sid":19,"sts":{"p":16914,"l":61},"cts":{"p":1691420095436341,"l":18},\
                "ops":[{"t":"w","k":7,"v":2},{"t":"r","k":8,"v":0}]},
                {"tid":68,"sid":20,"ops":[{"t":"r","k":7,"v":null},{"t":"r","k":9,"v":null},{"t":"w","k":5,"v":0},\
                {"t":"r","k":5,"v":0}]}
                ]
                """);
        tester.assertSurvives(Mini.parse("T@s ts=1.0: w(x,\"a\") r(\"b c\",1.5) r(y,_) c ts=-1.7\n"), directory);
        for (long seed = 0; seed < 20; seed++) {
            Path path = directory.resolve("random" + seed);
            Traces.write(Histories.lists(seed), path, tester.format());
            assertThat(Traces.read(Source.of(path), tester.format()).history()).isEqualTo(Histories.lists(seed));
        }
    }

    @Test
    void refusesWhatItHasNoWordsFor() {
        assertThat(refusal("T: w(x,1) a\n")).endsWith("transaction T has the ending aborted");
        assertThat(refusal("T: r(x,?) c\n")).endsWith("transaction T has a get of x whose value is unknown");
        assertThat(refusal("T: r(x,_7) c\n")).endsWith("transaction T has a get of x with a tombstone");
        assertThat(refusal("initial x:1\nT: r(x,1) c\n")).endsWith("the initial value of x is 1, not 0");
        assertThat(refusal("T: a(x,1) r(y,_) c\n"))
                .endsWith("transaction T has a get of y, which the other operations make a read of another kind");
    }

    private String refusal(String mini) {
        return tester.refusal(Mini.parse(mini), directory);
    }

    @Test
    void errorsSayWhere() {
        assertThat(tester.error("{}")).isEqualTo("trace:1:1: found an object, expected transactions (an array)");
        assertThat(tester.error("[{\"tid\":1}]")).isEqualTo("trace:1:2: found a transaction without \"sid\"");
        assertThat(tester.error("[{\"tid\":1,\"sid\":1}]")).isEqualTo("trace:1:2: found a transaction without \"ops\"");
        assertThat(tester.error("[{\"tid\":1,\"sid\":1,\"ops\":[]},\n{\"tid\":1,\"sid\":2,\"ops\":[]}]"))
                .isEqualTo("trace:2:1: transaction 1 begins a second time, in session 2; it began in session 1");
        assertThat(tester.error("[{\"sts\":{\"p\":\"x\"}}]"))
                .isEqualTo("trace:1:14: found \"x\", expected an integer of 64 bits for \"p\"");
        assertThat(tester.error("[{\"sts\":{\"p\":99999999999999999999}}]"))
                .isEqualTo("trace:1:14: found 99999999999999999999, expected an integer of 64 bits for \"p\"");
        assertThat(tester.error("[{\"sts\":{\"l\":1}}]")).isEqualTo("trace:1:9: found a timestamp without \"p\"");
        assertThat(tester.error("[{\"sts\":5}]"))
                .isEqualTo("trace:1:9: found 5, expected a timestamp (an object) for \"sts\"");
        assertThat(tester.error("[{\"ops\":[{\"t\":\"z\"}]}]"))
                .isEqualTo("trace:1:15: found \"z\", expected \"r\", \"w\" or \"a\" for \"t\"");
        assertThat(tester.error("[{\"ops\":[{\"t\":\"w\",\"k\":1}]}]"))
                .isEqualTo("trace:1:10: found a write without \"v\", expected the value that is written");
        assertThat(tester.error("[{\"ops\":[{\"t\":\"w\"}]}]"))
                .isEqualTo("trace:1:10: found an operation without \"k\"");
        assertThat(tester.error("[{\"ops\":[{\"t\":\"w\",\"k\":1,"))
                .isEqualTo("trace:1:25: found the end of the file, expected the rest of the value");
    }

    @Test
    void recognisesItsFiles() {
        assertThat(tester.recognises(REGISTERS)).isTrue();
        assertThat(tester.recognises("[[{\"events\":[],\"committed\":true}]]")).isFalse();
    }
}
