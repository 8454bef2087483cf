package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ElleJsonFormatTest {
    private static final String REGISTERS = """
            [{"type":"invoke","f":"txn","value":[["w","x",2],["r","y",null]],"process":0,"index":1},
             {"type":"ok","f":"txn","value":[["w","x",2],["r","y",null]],"process":0,"index":2}]
            """;

    private final FormatTester tester = new FormatTester(new ElleJsonFormat());

    @TempDir
    private Path directory;

    @Test
    void readsRegisters() throws IOException {
        tester.assertReads(REGISTERS, Mini.parse("1@0: b@[1,1] w(x,2) r(y,_) c@[2,2]\n"));
    }

    @Test
    void readsListsOneObjectALine() throws IOException {
        tester.assertReads("""
                {"process":1,"type":"ok","value":[["append","x",1],["r","x",[1]],["r",5,null]],"error":{"a":[1]}}
                {"process":2,"type":":fail","value":[[":append","x",2],[":r","x"]]}
                {"process":"nemesis","type":"info","f":"kill","value":{"n":1}}
                """, Mini.parse("""
                0@1: a(x,1) l(x,[1]) l(5,_) c
                1@2: a(x,2) l(x,?) a
                """));
    }

    @Test
    void writesWhatItReads() throws IOException {
        assertThat(tester.assertSurvives(tester.read(REGISTERS), directory)).isEqualTo("""
                [
                {"index":1,"time":1,"type":"invoke","process":0,"f":"txn","value":[["w","x",2],["r","y",null]]},
                {"index":2,"time":2,"type":"ok","process":0,"f":"txn","value":[["w","x",2],["r","y",null]]}
                ]
                """);
        tester.assertSurvives(Mini.parse("""
                0@0: a("\\"q\\" é",1) l(5,[1,2.50,true,null,[x],123456789012345678901234567890]) l(7,?) c
                1@3: a(x,?) a
                """), directory);
        for (long seed = 0; seed < 20; seed++) {
            tester.assertSurvives(Histories.lists(seed), directory);
        }
    }

    @Test
    void refusesBytes() {
        assertThat(tester.refusal(Mini.parse("T: w(x,x'00') c\n"), directory))
                .endsWith("has the value x'00', and values can only be anything but null and byte strings");
    }

    @Test
    void errorsSayWhere() {
        assertThat(tester.error("[{\"type\":\"ok\"")).isEqualTo("trace:1:14: found the end of the file, expected '}'");
        assertThat(tester.error("[{\"type\":\"ok\",\"value\":[[\"w\",1"))
                .isEqualTo("trace:1:30: found the end of the file, expected ']'");
        assertThat(tester.error("[{\"type\":\"o"))
                .isEqualTo("trace:1:12: found the end of the file, expected the rest of the value");
        assertThat(tester.error("[{\"type\":5}]")).isEqualTo("trace:1:10: found 5, expected a string for \"type\"");
        assertThat(tester.error("[{\"type\":\"done\"}]"))
                .isEqualTo(
                        "trace:1:10: found \"done\", expected \"invoke\", \"ok\", \"fail\" or \"info\" for \"type\"");
        assertThat(tester.error("[\n1]")).isEqualTo("trace:2:1: found 1, expected an operation (an object)");
        assertThat(tester.error("[{\"process\":1,\"value\":[]}]"))
                .isEqualTo("trace:1:2: found an operation without a type, expected invoke, ok, fail or info");
        assertThat(tester.error("[{\"type\":\"ok\",\"time\":\"x\"}]"))
                .isEqualTo("trace:1:22: found \"x\", expected an integer of 64 bits for \"time\"");
        assertThat(tester.error("[{\"type\":\"ok\",\"index\":99999999999999999999}]"))
                .isEqualTo("trace:1:23: found 99999999999999999999, expected an integer of 64 bits for \"index\"");
        assertThat(tester.error(value("[[\"cas\",1,2]]")))
                .isEqualTo("trace:1:25: found \"cas\", expected \"r\", \"w\" or \"append\" for \"value\"");
        assertThat(tester.error(value("[[\"w\",1,null]]")))
                .isEqualTo("trace:1:31: found null, expected the value that is written for \"value\"");
        assertThat(tester.error(value("[[\"r\"]]")))
                .isEqualTo("trace:1:28: found the end of the array, expected a key for \"value\"");
        assertThat(tester.error(value("7")))
                .isEqualTo("trace:1:23: found 7, expected an array of operations for \"value\"");
        assertThat(tester.error(value("[7]")))
                .isEqualTo("trace:1:24: found 7, expected an operation such as [\"r\", 1, null] for \"value\"");
        assertThat(tester.error(value("[[\"w\",{},1]]")))
                .isEqualTo("trace:1:29: found an object, expected a value that is no object for \"value\"");
    }

    @Test
    void brokenJson() {
        assertThat(tester.error("[{\"type\":\"ok\"}}")).isEqualTo("trace:1:15: found '}', expected ']'");
        assertThat(tester.error("[{\"type\" 1}]"))
                .isEqualTo("trace:1:10: found '1', expected a colon to separate field name and value");
        assertThat(tester.error("[{type:1}]"))
                .isEqualTo("trace:1:3: found 't', expected double-quote to start field name");
        assertThat(tester.error("[abc]")).isEqualTo("trace:1:2: found 'abc', expected a JSON value");
        assertThat(tester.error("[\"\\q\"]"))
                .isEqualTo("trace:1:4: this is not JSON: Unrecognized character escape 'q' (code 113)");
    }

    @Test
    void limits() {
        assertThat(tester.error(value("[[\"w\",1," + "[".repeat(2000))))
                .isEqualTo("trace:1:128: document nesting depth (101) exceeds the maximum allowed (100)");
        assertThat(tester.error(value("[[\"w\",1," + "1".repeat(2000) + "]]")))
                .isEqualTo("trace:1:2031: number value length (2000) exceeds the maximum allowed (1000)");
        assertThat(tester.error(value("[[\"w\",1,1e99999]]")))
                .isEqualTo("trace:1:31: found 1e99999, expected a number with an exponent of at most four digits"
                        + " for \"value\"");
        assertThat(tester.error(value("[[\"w\",1,\"" + "x".repeat(20 << 20) + "\"]]")))
                .matches("trace:1:\\d+: string value length \\(\\d+\\) exceeds the maximum allowed \\(16777216\\)");
        assertThat(tester.error(value("[[\"w\",1,\"\\ud800\"]]")))
                .isEqualTo("trace:1:31: a string with half a surrogate pair has no UTF-8 form");
    }

    private static String value(String json) {
        return "[{\"type\":\"ok\",\"value\":" + json + "}]";
    }

    @Test
    void recognisesItsFiles() {
        assertThat(tester.recognises(REGISTERS)).isTrue();
        assertThat(tester.recognises("{\"value\": [[\"w\", 4936, -39, true]]}")).isFalse();
        assertThat(tester.recognises("[{\"tid\":1,\"sid\":1,\"ops\":[{\"t\":\"w\"}]}]"))
                .isFalse();
    }
}
