package io.bateleur.core.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Step;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps from T1 to T2 of small histories that the operations allow, and steps that they do not. */
class RecordedOperationsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T1: w(x,1) c; T2: r(x,1) c          | WR  | true
            T1: w(x,1) c; T2: r(x,2) c          | WR  | false
            T1: w(x,1) w(x,2) c; T2: r(x,1) c   | WR  | false
            T1: w(x,1) c; T2: r(x,_) c          | WR  | false
            T1: d(x) c; T2: r(x,_) c            | WR  | true
            T1: d(x) c; T2: r(x,1) c            | WR  | false
            T1: w(x,?) c; T2: r(x,1) c          | WR  | true
            T1: w(x,1) c; T2: r(x,2) r(x,1) c   | WR  | true
            T1: w(x,1) c; T2: r(y,1) c          | WR  | false
            T1: w(y,1) c; T2: r(x,1) c          | WR  | false
            T1: a(x,1) c; T2: l(x,[1,2]) c      | WR  | true
            T1: d(x) c; T2: scan(a,z)=[] c      | PWR | true
            T1: d(x) c; T2: w(x,1) c            | PWR | false
            T1: r(x,_) c; T2: w(x,1) c          | RW  | true
            T1: r(x,_) c; T2: r(x,_) c          | RW  | false
            T1: w(x,2) c; T2: w(x,1) c          | RW  | false
            T1: scan(a,z)=[] c; T2: w(x,1) c    | PRW | true
            T1: w(x,1) c; T2: w(x,2) c          | WW  | true
            T1: w(x,1) c; T2: r(x,1) c          | WW  | false
            T1: r(x,_) c; T2: w(x,1) c          | WW  | false
            """)
    void aDependencyIsBetweenOperationsThatWereRecorded(String text, EdgeKind kind, boolean allowed) {
        History history = ProverTest.asg(text).history();
        Step step = new Step(
                history.transaction(0),
                history.transaction(1),
                kind,
                Optional.of(Value.of("x")),
                "because",
                List.of(),
                Optional.empty());
        assertThat(new RecordedOperations(history).allow(step)).isEqualTo(allowed);
    }
}
