package io.bateleur.core.trace.nativ;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MiniTest {

    @Test
    void parsesTheExampleOfTheDocumentation() {
        History history = Mini.parse("T1@s1: r(x,0) w(y,1) scan(a,m)=[b:1] c\n");
        HistoryBuilder expected = History.builder();
        expected.begin("s1", "T1")
                .get(Value.of("x"), Value.of(0))
                .put(Value.of("y"), Value.of(1))
                .range(
                        OpKind.SCAN,
                        Value.of("a"),
                        Value.of("m"),
                        List.of(new Item(Value.of("b"), Content.live(Value.of(1)))),
                        0)
                .commit();
        assertThat(history).isEqualTo(expected.build());
    }

    @Test
    void printsWhatItParses() {
        String text = """
                about seed=7
                unique
                initial x:0 "a b":[1,2]
                session idle
                T1@s1 level=serializable ts=5.2: b@[1,2] r(x,0)@[3,4] r!(y,_) r(z,?) r(q,_7) w(x,1.50) d(x) d(x,9) c@[5,6] ts=9.0
                T2@s1: a(l,1) l(l,[1,2]) l(m,_) scan(*,m)=[b:1,c:_]{b@T1,c@_} iter!(a,*)=[b:?,...] iter(a,b)=[...] a
                T3: sql("select ? from t",5)=[[1,x'ff',null,true]] sql("commit")=? u
                order x: T1 T3
                """;
        assertThat(Mini.print(Mini.parse(text))).isEqualTo(text);
    }

    @Test
    void aTransactionWithoutASessionIsASessionOfItsOwn() {
        History history = Mini.parse("T1: w(x,1) c\nT2: a # nothing done\n\n# done\n");
        assertThat(history.sessions()).map(Object::toString).containsExactly("T1", "T2");
        assertThat(history.transaction(1).ending()).isEqualTo(Ending.ABORTED);
    }

    @Test
    void anythingThatAHistoryCanHoldComesBack() {
        for (long seed = 0; seed < 3_000; seed++) {
            History history = Histories.random(seed);
            String text = Mini.print(history);
            History again = Mini.parse(text);
            assertThat(history.differenceFrom(again))
                    .as("seed %d:\n%s", seed, text)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "T1: r(x,0)                    | 1:11: found the end of the file, expected an operation, or c, a or u as the end of the transaction",
                "T1: r(x,0) q(x) c             | 1:12: found 'q', expected r, w, d, a, l, scan, iter, sql, or c, a, u",
                "T1: r(x 0) c                  | 1:8: found byte 0x20, expected ')'",
                "T1: r(x,0) c w(x,1)           | 1:14: found 'w', expected the end of the line",
                "T1 lvl=x: c                   | 1:4: found 'lvl', expected ':', level= or ts=",
                "T1: r(x,\"a c                 | 1:13: found the end of the file, expected '\"' at the end of the string",
                "T1: r(x,1e123456) c           | 1:9: a number out of range: exponent of more than 4 digits: 1e123456",
                "T1: r(x,0)@[9,8] c            | 1:5: the answer came at 8, before the call at 9",
                "order x: T9                   | 1:1: the version order of x names transaction T9, which is not in the history",
            })
    void saysWhereItDoesNotUnderstand(String text, String problem) {
        assertThatThrownBy(() -> Mini.parse(text.strip()))
                .hasRootCauseInstanceOf(BadInputException.class)
                .rootCause()
                .message()
                .startsWith("history:" + problem.strip());
    }

    @Test
    void refusesASecondTransactionOfTheSameName() {
        assertThatThrownBy(() -> Mini.parse("T1@a: c\nT1@b: c\n"))
                .rootCause()
                .hasMessage("history:2:1: transaction T1 begins a second time, in session b; it began in session a");
    }
}
