package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EdnReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "nil | null",
                "true | true",
                "false | false",
                "7 | 7",
                "-7 | -7",
                "+7 | 7",
                "7N | 7",
                "9223372036854775807 | 9223372036854775807",
                "-9223372036854775808 | -9223372036854775808",
                "9223372036854775808 | 9223372036854775808",
                "-9223372036854775809N | -9223372036854775809",
                "0x1F | 31",
                "1.5 | 1.5",
                "-1.5M | -1.5",
                "5M | 5.0",
                "1e3 | 1e3",
                "\"\" | ~\"\"~",
                "\"a\\tb\\\\\\\"\\u00e9\" | ~\"a\\tb\\\\\\\"é\"~",
                "\"\\ud83d\\ude00\" | ~\"😀\"~",
                "\\a | a",
                "\\newline | ~\"\\n\"~",
                "\\u0041 | A",
                "\\( | ~\"(\"~",
                ":x | :x",
                ":a/b | :a/b",
                "sym | sym",
                "- | ~\"-\"~",
                "[1 2,3] | [1,2,3]",
                "(1 (2)) | [1,[2]]",
                "#{1} | [1]",
                "{:a 1, :b [2]} | [[:a,1],[:b,[2]]]",
                "[] | []",
                "#inst \"2020\" | ~\"2020\"~",
                "#jepsen.history.Op{:a 1} | [[:a,1]]",
                "#object[java.lang.Object 0x6e \"x\"] | [java.lang.Object,110,x]",
                "#\"a.b\" | a.b",
                "[1 #_ 2 3] | [1,3]",
                "[#_#_ 1 2 3] | [3]",
                "#_ {:a [1]} 5 | 5",
            })
    void readsForms(String edn, String expected) throws IOException {
        assertThat(forms(edn)).extracting(Value::toString).containsExactly(expected);
        assertThat(interned(edn)).extracting(Value::toString).containsExactly(expected);
    }

    @Test
    void readsOneFormAfterAnother() throws IOException {
        assertThat(forms("1 ; one\n\"2\", :three[4]\n; the end"))
                .containsExactly(Value.of(1), Value.of("2"), Value.of(":three"), Value.list(Value.of(4)));
        assertThat(forms("")).isEmpty();
        assertThat(forms("\uFEFF1")).containsExactly(Value.of(1));
    }

    @Test
    void tokensLongerThanTheBuffer() throws IOException {
        String text = "é".repeat(100_000);
        assertThat(forms("\"" + text + "\"")).containsExactly(Value.of(text));
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        List<Value> values = List.of(
                Value.of(-3),
                Value.number("123456789012345678901234567890"),
                Value.number("0.5"),
                Value.number("1E400"),
                new Value.Decimal("5.0"),
                Value.of(":kw-1.x"),
                Value.of(":no keyword"),
                Value.of(":"),
                Value.of("nil"),
                Value.of("line\n\"quoted\\\" \t\r \u0001 é 😀"),
                Value.of(true),
                Value.NULL,
                Value.list(Value.of(1), Value.list(), Value.of("x")));
        StringBuilder out = new StringBuilder();
        EdnWriter.write(Value.list(values), out);
        assertThat(forms(out.toString())).containsExactly(Value.list(values));
    }

    @Test
    void errorsSayWhere() {
        assertThat(error("[1 2")).isEqualTo("trace:1:5: found the end of the file, expected ']'");
        assertThat(error("{:a\n (1}")).isEqualTo("trace:2:4: found '}', expected ')'");
        assertThat(error("1\n ]")).isEqualTo("trace:2:2: found ']', expected a form");
        assertThat(error("\"abc")).isEqualTo("trace:1:5: found the end of the file, expected '\"'");
        assertThat(error("{:a}")).isEqualTo("trace:1:4: found the end of the collection, expected a value");
        assertThat(error("1 1/2")).isEqualTo("trace:1:3: found 1/2, expected a number");
        assertThat(error("1.5.5")).isEqualTo("trace:1:1: found 1.5.5, expected a number");
        assertThat(error("1e999999")).isEqualTo("trace:1:1: found 1e999999, expected a number");
        assertThat(error("\"\\q\""))
                .isEqualTo("trace:1:3: found 'q', expected one of t, n, r, b, f, u, \\ and \" after a backslash");
        assertThat(error("\"\\u12\"")).isEqualTo("trace:1:6: found '\"', expected four hexadecimal digits");
        assertThat(error("\"\\ud800x\"")).isEqualTo("trace:1:8: found half a surrogate pair, expected a character");
        assertThat(error("\\nonsense")).isEqualTo("trace:1:1: found '\\nonsense', expected a character");
        assertThat(error("[#foo ]")).isEqualTo("trace:1:7: found ']', expected what the tag stands before");
        assertThat(error("[#_ ]")).isEqualTo("trace:1:5: found the end of the collection, expected a form to discard");
        assertThat(error("# x")).isEqualTo("trace:1:2: found byte 0x20, expected a tag, a set or a discarded form");
    }

    @Test
    void textThatIsNotUtf8() {
        byte[] bytes = "1 \"a\u00e9\"".getBytes(StandardCharsets.ISO_8859_1);
        var error = catchThrowableOfType(BadInputException.class, () -> forms(Source.of("trace", bytes)));
        assertThat(error).hasMessage("trace:1:3: found bytes that are not UTF-8, expected text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "#{", "(", "[["})
    void deepNesting(String open) {
        assertThat(error(open.repeat(1000))).contains("collections are nested more than 100 deep");
    }

    @Test
    void hugeTokens() {
        assertThat(error("#_".repeat(100_000))).isEqualTo("trace:1:203: discards are nested more than 100 deep");
        assertThat(error("1".repeat(1001))).isEqualTo("trace:1:1: a number of more than 1000 digits");
        String huge = "x".repeat(20 << 20);
        assertThat(error("\"" + huge + "\"")).isEqualTo("trace:1:16777219: a token of more than 16777216 bytes");
        assertThat(error(":" + huge)).isEqualTo("trace:1:16777218: a token of more than 16777216 bytes");
    }

    private static List<Value> forms(String edn) throws IOException {
        return forms(Source.of("trace", edn));
    }

    private static List<Value> forms(Source source) throws IOException {
        List<Value> forms = new ArrayList<>();
        try (EdnReader in = new EdnReader(source)) {
            while (in.next() != EdnToken.END) {
                forms.add(in.value());
            }
        }
        return forms;
    }

    private static List<Value> interned(String edn) throws IOException {
        ValuePool pool = History.builder().values();
        List<Value> forms = new ArrayList<>();
        try (EdnReader in = new EdnReader(Source.of("trace", edn))) {
            while (in.next() != EdnToken.END) {
                forms.add(pool.get(in.intern(pool)));
            }
        }
        return forms;
    }

    private static String error(String edn) {
        return String.valueOf(
                catchThrowableOfType(BadInputException.class, () -> forms(edn)).getMessage());
    }
}
