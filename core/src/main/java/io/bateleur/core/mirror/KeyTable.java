package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keys as numbers, and the rows that they are part of. */
final class KeyTable {
    private static final int SMALL_MAX = 1 << 20;

    /** Whether keys are lists of table, column and primary key; otherwise each is a row. */
    private boolean cells;
    /** Numbers of rows from here on are those of rows of cells. */
    private int firstRow;

    private final List<Value> keys = new ArrayList<>();
    private final Map<Value, Integer> numbers = new HashMap<>();
    private long[] slots = new long[1 << 10];
    private int[] slotKeys = new int[1 << 10];
    private int[] small = {};
    private int integers;
    private int[] rowOf = new int[1 << 8];
    /** By row, its cells. */
    private final List<IntList> rowCells = new ArrayList<>();

    private final Map<Value, Integer> rowNumbers = new HashMap<>();
    /** All keys in their order, from the first range read on. */
    private @Nullable NavigableMap<Value, Integer> sorted;

    KeyTable() {
        Arrays.fill(slotKeys, -1);
    }

    int size() {
        return keys.size();
    }

    int number(long key) {
        if (key >= 0 && key < small.length) {
            int known = small[(int) key];
            if (known >= 0) {
                return known;
            }
        }
        return searched(key);
    }

    /** Small integers are found without searching. */
    private int searched(long key) {
        int number = hashed(key);
        if (key >= 0 && key < SMALL_MAX) {
            if (key >= small.length) {
                int old = small.length;
                small = Arrays.copyOf(small, (int) Math.min(SMALL_MAX, Math.max(2L * old, key + 1)));
                Arrays.fill(small, old, small.length, -1);
            }
            small[(int) key] = number;
        }
        return number;
    }

    private int hashed(long key) {
        int mask = slots.length - 1;
        int at = hash(key) & mask;
        while (slotKeys[at] >= 0) {
            if (slots[at] == key) {
                return slotKeys[at];
            }
            at = at + 1 & mask;
        }
        int number = add(Value.of(key));
        if (2 * ++integers > slots.length) {
            grow();
        } else {
            slots[at] = key;
            slotKeys[at] = number;
        }
        return number;
    }

    /** Neighbouring keys lie in neighbouring slots. */
    private static int hash(long key) {
        long block = key >>> 3;
        return (int) ((block * 0x9E3779B97F4A7C15L) >>> 32) + (int) (key & 7);
    }

    private void grow() {
        slots = new long[2 * slots.length];
        slotKeys = new int[slots.length];
        Arrays.fill(slotKeys, -1);
        int mask = slots.length - 1;
        for (int number = 0; number < keys.size(); number++) {
            if (keys.get(number) instanceof Value.Int integer) {
                int at = hash(integer.value()) & mask;
                while (slotKeys[at] >= 0) {
                    at = at + 1 & mask;
                }
                slots[at] = integer.value();
                slotKeys[at] = number;
            }
        }
    }

    int number(Value key) {
        if (key instanceof Value.Int integer) {
            return number(integer.value());
        }
        Integer number = numbers.get(key);
        if (number == null) {
            number = add(key);
            numbers.put(key, number);
        }
        return number;
    }

    private int add(Value key) {
        int number = keys.size();
        keys.add(key);
        if (number == rowOf.length) {
            rowOf = Arrays.copyOf(rowOf, 2 * number);
        }
        rowOf[number] = cells ? row(key) : number;
        if (cells) {
            int row = rowOf[number] - firstRow;
            while (rowCells.size() <= row) {
                rowCells.add(new IntList());
            }
            rowCells.get(row).add(number);
        }
        if (sorted != null) {
            sorted.put(key, number);
        }
        return number;
    }

    private int row(Value key) {
        return rowNumbers.computeIfAbsent(rowOfCell(key), unknown -> firstRow + rowNumbers.size());
    }

    /** Keys that come from now on are cells of tables, of which several are one row. */
    void areCells() {
        if (!cells) {
            cells = true;
            firstRow = keys.size();
        }
    }

    /** The row that a key is part of. */
    Value rowOf(Value key) {
        return cells ? rowOfCell(key) : key;
    }

    /** A cell without its column. */
    private static Value rowOfCell(Value key) {
        if (key instanceof Value.Elements cell && cell.value().size() > 2) {
            List<Value> parts = new ArrayList<>(cell.value());
            parts.remove(1);
            return Value.list(parts);
        }
        return key;
    }

    Value key(int number) {
        return keys.get(number);
    }

    int row(int number) {
        return rowOf[number];
    }

    /** How many keys are one row with a key, itself among them. */
    int cellCount(int number) {
        return isCell(number) ? rowCells.get(rowOf[number] - firstRow).size : 1;
    }

    int cell(int number, int index) {
        return isCell(number) ? rowCells.get(rowOf[number] - firstRow).get(index) : number;
    }

    private boolean isCell(int number) {
        return cells && number >= firstRow;
    }

    /** The known keys of a range. */
    Iterable<Integer> range(@Nullable Value low, @Nullable Value high) {
        NavigableMap<Value, Integer> all = sorted;
        if (all == null) {
            all = new TreeMap<>();
            for (int i = 0; i < keys.size(); i++) {
                all.put(keys.get(i), i);
            }
            sorted = all;
        }
        if (low != null && high != null && low.compareTo(high) >= 0) {
            return List.of();
        }
        NavigableMap<Value, Integer> from = low == null ? all : all.tailMap(low, true);
        return (high == null ? from : from.headMap(high, false)).values();
    }
}
