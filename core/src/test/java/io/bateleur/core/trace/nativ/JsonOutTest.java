package io.bateleur.core.trace.nativ;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what a general JSON reader reads, whatever the buffer just held. */
class JsonOutTest {
    private static final JsonFactory JSON = new JsonFactory();

    private interface Writing {
        void to(JsonOut out) throws IOException;
    }

    private static String written(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonOut out = new JsonOut(bytes);
        writing.to(out);
        out.finish();
        return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void integersOfEveryLength() throws IOException {
        List<Long> numbers = new ArrayList<>(List.of(0L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1));
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long near = power - 2; near <= power + 2; near++) {
                numbers.add(near);
                numbers.add(-near);
            }
        }
        for (long number : numbers) {
            assertThat(written(out -> out.integer(number))).isEqualTo(Long.toString(number));
        }
    }

    /** The digits that times have in common are kept: those that go on, go back, and grow. */
    @Test
    void timesAreIntegers() throws IOException {
        Random random = new Random(11);
        StringBuilder expected = new StringBuilder();
        List<Long> times = new ArrayList<>(List.of(0L, -1L, 99_999_999L, 100_000_000L, Long.MAX_VALUE, Long.MIN_VALUE));
        for (long time = 1; time < Long.MAX_VALUE / 3; time += 1 + (time >> 2) + random.nextInt(10)) {
            times.addAll(List.of(time, time + 1, time + random.nextInt(100_000_000)));
        }
        String written = written(out -> {
            for (long time : times) {
                out.time(time).raw(' ');
                expected.append(time).append(' ');
            }
        });
        assertThat(written).isEqualTo(expected.toString());
    }

    @Test
    void eightDigitsAtOnce() {
        for (int number = 0; number < 100_000_000; number += 1 + number % 97) {
            assertThat(text(JsonOut.eightDigits(number))).isEqualTo(String.format("%08d", number));
            number += number / 1000;
        }
        for (int four = 0; four < 10_000; four++) {
            assertThat(text(JsonOut.eightDigits(four * 10_000 + 9999 - four)))
                    .isEqualTo(String.format("%04d%04d", four, 9999 - four));
        }
    }

    private static String text(long digits) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Long.BYTES; i++) {
            text.append((char) (digits >>> 8 * i & 0xFF));
        }
        return text.toString();
    }

    /** Some strings are kept as they were written: those that come again, those that take each other's place, and large ones. */
    @Test
    void stringsAgainAndAgain() throws IOException {
        Random random = new Random(7);
        List<String> texts = new ArrayList<>(List.of("", "\"\\\"", "é ☃ 😀", "Aa", "BB", "x".repeat(200_000)));
        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                text.appendCodePoint(random.nextInt(10) == 0 ? random.nextInt(0x800) : random.nextInt(128));
            }
            texts.add(text.toString());
        }
        List<String> said = new ArrayList<>();
        String json = written(out -> {
            out.raw('[');
            for (int i = 0; i < 3000; i++) {
                String text = texts.get(random.nextInt(texts.size()));
                said.add(text);
                out.raw(i == 0 ? "" : ",").string(new String(text));
            }
            out.raw("]");
        });
        List<String> read = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    read.add(parser.getText());
                }
            }
        }
        assertThat(read).isEqualTo(said);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 31, 32, 33, 60, 100})
    void atTheEndOfTheBuffer(int left) throws IOException {
        String filler = "x".repeat((1 << 16) - left);
        String json = written(out -> out.raw(filler)
                .integer(-1234567890123456789L)
                .string("a \"text\"\n")
                .raw('[')
                .raw("true"));
        assertThat(json).isEqualTo(filler + "-1234567890123456789\"a \\\"text\\\"\\u000a\"[true");
    }

    @Test
    void answersAsTheirValues() throws IOException {
        List<SqlResult> answer = List.of(
                new SqlResult.Rows(List.of("id", "na\"me"), List.of(), true),
                new SqlResult.Rows(
                        List.of("a", "b"),
                        List.of(
                                List.of(Value.of(1), Value.NULL),
                                List.of(Value.of("x,"), Value.list(Value.of(true), Value.number("1.50")))),
                        false),
                new SqlResult.Rows(List.of(), List.of(List.of()), true),
                new SqlResult.Count(3L),
                new SqlResult.Count(null),
                new SqlResult.Keys(List.of("id"), List.of(List.of(Value.of(-7)))),
                new SqlResult.Failure("23505", "duplicate key"));
        for (int count = 0; count <= answer.size(); count++) {
            List<SqlResult> some = answer.subList(0, count);
            assertThat(written(out -> out.results(some))).isEqualTo(written(out -> out.value(SqlResult.toValue(some))));
        }
    }
}
