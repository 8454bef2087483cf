package io.bateleur.core.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.Mini;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartTest {

    @Test
    void readsOfWhatIsLeftOutGo() {
        List<String> part = part("T1 T3", "T1: w(x,1) c", "T2: w(y,2) c", "T3: r(x,1) r(y,2) r(z,_) c");
        assertThat(part).containsExactly("T1: w(x,1) c", "T3: r(x,1) r(z,_) c");
    }

    @Test
    void readsThatCouldHaveSeenWhatIsLeftOutGo() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,1) c", "T3: r(x,1) c", "T4: d(x) c", "T5: r(x,_) c"};
        assertThat(part("T1 T3", lines)).containsExactly("T1: w(x,1) c", "T3: c");
        assertThat(part("T1 T2 T3", lines)).contains("T3: r(x,1) c");
        assertThat(part("T1 T5", lines)).contains("T5: c");
        assertThat(part("T4 T5", lines)).contains("T5: r(x,_) c");
    }

    @Test
    void hintsAreRestricted() {
        String[] lines = {
            "about engine=h2",
            "initial x:0 y:0",
            "T1@s level=rc ts=1.0: w(x,1) c ts=2.0",
            "T2@s: w(x,2) c",
            "T3@q: w(x,3) r(y,0) c",
            "order x: T1 T2 T3",
            "unique"
        };
        History part = cut("T1 T3", lines);
        assertThat(Mini.print(part)).isEqualTo(Mini.print(Mini.parse("""
                        about engine=h2
                        initial x:0 y:0
                        T1@s level=rc ts=1.0: w(x,1) c ts=2.0
                        T3@q: w(x,3) r(y,0) c
                        order x: T1 T3
                        unique
                        """)));
        assertThat(cut("T1 T2", lines).initialContents()).containsOnlyKeys(Value.of("x"));
    }

    @Test
    void aTransactionKeepsItsTimes() {
        String[] lines = {"T1: w(y,1) c", "T2: r(y,1)@[10,20] w(x,1)@[30,40] r(y,1)@[50,60] c"};
        assertThat(Mini.print(cut("T2", lines))).contains("b@[10,10] w(x,1)@[30,40] c@[60,60]");
        assertThat(Mini.print(cut("T1 T2", lines))).contains("T2: r(y,1)@[10,20] w(x,1)@[30,40] r(y,1)@[50,60] c\n");
        String[] told = {"T1: w(y,1) c", "T2: b@[1,2] r(y,1)@[10,20] c@[70,80]"};
        assertThat(Mini.print(cut("T2", told))).contains("b@[1,2] c@[70,80]");
        String[] unknown = {"T1: w(y,1) c", "T2: r(y,1)@[10,20] w(x,1)@[30,40] u", "T3: r(x,1) c"};
        assertThat(Mini.print(cut("T2 T3", unknown))).contains("b@[10,10] w(x,1)@[30,40] u\n");
    }

    // ---- bad reads

    @Test
    void aReadOfAnAbortedWriteStaysOne() {
        String[] lines = {"T1: w(x,1) a", "T2: r(x,1) c", "T3: w(y,1) c"};
        assertThat(part("T1 T2", lines)).containsExactly("T1: w(x,1) a", "T2: r(x,1) c");
        assertThat(part("T2 T3", lines)).contains("T2: c");
    }

    @Test
    void anIntermediateReadStaysOne() {
        String[] lines = {"T1: w(x,1) w(x,2) c", "T2: r(x,1) c"};
        assertThat(part("T1 T2", lines)).contains("T2: r(x,1) c");
        assertThat(part("T2", lines)).containsExactly("T2: c");
        assertThat(partWithout("w(x,1)", lines)).containsExactly("T1: w(x,2) c", "T2: c");
        assertThat(partWithout("w(x,2)", lines)).containsExactly("T1: c", "T2: c");
    }

    @Test
    void anUnwrittenReadNeedsNobody() {
        assertThat(part("T2", "T1: w(x,1) c", "T2: r(x,7) c")).containsExactly("T2: r(x,7) c");
        assertThat(part("T2", "initial x:1", "T1: w(y,1) c", "T2: scan(a,z)=[] c"))
                .containsExactly("T2: scan(a,z)=[] c");
    }

    @Test
    void anIgnoredOwnWriteStaysWithTheWrite() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,2) r(x,1) c"};
        assertThat(part("T1 T2", lines)).contains("T2: w(x,2) r(x,1) c");
        assertThat(partWithout("w(x,2)", lines)).contains("T2: c");
    }

    @Test
    void ofAnIgnoredOwnWriteNobodyElseIsNeeded() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,2) c", "T3: w(x,1) r(x,2) c"};
        assertThat(part("T3", lines)).contains("T3: w(x,1) r(x,2) c");
    }

    @Test
    void statementsMayExplainBadReads() {
        assertThat(part("T1 T2", "T1: sql(\"update t set v = 7\")=1 c", "T2: r(x,7) c"))
                .containsExactly("T1: c", "T2: c");
    }

    // ---- lists

    @Test
    void aListNeedsAllWhoAppendedToIt() {
        String[] lines = {"T1: a(x,1) c", "T2: a(x,2) c", "T3: a(x,3) c", "T4: l(x,[1,2]) c"};
        assertThat(part("T1 T2 T4", lines)).contains("T4: l(x,[1,2]) c");
        assertThat(part("T2 T4", lines)).contains("T4: c");
        assertThat(part("T1 T4", lines)).contains("T4: c");
    }

    @Test
    void anAppendTakesTheOthersOfItsTransactionWithIt() {
        String[] lines = {"T1: a(x,1) a(x,2) c", "T2: l(x,[1,2]) c", "T3: l(x,_) c"};
        assertThat(partWithout("a(x,1)", lines)).containsExactly("T1: c", "T2: c", "T3: l(x,_) c");
    }

    @Test
    void aListThatContradictsAnotherStaysWithIt() {
        String[] lines = {"T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1,2]) c", "T4: l(x,[2,1]) c"};
        assertThat(part("T1 T2 T3 T4", lines)).contains("T4: l(x,[2,1]) c");
        assertThat(part("T1 T2 T4", lines)).contains("T4: c");
        String[] itself = {"T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1,2]) l(x,[2]) l(x,[1]) c"};
        assertThat(part("T1 T2 T3", itself)).contains("T3: l(x,[1,2]) l(x,[2]) l(x,[1]) c");
        assertThat(partWithout("l(x,[1,2])", itself)).contains("T3: l(x,[1]) c");
    }

    // ---- ranges

    @Test
    void aRangeStaysWholeWhereItsKeysDo() {
        String[] lines = {"T1: w(b,1) c", "T2: w(d,2) c", "T3: w(f,3) c", "T4: scan(a,z)=[b:1,d:2,f:3] c"};
        assertThat(part("T1 T2 T3 T4", lines)).contains("T4: scan(a,z)=[b:1,d:2,f:3] c");
        // Without T2 nobody touches d.
        assertThat(part("T1 T3 T4", lines)).contains("T4: scan(a,z)=[b:1,f:3] c");
    }

    @Test
    void aRangeDoesNotTellOfKeysWhoseReadMustGo() {
        String[] lines = {
            "T1: w(b,1) c", "T2: w(d,2) c", "T3: w(f,3) c", "T4: scan(a,z)=[b:1,d:2,f:3] c", "T5: w(d,5) c"
        };
        assertThat(part("T1 T3 T4 T5", lines)).contains("T4: scan(a,z)=[b:1,d:??,f:3] c");
        assertThat(part("T1 T4 T5", lines)).contains("T4: scan(a,d)=[b:1] c");
        assertThat(part("T3 T4 T5", lines)).contains("T4: scan(f,z)=[f:3] c");
        assertThat(part("T4 T5", lines)).contains("T4: c");
    }

    @Test
    void keysThatWereNotReturnedStayPredicateReads() {
        String[] lines = {
            "T1: w(b,1) d(b) c", "T2: w(b,2) c", "T3: w(d,2) c", "T4: iter(a,z)=[d:2,...] c", "T5: w(f,1) c"
        };
        assertThat(part("T1 T2 T4 T5", lines)).contains("T4: iter(a,f)=[] c");
        assertThat(part("T2 T3 T4", lines)).contains("T4: iter(d,z)=[d:2] c");
    }

    @Test
    void aRangeStaysOneOperation() {
        // One range may read a of T1 and miss its y at monotonic atomic view; two ranges, one after the other, may not.
        String[] lines = {
            "initial y:0", "T1: w(a,1) w(y,1) c", "T2: w(m,2) c", "T3: scan(*,*)=[a:1,m:2,y:0] c", "T4: w(m,4) c"
        };
        assertThat(part("T1 T2 T3", lines)).contains("T3: scan(*,*)=[a:1,m:2,y:0] c");
        assertThat(part("T1 T3 T4", lines)).contains("T3: scan(*,*)=[a:1,m:??,y:0] c");
    }

    @Test
    void versionSetsAreRestricted() {
        String[] lines = {"T1: w(b,1) c", "T2: w(d,2) c", "T3: w(d,4) c", "T4: scan(a,z)=[b:1,d:2]{b@T1,d@T2} c"};
        assertThat(part("T1 T3 T4", lines)).contains("T4: scan(a,d)=[b:1]{b@T1} c");
    }

    private static History cut(String ids, String... lines) {
        Asg asg = AsgBuilder.build(Mini.parse(String.join("\n", lines)), OwnWrites.MUST);
        BitSet transactions = new BitSet();
        for (String id : ids.split(" ", -1)) {
            transactions.set(
                    asg.history().transaction(Value.of(id)).orElseThrow().number());
        }
        return Part.of(asg, transactions);
    }

    private static List<String> part(String ids, String... lines) {
        return Mini.transactions(cut(ids, lines));
    }

    private static List<String> partWithout(String operation, String... lines) {
        Asg asg = AsgBuilder.build(Mini.parse(String.join("\n", lines)), OwnWrites.MUST);
        BitSet transactions = new BitSet();
        transactions.set(0, asg.transactionCount());
        BitSet operations = new BitSet();
        for (int o = 0; o < asg.history().operationCount(); o++) {
            operations.set(
                    o, !Notation.operation(new Operation(asg.history(), o)).equals(operation));
        }
        return Mini.transactions(Part.of(asg, transactions, operations));
    }
}
