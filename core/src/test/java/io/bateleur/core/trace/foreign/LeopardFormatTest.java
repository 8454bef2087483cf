package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeopardFormatTest {
    private static final String TRACE = """
            {"threadID":"0-0-0","transactionID":"0-0-0,0","operationID":"0-0-0,0,0","operationTraceType":"START",\
            "startTimestamp":10,"finishTimestamp":20}
            {"threadID":"0-0-0","transactionID":"0-0-0,0","operationID":"0-0-0,0,1","operationTraceType":"UPDATE",\
            "startTimestamp":30,"finishTimestamp":40,"predicateLock":null,"traceLockMode":"EXCLUSIVE_LOCK",\
            "readMode":"LOCKING_READ","writeTupleList":[{"table":"0","primaryKey":"5","valueMap":{"v":1,"w":"x"}}]}
            {"threadID":"0-0-1","transactionID":"0-0-1,0","operationTraceType":"select","traceLockMode":"NON_LOCK",\
            "startTimestamp":35,"finishTimestamp":45,\
            "readTupleList":[{"table":"0","primaryKey":"5","valueMap":{"v":null}},{"primaryKey":6,"table":0}]}
            {"threadID":"0-0-0","transactionID":"0-0-0,0","operationTraceType":"COMMIT","startTimestamp":50,"finishTimestamp":60}
            {"threadID":"0-0-1","transactionID":"0-0-1,0","operationTraceType":"READ","traceLockMode":"SHARE_LOCK",\
            "readTupleList":[{"table":"0","primaryKey":"5","valueMap":{"v":1}}]}
            {"threadID":"0-0-1","transactionID":"0-0-1,0","operationTraceType":"DELETE",\
            "writeTupleList":[{"table":"0","primaryKey":"5","valueMap":{"v":1}},{"table":"0","primaryKey":"7"}]}
            {"threadID":"0-0-1","transactionID":"0-0-1,0","operationTraceType":"ROLLBACK"}
            {"threadID":"0-0-1","transactionID":"0-0-1,1","operationTraceType":"START"}
            """;

    private static final String HISTORY = """
            initial unknown
            "0-0-0,0"@"0-0-0": b@[10,20] w("0/5/v",1)@[30,40] w("0/5/w",x)@[30,40] c@[50,60]
            "0-0-1,0"@"0-0-1": r("0/5/v",null)@[35,45] r("0/6",_)@[35,45] r!("0/5/v",1) d("0/5/v") d("0/7") a
            "0-0-1,1"@"0-0-1": u
            """;

    private final FormatTester tester = new FormatTester(new LeopardFormat());

    @TempDir
    private Path directory;

    @Test
    void readsOperationsAsTheyCome() throws IOException {
        tester.assertReads(TRACE, Mini.parse(HISTORY));
        tester.assertReads("[" + TRACE.strip().replace("\n", ",\n") + "]", Mini.parse(HISTORY));
    }

    @Test
    void notesWhatItLeavesOut() throws IOException {
        assertThat(tester.warnings("""
                {"operationTraceType":"DDL","sql":"create table t"}
                {"threadID":1,"transactionID":2,"operationTraceType":"SELECT","predicateLock":{"lower":1},\
                "readTupleList":[{"table":"t","primaryKey":"1","valueMap":{"v":1}}],"writeTupleList":null}
                """))
                .containsExactly(
                        "left out 1 changes of the schema",
                        "kept only the rows that 1 operations with a predicate found: which rows they looked for is not"
                                + " expressed");
    }

    @Test
    void writesWhatItReads() throws IOException {
        tester.assertSurvives(tester.read(TRACE), directory);
        for (long seed = 0; seed < 20; seed++) {
            tester.assertSurvives(Histories.rows(seed), directory);
        }
        assertThat(tester.assertSurvives(Mini.parse("initial unknown\nT@s: r!(\"t/1/2/c\",5)@[1,2] c\n"), directory))
                .isEqualTo("""
                        {"threadID":"s","transactionID":"T","operationID":"T,0","operationTraceType":"SELECT",\
                        "startTimestamp":1,"finishTimestamp":2,"predicateLock":null,"traceLockMode":"SHARE_LOCK",\
                        "readMode":"LOCKING_READ","readTupleList":[{"table":"t","primaryKey":"1/2","valueMap":{"c":5}}]}
                        {"threadID":"s","transactionID":"T","operationID":"T,1","operationTraceType":"COMMIT"}
                        """);
    }

    @Test
    void refusesWhatItHasNoWordsFor() {
        assertThat(refusal("T: w(x,1) c\n"))
                .endsWith("has the key x, and keys can only be strings of the form table/row/column");
        assertThat(refusal("T: w(t/x,1) c\n"))
                .endsWith("transaction T has a put of the row t/x, and only its columns have values");
        assertThat(refusal("T: r(t/x,?) c\n")).endsWith("transaction T has a get of t/x whose value is unknown");
        assertThat(refusal("T: d(t/x,1) c\n")).endsWith("transaction T has a delete of t/x with a tombstone");
    }

    private String refusal(String mini) {
        return tester.refusal(Mini.parse(mini), directory);
    }

    @Test
    void errorsSayWhere() {
        assertThat(tester.error("{\"operationTraceType\":\"FLY\"}"))
                .isEqualTo("trace:1:23: found \"FLY\", expected START, SELECT, INSERT, UPDATE, DELETE, COMMIT, ROLLBACK"
                        + " or DDL for \"operationTraceType\"");
        assertThat(tester.error("{\"operationTraceType\":\"START\"}"))
                .isEqualTo("trace:1:1: found an operation without \"threadID\"");
        assertThat(tester.error("{\"threadID\":1,\"operationTraceType\":\"START\"}"))
                .isEqualTo("trace:1:1: found an operation without \"transactionID\"");
        assertThat(tester.error("{\"threadID\":1,\"transactionID\":1}"))
                .isEqualTo("trace:1:1: found an operation without \"operationTraceType\"");
        assertThat(tester.error("{\"startTimestamp\":\"x\"}"))
                .isEqualTo("trace:1:19: found \"x\", expected an integer of 64 bits for \"startTimestamp\"");
        assertThat(tester.error("{\"readTupleList\":[{\"table\":\"t\"}]}"))
                .isEqualTo("trace:1:19: found a tuple without \"primaryKey\"");
        assertThat(tester.error("{\"readTupleList\":5}"))
                .isEqualTo("trace:1:18: found 5, expected tuples (an array) for \"readTupleList\"");
        assertThat(tester.error("{\"threadID\":1,\"transactionID\":1,\"operationTraceType\":\"INSERT\","
                        + "\"writeTupleList\":[{\"table\":1,\"primaryKey\":1}]}"))
                .isEqualTo("trace:1:1: found a tuple without \"valueMap\", expected the values that are written");
    }

    @Test
    void operationsThatMakeNoHistory() {
        String first = op("a", "T", "COMMIT");
        assertThat(tester.error(first + "\n" + op("a", "T", "COMMIT")))
                .isEqualTo("trace:2:1: transaction T ends a second time after it ended (committed)");
        assertThat(tester.error(op("a", "T", "ROLLBACK") + "\n"
                        + op("a", "T", "DELETE").replace("}", ",\"writeTupleList\":[{\"table\":1,\"primaryKey\":1}]}")))
                .isEqualTo("trace:2:1: transaction T has another operation after it ended (aborted)");
        assertThat(tester.error(op("a", "T", "START") + "\n" + op("a", "T", "START")))
                .isEqualTo("trace:2:1: transaction T begins a second time");
        assertThat(tester.error(op("a", "T", "START") + "\n" + op("b", "T", "SELECT")))
                .isEqualTo("trace:2:1: transaction T begins a second time, in session b; it began in session a");
        assertThat(tester.error(first.replace("}", ",\"startTimestamp\":9,\"finishTimestamp\":8}")))
                .isEqualTo("trace:1:1: the answer came at 8, before the call at 9");
    }

    private static String op(String thread, String transaction, String type) {
        return "{\"threadID\":\"%s\",\"transactionID\":\"%s\",\"operationTraceType\":\"%s\"}"
                .formatted(thread, transaction, type);
    }

    @Test
    void recognisesItsFiles() {
        assertThat(tester.recognises(TRACE)).isTrue();
        assertThat(tester.recognises("{\"e\":\"begin\"}")).isFalse();
    }
}
