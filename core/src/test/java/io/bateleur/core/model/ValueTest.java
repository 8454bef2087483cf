package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueTest {

    /** Every type and every neighbour, smallest first. */
    private static final List<Value> ASCENDING = List.of(
            Value.NULL,
            Value.of(false),
            Value.of(true),
            Value.number("-99999999999999999999"),
            Value.of(Long.MIN_VALUE),
            Value.of(-1),
            Value.number("-0.5"),
            Value.of(0),
            Value.number("0.0"),
            Value.of(1),
            Value.number("1.00"),
            Value.number("1e3"),
            Value.of(Long.MAX_VALUE),
            Value.number("99999999999999999999"),
            Value.of(""),
            Value.of("A"),
            Value.of("a"),
            Value.of("a\u0000"),
            Value.of("\uFFFD"),
            Value.of("😀"),
            Value.of(new byte[] {1}),
            Value.of(new byte[] {(byte) 0xFF}),
            Value.list(),
            Value.list(Value.of(1)),
            Value.list(Value.of(1), Value.of(0)),
            Value.list(Value.of(2)));

    @Test
    void areOrderedAsRangesAreRead() {
        List<Value> shuffled = new ArrayList<>(ASCENDING);
        Collections.shuffle(shuffled, new Random(3));
        Collections.sort(shuffled);
        assertThat(shuffled).containsExactlyElementsOf(ASCENDING);
        for (Value left : ASCENDING) {
            for (Value right : ASCENDING) {
                assertThat(left.compareTo(right) == 0).as("%s %s", left, right).isEqualTo(left.equals(right));
            }
        }
    }

    @Test
    void arePrintedAsTheyWereRead() {
        assertThat(Value.number("1.50")).hasToString("1.50").isEqualTo(Value.number("1.5"));
        assertThat(Value.of("abc")).hasToString("abc");
        assertThat(Value.of("a b")).hasToString("\"a b\"");
        assertThat(Value.of("null")).hasToString("\"null\"");
        assertThat(Value.of(new byte[] {0x1F, (byte) 0xCA})).hasToString("x'1fca'");
        assertThat(Value.list(Value.of(1), Value.of("x"))).hasToString("[1,x]");
    }

    @Test
    void aDecimalIsNeverSpeltAsAnInteger() {
        assertThatThrownBy(() -> new Value.Decimal("1")).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void numbersAreTypedByTheirLiteral() {
        assertThat(Value.number("9223372036854775807")).isEqualTo(Value.of(Long.MAX_VALUE));
        assertThat(Value.number("9223372036854775808")).isInstanceOf(Value.BigInt.class);
        assertThat(Value.number("1e2")).isInstanceOf(Value.Decimal.class).isNotEqualTo(Value.of(100));
        for (String bad : List.of("", "-", "--1", "1.", ".5", "1e", "0x1", "1e99999", "NaN", "+1")) {
            assertThatThrownBy(() -> Value.number(bad)).as(bad).isInstanceOf(NumberFormatException.class);
        }
    }
}
