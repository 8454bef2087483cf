package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ViperFormatTest {
    private final FormatTester tester = new FormatTester(new ViperFormat());

    @TempDir
    private Path directory;

    private int directories;

    @Test
    void readsLogsInTheOrderOfTheirNumbers() throws IOException {
        History history = read("""
                {"value": [["r", 1, 5, false], ["r", 2, "nil", false], ["r", 3, 0, false]]}
                """, """
                {"value": [["w", 1, 5, true], ["i", "k", 6, true]]}
                {"value": []}
                """);
        assertReads(history, """
                0@9: r(1,5) r(2,_) r(3,_) c
                1@10: w(1,5) w(k,6) c
                2@10: c
                """);
    }

    @Test
    void readsRanges() throws IOException {
        History history = read("""
                {"value": [["range", 1, 3, [{"id": 1, "sk": 1, "val": 5}], [{"id": 2, "val": 7}]]]}
                {"value": [["range", "nil", "nil", [], []], ["range", "a", "b", []], ["w", 1, 5, true], ["d", 2, 7, 4, false, true]]}
                {"value": [["range", -9223372036854775808, 9223372036854775807, [], []]]}
                """);
        assertReads(history, """
                initial 2:4
                0@9: scan(1,4)=[1:5,2:_7] c
                1@9: scan(*,*)=[] scan(a,"b\\u0000")=[] w(1,5) r(2,4) d(2,7) c
                2@9: scan(-9223372036854775808,9223372036854775808)=[] c
                """);
    }

    @Test
    void tombstonesAreThoseThatADeleteWrote() throws IOException {
        History history = read("""
                {"value": [["r", 1, 7, true], ["r", 1, 8, true], ["r", 2, 5, true], ["d", 1, "nil"]]}
                {"value": [["d", 1, 7], ["w", 2, 5, true]]}
                """);
        assertReads(history, """
                0@9: r(1,_7) r(1,8) r(2,5) d(1) c
                1@9: d(1,7) w(2,5) c
                """);
    }

    @Test
    void whatNobodyWroteWasThereInitially() throws IOException {
        assertReads(read("{\"value\": [[\"r\", 1, 5, false], [\"r\", 1, 6, false], [\"r\", 2, 5, true]]}\n"), """
                initial 1:5
                0@9: r(1,5) r(1,6) r(2,5) c
                """);
    }

    @Test
    void theInitialTransactionTellsWhatWasThere() throws IOException {
        History history = read("""
                {"value": [["w", 1, 5, true], ["range", "nil", "nil", [{"id": 2, "val": 6}], []]], "isInitial": true, "isFinal": false}
                """, """
                {"value": [["r", 1, 5, false], ["r", 3, 9, false]]}
                """);
        assertReads(history, """
                initial 1:5 2:6
                session 9
                0@10: r(1,5) r(3,9) c
                """);
    }

    @Test
    void writesThatFailedAreLeftOutWithANote() throws IOException {
        Path logs = logs("""
                {"value": [["w", 1, 5, false], ["i", 2, 5, -1, false, false], ["d", 3, 5, 4, false, false], ["w", 4, 4, true]]}
                """);
        Trace trace = Traces.read(logs);
        assertReads(trace.history(), "initial 3:4\n0@9: r(3,4) w(4,4) c\n");
        assertThat(trace.warnings()).containsExactly("left out 3 writes that did not succeed");
    }

    @Test
    void writesWhatItReads() throws IOException {
        Path copy = directory.resolve("copy");
        History history = Mini.parse("""
                initial 8:0 9:x
                0@3: w(1,5) r(8,0) d(1,7) d(2) c
                1@3: scan(1,4)=[1:5,2:_7,3:_] scan(*,"b\\u0000")=[] r(1,_7) r(1,_) c
                2@12: r(4,44) c
                """);
        Traces.write(history, copy, tester.format());
        assertThat(Files.readString(copy.resolve("J3.log"))).isEqualTo("""
                {"value":[["w",8,0,true],["w",9,"x",true]],"isInitial":true}
                {"value":[["w",1,5,true],["r",8,0,false],["d",1,7,true],["d",2,"nil",true]]}
                {"value":[["range",1,3,[{"id":1,"val":5}],[{"id":2,"val":7},{"id":3,"val":"nil"}]],["range","nil","b",[],[]],\
                ["r",1,7,true],["r",1,"nil",false]]}
                """);
        assertReads(Traces.read(copy).history(), history);
    }

    @Test
    void randomHistoriesKeepTheirOperations() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            History history = Histories.registers(seed, false);
            Path copy = directory.resolve("random" + seed);
            Traces.write(history, copy, tester.format());
            History once = Traces.read(copy).history();
            assertThat(once.operationCount()).isEqualTo(history.operationCount());
            tester.assertSurvives(once, directory);
        }
    }

    @Test
    void refusesWhatItHasNoWordsFor() {
        assertThat(refusal("T: w(x,1) a\n")).endsWith("transaction T has the ending aborted");
        assertThat(refusal("initial unknown\nT: w(x,1) c\n")).endsWith("its initial state is unknown");
        assertThat(refusal("T: r(x,_7) c\n"))
                .endsWith("transaction T has a get of x that saw a tombstone which nobody wrote");
        assertThat(refusal("T: r(x,0) c\n"))
                .endsWith("transaction T has a get of x that saw 0 where nobody wrote 0, which means nothing there");
        assertThat(refusal("T: scan(a,b)=[] c\n"))
                .endsWith("transaction T has a scan up to b, and no bound comes right before that");
        assertThat(refusal("T: scan(nil,*)=[] c\n"))
                .endsWith("transaction T has a scan bounded by \"nil\", which means no bound");
        assertThat(refusal("T: w(x,nil) c\n"))
                .endsWith(
                        "has the value nil, and values can only be anything but null, byte strings and the string \"nil\"");
    }

    private String refusal(String mini) {
        return tester.refusal(Mini.parse(mini), directory);
    }

    @Test
    void errorsSayWhere() {
        assertThat(error("{\"value\": 5}"))
                .isEqualTo("J9.log:1:11: found 5, expected the operations (an array) for \"value\"");
        assertThat(error("{}")).isEqualTo("J9.log:1:1: found a transaction without \"value\", expected its operations");
        assertThat(error("{\"value\": [[\"x\", 1, 1]]}"))
                .isEqualTo(
                        "J9.log:1:13: found \"x\", expected one of \"r\", \"w\", \"i\", \"d\" and \"range\" for \"value\"");
        assertThat(error("{\"value\": [[\"w\"]]}"))
                .isEqualTo("J9.log:1:16: found the end of the array, expected a key for \"value\"");
        assertThat(error("{\"value\": [[\"w\", 1, \"nil\"]]}"))
                .isEqualTo("J9.log:1:21: found \"nil\", expected the value that is written for \"value\"");
        assertThat(error("{\"value\": [[\"range\", 1, true, []]]}"))
                .isEqualTo("J9.log:1:25: found true, expected an integer, a string or \"nil\" for \"value\"");
        assertThat(error("{\"value\": [[\"range\", 1, 2, [{\"id\": 1}]]]}"))
                .isEqualTo("J9.log:1:29: found an item without \"id\" or \"val\", expected both");
        assertThat(error("{\"value\": [[\"w\", 1, 5, true]"))
                .isEqualTo("J9.log:2:1: found the end of the file, expected ']'");
        assertThat(error("{\"value\": []}\n[]"))
                .isEqualTo("J9.log:2:1: found an array, expected a transaction (an object)");
    }

    private String error(String log) {
        var error = catchThrowableOfType(
                BadInputException.class, () -> Traces.read(Source.of(logs(log + "\n")), tester.format()));
        String message = String.valueOf(error.getMessage());
        return message.substring(message.indexOf("J9.log"));
    }

    @Test
    void needsADirectoryOfLogs() throws IOException {
        assertThat(tester.error("{}")).isEqualTo("trace: found a file, expected a directory of files such as J24.log");
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("T1.log"), "x");
        var error = catchThrowableOfType(BadInputException.class, () -> Traces.read(Source.of(other), tester.format()));
        assertThat(error).hasMessage(other + ": found no file such as J24.log, expected one per session");
    }

    @Test
    void recognisesItsDirectories() throws IOException {
        assertReads(read("", ""), "session 9\nsession 10\n");
        assertThat(tester.format().recognises(new Head(List.of("T1.log"), new byte[0])))
                .isFalse();
        assertThat(tester.recognises("{\"value\": [[\"w\", 1, 5, true]]}")).isFalse();
    }

    private static void assertReads(History history, String mini) {
        assertReads(history, Mini.parse(mini));
    }

    private static void assertReads(History history, History expected) {
        assertThat(history.differenceFrom(expected)).isEmpty();
    }

    private History read(String... texts) throws IOException {
        return Traces.read(logs(texts)).history();
    }

    /** A directory with the logs J9.log, J10.log and so on. */
    private Path logs(String... texts) throws IOException {
        Path logs = Files.createDirectory(directory.resolve("logs" + directories++));
        for (int i = 0; i < texts.length; i++) {
            Files.writeString(logs.resolve("J" + (9 + i) + ".log"), texts[i]);
        }
        return logs;
    }
}
