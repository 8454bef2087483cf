package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read in place of ids and keys. */
class NamesTest {
    private static final Value CELL = Value.list(Value.of("public.item"), Value.of("stock"), Value.of(1));

    private static Names names(List<Value> transactions, List<Value> keys) {
        HistoryBuilder builder = History.builder();
        int session = builder.session(Value.of("s"));
        for (Value transaction : transactions) {
            int t = builder.begin(session, transaction);
            keys.forEach(key -> builder.operation(
                    t, OpKind.PUT, builder.keys().intern(key), builder.values().intern(Value.of(1)), 0));
            builder.end(t, Ending.COMMITTED);
        }
        return builder.build().names();
    }

    @Test
    void numbersTellWhatTheyAreNumbersOf() {
        Names names = names(List.of(Value.of(8)), List.of(Value.of(1)));
        assertThat(names.transaction(Value.of(8))).isEqualTo("T8");
        assertThat(names.key(Value.of(1))).isEqualTo("k1");
        assertThat(names.transaction(Value.of(-3))).isEqualTo("T-3");
        assertThat(names.key(Value.number("123456789012345678901"))).isEqualTo("k123456789012345678901");
    }

    @Test
    void whatHasANameKeepsIt() {
        Names names = names(List.of(Value.of("T1"), Value.of("alice")), List.of(Value.of("x"), Value.of("k1")));
        assertThat(names.transaction(Value.of("T1"))).isEqualTo("T1");
        assertThat(names.transaction(Value.of("alice"))).isEqualTo("alice");
        assertThat(names.key(Value.of("k1"))).isEqualTo("k1");
        assertThat(names.key(Value.of("1"))).isEqualTo("\"1\"");
    }

    @Test
    void differentThingsNeverHaveOneName() {
        Names keys = names(List.of(Value.of(1)), List.of(Value.of(1), Value.of("k1")));
        assertThat(keys.key(Value.of(1))).isEqualTo("1");
        assertThat(keys.key(Value.of("k1"))).isEqualTo("k1");
        assertThat(keys.transaction(Value.of(1))).isEqualTo("T1");
        Names transactions = names(List.of(Value.of(2), Value.of("T7")), List.of(Value.of(1)));
        assertThat(transactions.transaction(Value.of(2))).isEqualTo("2");
        assertThat(transactions.key(Value.of(1))).isEqualTo("k1");
    }

    @Test
    void cellsAreNamedLikeInAProgram() {
        Names plain = names(List.of(Value.of(1)), List.of(CELL));
        assertThat(plain.key(CELL)).isEqualTo("[public.item,stock,1]");
        Names names = plain.withTables(List.of("public.item", "a.log", "b.log"));
        assertThat(names.key(CELL)).isEqualTo("item[1].stock");
        assertThat(names.key(Value.list(Value.of("public.item"), Value.of("in stock"), Value.of("a,b"), Value.of(2))))
                .isEqualTo("item[\"a,b\",2].\"in stock\"");
        assertThat(names.key(Value.list(Value.of("a.log"), Value.of("at"), Value.of(1))))
                .isEqualTo("a.log[1].at");
        assertThat(names.key(Value.list(Value.of("other"), Value.of("at"), Value.of(1))))
                .isEqualTo("[other,at,1]");
        assertThat(names.transaction(Value.of(1))).isEqualTo("T1");
    }

    @Test
    void operationsNameTheirKeys() {
        HistoryBuilder builder = History.builder();
        int t = builder.begin(builder.session(Value.of("s")), Value.of(1));
        builder.operation(
                t, OpKind.PUT, builder.keys().intern(CELL), builder.values().intern(Value.of(5)), 0);
        builder.range(
                t,
                OpKind.SCAN,
                builder.values().intern(Value.list(Value.of("public.item"), Value.of("stock"))),
                builder.values().intern(Value.list(Value.of("public.item"), Value.of("stock"), Value.list())),
                0);
        builder.item(builder.keys().intern(CELL), builder.values().intern(Value.of(5)), false);
        builder.end(t, Ending.COMMITTED);
        History history = builder.build();
        List<Operation> operations = history.transaction(0).operations();
        Names names = history.names().withTables(List.of("public.item"));
        assertThat(names.operation(operations.get(0))).isEqualTo("w(item[1].stock,5)");
        assertThat(names.operation(operations.get(1))).isEqualTo("scan(item[*].stock)=[item[1].stock:5]");
        assertThat(Notation.operation(operations.get(0))).isEqualTo("w([public.item,stock,1],5)");
    }

    @Test
    void timesHaveUnits() {
        assertThat(Notation.duration(4)).isEqualTo("4 ns");
        assertThat(Notation.duration(820_471)).isEqualTo("820.5 µs");
        assertThat(Notation.duration(12_345_678)).isEqualTo("12.3 ms");
        assertThat(Notation.duration(12_345_678_901L)).isEqualTo("12.3 s");
    }
}
