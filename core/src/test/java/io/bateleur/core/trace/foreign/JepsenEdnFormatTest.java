package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JepsenEdnFormatTest {
    private static final String LISTS = """
            {:type :invoke, :f :txn, :value [[:append 11 1] [:r 11 nil]], :process 10, :time 100, :index 0}
            {:type :invoke, :f :txn, :value [[:r :x nil]], :process 3, :time 150, :index 1}
            {:type :ok, :f :txn, :value [[:append 11 1] [:r 11 [1]]], :process 10, :time 200, :index 2}
            {:type :ok, :f :txn, :value [[:r :x nil]], :process 3, :time 250, :index 3}
            """;

    private final FormatTester tester = new FormatTester(new JepsenEdnFormat());

    @TempDir
    private Path directory;

    @Test
    void readsLists() throws IOException {
        tester.assertReads(LISTS, Mini.parse("""
                0@10: b@[100,100] a(11,1) l(11,[1]) c@[200,200]
                1@3: b@[150,150] l(:x,_) c@[250,250]
                """));
    }

    @Test
    void readsRegisters() throws IOException {
        tester.assertReads("""
                {:type :ok, :value [[:w :x 1] [:r :y nil] [:r "z" 5]], :process 0}
                {:type :ok, :value [[:w :x 2.50M] [:r :y 99999999999999999999N]], :process 1}
                """, Mini.parse("""
                0@0: w(:x,1) r(:y,_) r(z,5) c
                1@1: w(:x,2.50) r(:y,99999999999999999999) c
                """));
    }

    @Test
    void whatDidNotCommitSawNothingCertain() throws IOException {
        tester.assertReads("""
                {:type :fail, :value [[:append 1 1] [:r 1 nil] [:r 2 [7]]], :process 0}
                {:type :info, :value [[:append 1 2] [:r 1 nil]], :process 1}
                {:type :ok, :value [[:r 1]], :process 2}
                """, Mini.parse("""
                0@0: a(1,1) l(1,?) l(2,[7]) a
                1@1: a(1,2) l(1,?) u
                2@2: l(1,?) c
                """));
    }

    @Test
    void invocationsThatNobodyCompletedAreUnknown() throws IOException {
        tester.assertReads("""
                {:type :invoke, :value [[:w :x 1] [:r :x 7]], :process 0, :index 5}
                {:type :invoke, :value [[:w :x 2]], :process 1, :index 7}
                {:type :info, :process 1, :index 8}
                """, Mini.parse("""
                5@0: b@[5,5] w(:x,1) r(:x,?) u
                7@1: b@[7,7] w(:x,2) u@[8,8]
                """));
    }

    @Test
    void severalOpenInvocationsOfOneProcess() throws IOException {
        tester.assertReads("""
                {:process 0, :type :invoke, :value [[:append :x 1]]}
                {:process 0, :type :invoke, :value [[:append :x 2]]}
                {:process 0, :type :invoke, :value [[:r :x nil]]}
                {:process 0, :type :ok, :value [[:r :x [2]]]}
                {:process 0, :type :ok, :value [[:append :x 2]]}
                {:process 0, :type :fail, :value [[:append :y 3]]}
                """, Mini.parse("""
                0@0: b@[0,0] a(:y,3) a@[5,5]
                1@0: b@[1,1] a(:x,2) c@[4,4]
                2@0: b@[2,2] l(:x,[2]) c@[3,3]
                """));
    }

    @Test
    void timesThatDoNotIncreaseAreReplacedByIndicesOrPositions() throws IOException {
        String repeated = """
                {:type :invoke, :value [[:w 1 1]], :process 0, :time 0, :index 4}
                {:type :ok, :value [[:w 1 1]], :process 0, :time 0, :index 6}
                """;
        tester.assertReads(repeated, Mini.parse("4@0: b@[4,4] w(1,1) c@[6,6]\n"));
        tester.assertReads(repeated.replace("6", "4"), Mini.parse("0@0: b@[0,0] w(1,1) c@[1,1]\n"));
    }

    @Test
    void readsOneVectorTagsAndExtraElements() throws IOException {
        tester.assertReads("""
                ; from a store directory
                [#jepsen.history.Op{:type :ok, :f :txn, :value [[:r 7241 -80 false]], :process 1, :error nil}
                 #_ {:type :ok} {:process 2 :value [[:w 7241 -80 true]] :type :ok}]
                """, Mini.parse("""
                0@1: r(7241,-80) c
                1@2: w(7241,-80) c
                """));
    }

    @Test
    void aRegisterMayHoldVectors() throws IOException {
        tester.assertReads("""
                {:type :ok, :value [[:w 1 [1 2]] [:r 2 nil]], :process 0}
                {:type :ok, :value [[:r 1 [1 2]]], :process 1}
                """, Mini.parse("""
                0@0: w(1,[1,2]) r(2,_) c
                1@1: r(1,[1,2]) c
                """));
    }

    @Test
    void whatIsNoTransactionIsLeftOutWithANote() throws IOException {
        String text = """
                {:type :info, :f :start-partition, :value [:isolated {"n1" #{"n2"}}], :process :nemesis}
                {:value [[:not-a-mop]], :type :info, :f :kill, :process :nemesis}
                {:type :ok, :f :read, :value 5, :process 0}
                {:type :ok, :f :txn, :value [[:w 1 1]], :process 0}
                """;
        tester.assertReads(text, Mini.parse("3@0: w(1,1) c\n"));
        assertThat(tester.warnings(text))
                .containsExactly(
                        "left out 2 operations of processes that are no clients",
                        "left out 1 operations that are no transactions");
    }

    @Test
    void writesWhatItReads() throws IOException {
        assertThat(tester.assertSurvives(tester.read(LISTS), directory)).isEqualTo("""
                {:index 0, :time 100, :type :invoke, :process 10, :f :txn, :value [[:append 11 1] [:r 11 nil]]}
                {:index 1, :time 150, :type :invoke, :process 3, :f :txn, :value [[:r :x nil]]}
                {:index 2, :time 200, :type :ok, :process 10, :f :txn, :value [[:append 11 1] [:r 11 [1]]]}
                {:index 3, :time 250, :type :ok, :process 3, :f :txn, :value [[:r :x nil]]}
                """);
        tester.assertSurvives(Mini.parse("""
                0@0: w(:x,1) w("a b",[1,null]) r(:y,?) c
                4@1: w(:x,true) r(:y,5.5) a
                5@0: w(:x,?) r(k,?) u
                """), directory);
    }

    @Test
    void otherNamesBecomeNumbers() throws IOException {
        Path path = directory.resolve("named.edn");
        Traces.write(Mini.parse("T1@s1: w(x,1) c\nT2@s2: r(x,1) c\n"), path, tester.format());
        assertThat(Traces.read(path).history()).isEqualTo(Mini.parse("0@0: w(x,1) c\n1@1: r(x,1) c\n"));
    }

    @Test
    void randomHistoriesSurvive() throws IOException {
        for (long seed = 0; seed < 50; seed++) {
            tester.assertSurvives(Histories.lists(seed), directory);
            tester.assertSurvives(Histories.registers(seed, true), directory);
        }
    }

    @Test
    void refusesWhatItHasNoWordsFor() {
        assertThat(refusal("T: d(x) c\n")).endsWith("cannot hold this history: transaction T has a delete");
        assertThat(refusal("initial x:0\nT: r(x,0) c\n")).endsWith(": its initial state is given");
        assertThat(refusal("T: w(x,null) c\n"))
                .endsWith("has the value null, and values can only be anything but null and byte strings");
        assertThat(refusal("T: r(x,_) a\n"))
                .endsWith(
                        "transaction T has a get of x that saw nothing, which only those of committed transactions can");
        assertThat(refusal("T: a(x,1) r(y,_) c\n"))
                .endsWith("transaction T has a get of y, which the other operations make a read of another kind");
        assertThat(refusal("T: r(x,_7) c\n")).endsWith("transaction T has a get of x with a tombstone");
        assertThat(refusal("T1: b@[1,2] w(x,1) c@[3,4]\nT2: w(x,2) c\n"))
                .endsWith("transaction T2 has no end time although others have times");
        assertThat(refusal("T1@s: b@[5,5] w(x,1) c@[6,6]\nT2@s: b@[1,1] w(x,2) c@[2,2]\n"))
                .endsWith("the times of session s contradict its order");
    }

    private String refusal(String mini) {
        return tester.refusal(Mini.parse(mini), directory);
    }

    @Test
    void errorsSayWhere() {
        assertThat(tester.error("{:type :ok, :value [[:w 1 2"))
                .isEqualTo("trace:1:28: found the end of the file, expected ']'");
        assertThat(tester.error("{:type :done}"))
                .isEqualTo("trace:1:8: found :done, expected :invoke, :ok, :fail or :info for :type");
        assertThat(tester.error("{:type :ok :time \"x\"}"))
                .isEqualTo("trace:1:18: found the string \"x\", expected an integer for :time");
        assertThat(tester.error("{:type :ok :index 99999999999999999999}"))
                .isEqualTo("trace:1:19: found 99999999999999999999, expected an integer for :index");
        assertThat(tester.error("\n5")).isEqualTo("trace:2:1: found 5, expected an operation map");
        assertThat(tester.error("{:type :ok :value [[:cas 1 2]]}"))
                .isEqualTo("trace:1:21: found :cas, expected :r, :w or :append");
        assertThat(tester.error("{:type :ok :value [[:w 1 nil]]}"))
                .isEqualTo("trace:1:26: found nil, expected the value that is written");
        assertThat(tester.error("{:type :ok :value [[:w]]}"))
                .isEqualTo("trace:1:23: found the end of the collection, expected a key");
        assertThat(tester.error("{:type :ok :value [7]}"))
                .isEqualTo("trace:1:20: found 7, expected an operation such as [:r x nil]");
        assertThat(tester.error("{:type :ok :value 7}"))
                .isEqualTo("trace:1:19: found 7, expected a vector of operations for :value");
        assertThat(tester.error("{:type}"))
                .isEqualTo("trace:1:7: found the end of the collection, expected the value of the field before it");
        assertThat(tester.error(" {:value []}"))
                .isEqualTo("trace:1:2: found an operation without a type, expected invoke, ok, fail or info");
        assertThat(tester.error("{:type :ok :value [[:w 1 " + "1".repeat(2000) + "]]}"))
                .isEqualTo("trace:1:26: a number of more than 1000 digits");
        assertThat(tester.error("{:type :ok :value [[:w 1 \"" + "x".repeat(20 << 20) + "\"]]}"))
                .isEqualTo("trace:1:16777244: a token of more than 16777216 bytes");
    }

    @Test
    void recognisesItsFiles() {
        assertThat(tester.recognises(LISTS)).isTrue();
        assertThat(tester.recognises("[" + LISTS + "]")).isTrue();
        assertThat(tester.recognises("; hello\n#jepsen.history.Op{:type :ok, :f :txn}"))
                .isTrue();
        assertThat(tester.recognises("{:process 0, :type :invoke, :f :append, :key \"0\", :value \"x\"}"))
                .isFalse();
        assertThat(tester.recognises("{\"type\": \":ok\"}")).isFalse();
        assertThat(tester.recognises("[x:=1]")).isFalse();
    }

    @Test
    void emptyHistories() throws IOException {
        History empty = tester.read("; nothing\n[]");
        assertThat(empty.transactionCount()).isZero();
    }
}
