package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Seeded random histories that have everything a history can have, for round trips; they make no other sense. */
public final class Histories {
    private static final List<String> WORDS = List.of(
            "x", "y", "", "T1", "a b", "null", "true", "_", "?", "*", ":k", "\"q\"", "é😀", "a\nb", "x'", "12", "-",
            "\u0001");

    private final SplittableRandom random;
    private final HistoryBuilder history = History.builder();
    private final List<Value> ids = new ArrayList<>();

    private Histories(long seed) {
        random = new SplittableRandom(seed);
    }

    public static History random(long seed) {
        return new Histories(seed).make();
    }

    /** A history of gets and puts of integers, as register formats hold it; transactions may abort when asked. */
    public static History registers(long seed, boolean aborts) {
        SplittableRandom random = new SplittableRandom(seed);
        HistoryBuilder history = History.builder();
        for (int t = 0; t < 6; t++) {
            TransactionBuilder transaction = history.begin(Value.of(random.nextInt(3)), Value.of(t));
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                Value key = Value.of(random.nextInt(4));
                if (random.nextBoolean()) {
                    transaction.put(key, Value.of(10 * t + i));
                } else {
                    transaction.get(key, Value.of(random.nextInt(1, 70)));
                }
            }
            transaction.end(aborts && random.nextInt(4) == 0 ? Ending.ABORTED : Ending.COMMITTED);
        }
        return history.build();
    }

    /** A history of appends and reads of lists. */
    public static History lists(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        HistoryBuilder history = History.builder();
        for (int t = 0; t < 6; t++) {
            TransactionBuilder transaction = history.begin(Value.of(random.nextInt(3)), Value.of(t));
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                Value key = Value.of(random.nextInt(4));
                if (random.nextBoolean()) {
                    transaction.append(key, Value.of(10 * t + i));
                } else {
                    transaction.readList(key, Value.list(Value.of(random.nextInt(70)), Value.of(random.nextInt(70))));
                }
            }
            transaction.commit();
        }
        return history.build();
    }

    /** A history of gets, puts and deletes of the columns of rows, with times. */
    public static History rows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        HistoryBuilder history = History.builder().initialState(InitialState.UNKNOWN);
        long time = 100;
        for (int t = 0; t < 6; t++) {
            TransactionBuilder transaction = history.begin("s" + random.nextInt(3), "T" + t);
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                Value key = Value.of("t/" + random.nextInt(3) + "/c" + random.nextInt(2));
                switch (random.nextInt(3)) {
                    case 0 -> transaction.put(key, Value.of(10 * t + i));
                    case 1 -> transaction.delete(key);
                    default -> transaction.get(key, Value.of(random.nextInt(1, 70)));
                }
                transaction.at(time++, time++);
            }
            transaction.end(Ending.values()[random.nextInt(3)]);
        }
        return history.build();
    }

    private History make() {
        int transactions = random.nextInt(8);
        for (int i = 0; i < transactions; i++) {
            Value id = value(1);
            if (!ids.contains(id)) {
                ids.add(id);
            }
        }
        header();
        List<TransactionBuilder> open = new ArrayList<>();
        for (Value id : ids) {
            TransactionBuilder transaction = history.begin(value(1), id);
            maybeAt(transaction);
            if (chance(4)) {
                transaction.level(chance(2) ? "serializable" : "read committed");
            }
            if (chance(4)) {
                history.startTimestamp(transaction.number(), new Timestamp(random.nextLong(), random.nextInt(3)));
            }
            open.add(transaction);
        }
        while (!open.isEmpty()) {
            int chosen = random.nextInt(open.size());
            TransactionBuilder transaction = open.get(chosen);
            if (chance(4)) {
                end(transaction);
                open.remove(chosen);
            } else {
                operation(transaction);
                maybeAt(transaction);
            }
        }
        return history.build();
    }

    private void header() {
        if (chance(3)) {
            history.initialState(InitialState.UNKNOWN);
            if (chance(2)) {
                history.initiallyAbsent(value(1)).initiallyAbsent(value(1));
            }
            if (chance(2)) {
                history.initial(value(1), value(2));
            }
        } else if (chance(2)) {
            history.initial(value(1), value(2)).initial(value(1), value(2));
        }
        history.uniqueValues(chance(2));
        if (chance(4)) {
            history.session(value(1));
        }
        if (chance(2)) {
            history.about(word(), value(2)).about("seed", Value.of(7));
        }
        if (chance(5)) {
            rows("public.account", random.nextInt(3));
            rows(word().isEmpty() ? "t" : "t " + word(), random.nextInt(1, 3));
        }
        if (!ids.isEmpty() && chance(3)) {
            history.versionOrder(value(1), List.of(id(), id()));
        }
    }

    private void rows(String table, int columns) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            labels.add(word());
        }
        int pieces = random.nextInt(1, 3);
        for (int piece = 1; piece <= pieces; piece++) {
            List<List<Value>> rows = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                List<Value> row = new ArrayList<>();
                labels.forEach(label -> row.add(value(2)));
                rows.add(row);
            }
            history.initialRows(new TableRows(table, labels, rows, piece == pieces && chance(2)));
        }
    }

    private void end(TransactionBuilder transaction) {
        transaction.end(Ending.values()[random.nextInt(3)]);
        maybeAt(transaction);
        if (chance(4)) {
            history.commitTimestamp(transaction.number(), new Timestamp(random.nextInt(9), random.nextLong(0, 9)));
        }
    }

    private void operation(TransactionBuilder transaction) {
        OpKind kind = OpKind.values()[random.nextInt(OpKind.values().length)];
        switch (kind) {
            case GET, READ_LIST -> {
                if (chance(4)) {
                    transaction.lockingRead(kind, value(1), content());
                } else {
                    transaction.operation(kind, value(1), content());
                }
            }
            case PUT, APPEND ->
                transaction.operation(kind, value(1), chance(5) ? Content.unknown() : Content.live(value(2)));
            case DELETE ->
                transaction.operation(kind, value(1), chance(3) ? Content.tombstone(value(2)) : Content.absent());
            case SCAN, ITERATE -> range(transaction, kind);
            case SQL -> transaction.sql("select " + word(), chance(2) ? List.of() : List.of(value(2)), answer());
        }
    }

    private void range(TransactionBuilder transaction, OpKind kind) {
        List<Item> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(new Item(value(1), chance(5) ? Content.unknown() : Content.live(value(2))));
        }
        Value untold = value(1);
        if (chance(4) && items.stream().noneMatch(item -> item.key().equals(untold))) {
            items.add(random.nextInt(items.size() + 1), new Item(untold, Content.untold()));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            items.add(new Item(value(1), chance(2) ? Content.absent() : Content.tombstone(value(2))));
        }
        int flags = (chance(3) ? HistoryBuilder.LOCKING : 0)
                | (kind == OpKind.ITERATE && chance(2) ? HistoryBuilder.STOPPED : 0);
        transaction.range(kind, chance(3) ? null : value(1), chance(3) ? null : value(1), items, flags);
        if (chance(3)) {
            List<Version> versions = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                versions.add(new Version(value(1), chance(2) ? Optional.empty() : Optional.of(id())));
            }
            transaction.versionSet(versions);
        }
    }

    private Content answer() {
        return chance(3) ? Content.unknown() : chance(3) ? Content.absent() : Content.live(value(3));
    }

    private Content content() {
        return switch (random.nextInt(6)) {
            case 0 -> Content.unknown();
            case 1 -> Content.absent();
            case 2 -> Content.tombstone(value(2));
            default -> Content.live(value(2));
        };
    }

    private void maybeAt(TransactionBuilder transaction) {
        if (chance(2)) {
            long before = random.nextLong(-100, Long.MAX_VALUE / 2);
            transaction.at(before, before + random.nextInt(1000));
        }
    }

    private Value id() {
        return ids.get(random.nextInt(ids.size()));
    }

    private Value value(int depth) {
        return switch (random.nextInt(12)) {
            case 0 -> Value.of(random.nextLong());
            case 1 -> Value.number("123456789012345678901234567890");
            case 2 -> Value.number(List.of("1.50", "-0.001", "1e10", "2.5E-7").get(random.nextInt(4)));
            case 3 -> Value.of(chance(2));
            case 4 -> Value.NULL;
            case 5 -> Value.of(new byte[] {(byte) random.nextInt(), 0, -1});
            case 6 ->
                depth == 0 ? Value.of(1) : chance(4) ? Value.list() : Value.list(value(depth - 1), value(depth - 1));
            case 7, 8 -> Value.of(word());
            default -> Value.of(random.nextInt(5));
        };
    }

    private String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }
}
