package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CnfTest {
    private static final String HINT =
            "\n  hint: a formula is p cnf VARIABLES CLAUSES, then clauses of literals, each ended by 0";

    @Test
    void clausesAreKept() throws IOException {
        Cnf cnf = read("p cnf 3 2\n1 -2 0\n2 3 0\n");
        assertThat(cnf.variables()).isEqualTo(3);
        assertThat(cnf.clauses()).containsExactly(new int[] {1, -2}, new int[] {2, 3});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c first\nc\n p cnf 3 2\nc in between\n1 -2 0\n2 3 0",
                "p cnf 3 2\n1\n-2\n0 2\n3 0",
                "p cnf 3 2\n1\nc within a clause\n-2 0 2 3 0",
                "p cnf 3 2\r\n1 -2 0\r\n2 3 0\r\n",
                "p\tcnf  3\t2 \n\n\n  1\t-2 0\n\n2 3 0\n\n",
                "p cnf 3 2\n1 -2 0\n2 3 0\n%\n0\n\n",
                "p cnf 3 99\n1 -2 0\n2 3 0\n"
            })
    void manyWaysToWriteTheSame(String text) throws IOException {
        assertThat(read(text).variables()).isEqualTo(3);
        assertThat(read(text).clauses()).containsExactly(new int[] {1, -2}, new int[] {2, 3});
    }

    @Test
    void nothingIsAFormulaAndSoIsTheEmptyClause() throws IOException {
        assertThat(read("p cnf 0 0").clauses()).isEmpty();
        assertThat(read("p cnf 0 1\n0").clauses()).containsExactly(new int[0]);
    }

    @Test
    void longClausesAreKept() throws IOException {
        StringBuilder text = new StringBuilder("p cnf 100 1\n");
        for (int literal = 1; literal <= 100; literal++) {
            text.append(literal % 2 == 0 ? literal : -literal).append('\n');
        }
        assertThat(read(text.append('0').toString()).clauses())
                .hasSize(1)
                .first()
                .satisfies(clause ->
                        assertThat(clause).hasSize(100).startsWith(-1, 2, -3).endsWith(-99, 100));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "c only;~2:1: found the end of the file, expected 'p'",
                "1 2 0~1:1: found '1', expected 'p'",
                "p dnf 1 1~1:3: found 'd', expected 'c'",
                "p cxf 1 1~1:4: found 'x', expected 'n'",
                "p cnx 1 1~1:5: found 'x', expected 'f'",
                "p cnf~1:6: found the end of the file, expected the number of variables",
                "p cnf x 1~1:7: found 'x', expected the number of variables",
                "p cnf -1 1~1:7: found '-', expected the number of variables",
                "p cnf 3~1:8: found the end of the file, expected the number of clauses",
                "p cnf 3 -2~1:9: found '-', expected the number of clauses",
                "p cnf 3 2 1~1:11: found '1', expected the end of the line",
                "p cnf 3 2;1 x 0~2:3: found 'x', expected a literal",
                "p cnf 3 2;1 - 2 0~2:4: found byte 0x20, expected a literal",
                "p cnf 3 2;1 +2 0~2:3: found '+', expected a literal",
                "p cnf 3 2;1 2~2:4: found the end of the file, expected 0 at the end of the clause",
                "p cnf 3 2;1 2;%;0~3:1: found '%', expected 0 at the end of the clause"
            })
    void errorsSayWhere(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(BadInputException.class)
                .hasMessage("t:" + message + HINT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "p cnf 2147483647 1~1:7: found 2147483647, expected at most 2147483646 variables",
                "p cnf 2 1;1 3 0~2:3: found 3, expected at most 2 variables",
                "p cnf 2 1;1 -3 0~2:3: found -3, expected at most 2 variables",
                "p cnf 2 1;-9223372036854775808 0~2:1: found -9223372036854775808, expected at most 2 variables",
                "p cnf 2 1;9223372036854775808 0"
                        + "~2:1: found an integer that does not fit 64 bits, expected a literal"
            })
    void numbersHaveLimits(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(BadInputException.class)
                .hasMessage("t:" + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p cnf 3 2\n", "c by hand\nc\np cnf 3 2\n1 0", "c x\n\n p\tcnf\t3 2"})
    void isRecognised(String text) {
        assertThat(Cnf.recognises(head(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c only\n", "p wcnf 3 2 4\n", "1 2 0\n", "n:3\n", "p cnfx"})
    void othersAreNot(String text) {
        assertThat(Cnf.recognises(head(text))).isFalse();
    }

    private static Cnf read(String text) throws IOException {
        return Cnf.read(Source.of("t", text));
    }

    private static Head head(String text) {
        return Head.file(text.getBytes(StandardCharsets.UTF_8));
    }
}
