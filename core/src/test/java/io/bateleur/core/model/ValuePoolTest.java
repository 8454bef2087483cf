package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValuePoolTest {

    @Test
    void numbersValuesLikeAMapDoes() {
        SplittableRandom random = new SplittableRandom(1);
        ValuePool pool = ValuePool.withElements();
        Map<Value, Integer> twin = new HashMap<>();
        List<Value> inOrder = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            Value value = value(random, 2);
            assertThat(pool.find(value)).isEqualTo(twin.getOrDefault(value, -1));
            int number = pool.intern(value);
            // A list's elements are numbered before the list itself.
            for (int fresh = inOrder.size(); fresh < pool.size(); fresh++) {
                inOrder.add(pool.get(fresh));
                twin.put(pool.get(fresh), fresh);
            }
            assertThat(number).isEqualTo(twin.get(value));
            assertThat(pool.get(number)).isEqualTo(value);
        }
        assertThat(pool.size()).isEqualTo(inOrder.size());
    }

    @Test
    void aDensePoolNumbersNothingButWhatItIsGiven() {
        ValuePool pool = ValuePool.dense();
        Value list = Value.list(Value.of(1), Value.list(Value.of("x"), Value.of(2)));
        assertThat(pool.intern(list)).isZero();
        assertThat(pool.intern(Value.of("x"))).isEqualTo(1);
        assertThat(pool.find(list)).isZero();
        assertThat(pool.get(0)).isEqualTo(list);
        assertThat(pool.find(Value.of(2))).isEqualTo(-1);
    }

    @Test
    void keepsTypesApart() {
        ValuePool pool = ValuePool.withElements();
        List<Value> different = List.of(
                Value.of(1),
                Value.of("1"),
                Value.number("1.0"),
                Value.of(new byte[] {'1'}),
                Value.list(Value.of(1)),
                Value.of(true),
                Value.of(false),
                Value.NULL,
                Value.of(""),
                Value.of(new byte[0]),
                Value.list());
        assertThat(different.stream().map(pool::intern).distinct()).hasSize(different.size());
    }

    @Test
    void joinsDecimalsOfOneSizeAndKeepsTheFirstSpelling() {
        ValuePool pool = ValuePool.withElements();
        int number = pool.intern(Value.number("1.50"));
        assertThat(pool.intern(Value.number("1.5"))).isEqualTo(number);
        assertThat(pool.get(number)).hasToString("1.50");
    }

    @Test
    void refusesHalfASurrogatePairRatherThanJoinDifferentStrings() {
        ValuePool pool = ValuePool.withElements();
        assertThatThrownBy(() -> pool.intern(Value.of("\ud800"))).isInstanceOf(HistoryException.class);
    }

    private static Value value(SplittableRandom random, int depth) {
        return switch (random.nextInt(8)) {
            case 0 -> Value.of(random.nextLong());
            case 1 -> Value.of("k" + random.nextInt(1000));
            case 2 -> Value.number(random.nextInt(100) + "." + random.nextInt(10) + "0");
            case 3 -> Value.of(new byte[] {(byte) random.nextInt(), (byte) random.nextInt(4)});
            case 4 -> depth == 0 ? Value.NULL : Value.list(value(random, depth - 1), value(random, depth - 1));
            case 5 -> Value.number("99999999999999999999" + random.nextInt(50));
            case 6 -> Value.of(random.nextBoolean());
            default -> Value.of(random.nextInt(1000));
        };
    }
}
