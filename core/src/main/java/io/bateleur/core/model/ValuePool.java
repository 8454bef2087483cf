package io.bateleur.core.model;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers distinct values 0, 1, 2, ... in the order in which they come.
 *
 * <p>A history has millions of values, so there is no object per value: integers live in one column, everything else as
 * bytes behind each other in an arena, and one open-addressed table of ints finds them again. The hot calls take primitives
 * and byte ranges, so that a reader never makes a string only to have it numbered.
 */
public final class ValuePool {
    private static final byte INT = 0;
    private static final byte BIG_INT = 1;
    private static final byte DECIMAL = 2;
    private static final byte TEXT = 3;
    private static final byte BYTES = 4;
    private static final byte LIST = 5;
    private static final byte TRUE = 6;
    private static final byte FALSE = 7;
    private static final byte NULL = 8;

    private static final int LENGTH_BYTES = 4;
    /** 2^64 divided by it. */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private int size;
    /** Type of each value, allocated at the first one that is not an integer. */
    private byte[] kinds = {};
    /** The integer itself, or where its bytes start in the arena; there a length comes first. */
    private long[] bits = new long[16];

    private byte[] arena = {};
    private int arenaSize;
    /** Open addressing, a power of two long, at most half full: number + 1, or 0 for a free slot. */
    private int[] table = new int[32];

    /** How many distinct values there are. */
    public int size() {
        return size;
    }

    /** The number of an integer, new if it was not here yet. */
    public int intern(long integer) {
        int slot = slot(hash(integer));
        while (table[slot] != 0) {
            int number = table[slot] - 1;
            if (bits[number] == integer && kind(number) == INT) {
                return number;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return add(INT, integer, slot);
    }

    /** The number of a string given as a range of well-formed UTF-8. */
    public int internUtf8(byte[] bytes, int from, int to) {
        return internBytes(TEXT, bytes, from, to);
    }

    /** The number of a list of values of this pool. */
    public int internList(int[] elements, int count) {
        byte[] bytes = new byte[count * Integer.BYTES];
        for (int i = 0; i < count; i++) {
            putInt(bytes, i * Integer.BYTES, elements[i]);
        }
        return internBytes(LIST, bytes, 0, bytes.length);
    }

    /** The number of any value, new if it was not here yet. */
    public int intern(Value value) {
        if (value instanceof Value.Int integer) {
            return intern(integer.value());
        }
        if (value instanceof Value.Elements list) {
            int[] elements = list.value().stream().mapToInt(this::intern).toArray();
            return internList(elements, elements.length);
        }
        if (value instanceof Value.Decimal decimal) {
            int found = findDecimal(decimal);
            return found >= 0 ? table[found] - 1 : addDecimal(decimal, ~found);
        }
        byte[] bytes = bytesOf(value);
        return internBytes(kindOf(value), bytes, 0, bytes.length);
    }

    /** The number of a value, or -1 when it is not here. */
    public int find(Value value) {
        if (value instanceof Value.Int integer) {
            return find(integer.value());
        }
        if (value instanceof Value.Elements list) {
            return findList(list.value());
        }
        if (value instanceof Value.Decimal decimal) {
            int found = findDecimal(decimal);
            return found >= 0 ? table[found] - 1 : -1;
        }
        byte[] bytes = bytesOf(value);
        return findBytes(kindOf(value), bytes, 0, bytes.length);
    }

    /** The number of an integer, or -1 when it is not here. */
    public int find(long integer) {
        for (int slot = slot(hash(integer)); table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            int number = table[slot] - 1;
            if (bits[number] == integer && kind(number) == INT) {
                return number;
            }
        }
        return -1;
    }

    /** The number of a string given as UTF-8, or -1 when it is not here. */
    public int findUtf8(byte[] bytes, int from, int to) {
        return findBytes(TEXT, bytes, from, to);
    }

    /** The value behind a number. */
    public Value get(int number) {
        checkNumber(number);
        return switch (kind(number)) {
            case INT -> new Value.Int(bits[number]);
            case BIG_INT -> new Value.BigInt(new BigInteger(textOf(number)));
            case DECIMAL -> new Value.Decimal(textOf(number));
            case TEXT -> new Value.Text(textOf(number));
            case BYTES -> new Value.Bytes(copyOf(number));
            case LIST -> new Value.Elements(elementsOf(number));
            case TRUE -> new Value.Bool(true);
            case FALSE -> new Value.Bool(false);
            case NULL -> Value.NULL;
            default -> throw new IllegalStateException("value " + number + " has kind " + kind(number));
        };
    }

    /** Whether a value is an integer of 64 bits; then {@link #integer} gives it without an object. */
    public boolean isInteger(int number) {
        return kind(number) == INT;
    }

    /** The integer behind a number for which {@link #isInteger} holds. */
    public long integer(int number) {
        return bits[number];
    }

    /** Whether a value is a list; then {@link #listSize} and {@link #element} read it without objects. */
    public boolean isList(int number) {
        return kind(number) == LIST;
    }

    /** How many elements a list has. */
    public int listSize(int number) {
        return lengthAt((int) bits[number]) / Integer.BYTES;
    }

    /** The number of an element of a list. */
    public int element(int number, int index) {
        return getInt(arena, (int) bits[number] + LENGTH_BYTES + index * Integer.BYTES);
    }

    /** Gives back what growing left over. */
    void trim() {
        bits = Arrays.copyOf(bits, size);
        kinds = kinds.length == 0 ? kinds : Arrays.copyOf(kinds, size);
        arena = Arrays.copyOf(arena, arenaSize);
    }

    private int internBytes(byte kind, byte[] bytes, int from, int to) {
        int slot = slot(hash(kind, bytes, from, to));
        while (table[slot] != 0) {
            if (holds(table[slot] - 1, kind, bytes, from, to)) {
                return table[slot] - 1;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return add(kind, store(bytes, from, to), slot);
    }

    private int findBytes(byte kind, byte[] bytes, int from, int to) {
        int slot = slot(hash(kind, bytes, from, to));
        while (table[slot] != 0) {
            if (holds(table[slot] - 1, kind, bytes, from, to)) {
                return table[slot] - 1;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return -1;
    }

    private int findList(List<Value> elements) {
        byte[] bytes = new byte[elements.size() * Integer.BYTES];
        for (int i = 0; i < elements.size(); i++) {
            int element = find(elements.get(i));
            if (element < 0) {
                return -1;
            }
            putInt(bytes, i * Integer.BYTES, element);
        }
        return findBytes(LIST, bytes, 0, bytes.length);
    }

    private boolean holds(int number, byte kind, byte[] bytes, int from, int to) {
        if (kind(number) != kind) {
            return false;
        }
        int at = (int) bits[number];
        int start = at + LENGTH_BYTES;
        return lengthAt(at) == to - from && Arrays.equals(arena, start, start + to - from, bytes, from, to);
    }

    /** The slot that holds a decimal, or the complement of the free slot where it belongs. */
    private int findDecimal(Value.Decimal decimal) {
        int slot = slot(hash(decimal.hashCode()));
        while (table[slot] != 0) {
            int number = table[slot] - 1;
            if (kind(number) == DECIMAL && new Value.Decimal(textOf(number)).equals(decimal)) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return ~slot;
    }

    private int addDecimal(Value.Decimal decimal, int slot) {
        byte[] literal = decimal.literal().getBytes(StandardCharsets.US_ASCII);
        return add(DECIMAL, store(literal, 0, literal.length), slot);
    }

    private int add(byte kind, long word, int slot) {
        if (size == bits.length) {
            bits = Arrays.copyOf(bits, Columns.grown(size));
        }
        if (kind != INT || kinds.length > 0) {
            if (kinds.length < bits.length) {
                kinds = Arrays.copyOf(kinds, bits.length);
            }
            kinds[size] = kind;
        }
        bits[size] = word;
        table[slot] = ++size;
        if (size * 2L > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        if (table.length == 1 << 30) {
            throw new HistoryException("more than " + size + " distinct values");
        }
        table = new int[table.length * 2];
        for (int number = 0; number < size; number++) {
            int slot = slot(hashOf(number));
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = number + 1;
        }
    }

    private int hashOf(int number) {
        byte kind = kind(number);
        if (kind == INT) {
            return hash(bits[number]);
        }
        if (kind == DECIMAL) {
            return hash(new Value.Decimal(textOf(number)).hashCode());
        }
        int at = (int) bits[number];
        int start = at + LENGTH_BYTES;
        return hash(kind, arena, start, start + lengthAt(at));
    }

    /** The upper bits of a hash tell the group of slots, the lowest two the slot in it. */
    private int slot(int hash) {
        int unused = Integer.numberOfLeadingZeros(table.length) + 3;
        return ((hash >>> unused) << 2) | (hash & 3);
    }

    /**
     * Multiplying by the golden ratio spreads integers that go up in steps evenly, so that they hardly collide. Four
     * neighbours share a group of slots: histories are full of counters, and each miss of the cache then serves four.
     */
    private static int hash(long word) {
        long mixed = (word >>> 2) * GOLDEN_RATIO;
        return ((int) (mixed >>> 32) & ~3) | ((int) (word ^ (mixed >>> 20)) & 3);
    }

    private static int hash(byte kind, byte[] bytes, int from, int to) {
        long hash = kind;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        long mixed = hash * GOLDEN_RATIO;
        return hash(mixed ^ (mixed >>> 32));
    }

    private int store(byte[] bytes, int from, int to) {
        int at = arenaSize;
        long needed = (long) at + LENGTH_BYTES + to - from;
        if (needed > Columns.LENGTH_MAX) {
            throw new HistoryException("more than 2 GiB of distinct text");
        }
        if (needed > arena.length) {
            arena = Arrays.copyOf(arena, Math.max((int) needed, Columns.grown(arena.length)));
        }
        putInt(arena, at, to - from);
        System.arraycopy(bytes, from, arena, at + LENGTH_BYTES, to - from);
        arenaSize = (int) needed;
        return at;
    }

    private byte kind(int number) {
        return number < kinds.length ? kinds[number] : INT;
    }

    private int lengthAt(int at) {
        return getInt(arena, at);
    }

    private String textOf(int number) {
        int at = (int) bits[number];
        return new String(arena, at + LENGTH_BYTES, lengthAt(at), StandardCharsets.UTF_8);
    }

    private byte[] copyOf(int number) {
        int at = (int) bits[number];
        return Arrays.copyOfRange(arena, at + LENGTH_BYTES, at + LENGTH_BYTES + lengthAt(at));
    }

    private List<Value> elementsOf(int number) {
        List<Value> elements = new ArrayList<>(listSize(number));
        for (int i = 0; i < listSize(number); i++) {
            elements.add(get(element(number, i)));
        }
        return elements;
    }

    private void checkNumber(int number) {
        if (number < 0 || number >= size) {
            throw new IndexOutOfBoundsException("value " + number + " of " + size);
        }
    }

    private static byte kindOf(Value value) {
        if (value instanceof Value.Text) {
            return TEXT;
        }
        if (value instanceof Value.BigInt) {
            return BIG_INT;
        }
        if (value instanceof Value.Bytes) {
            return BYTES;
        }
        if (value instanceof Value.Bool bool) {
            return bool.value() ? TRUE : FALSE;
        }
        return NULL;
    }

    private static byte[] bytesOf(Value value) {
        if (value instanceof Value.Text text) {
            return wellFormed(text.value());
        }
        if (value instanceof Value.BigInt integer) {
            return integer.toString().getBytes(StandardCharsets.US_ASCII);
        }
        return value instanceof Value.Bytes bytes ? bytes.value() : new byte[0];
    }

    private static byte[] wellFormed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // Half a surrogate pair has no UTF-8 form; Java would make it "?" and so join different values.
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw new HistoryException("a string with half a surrogate pair has no UTF-8 form");
        }
        return bytes;
    }

    private static void putInt(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
        bytes[at + 2] = (byte) (value >>> 16);
        bytes[at + 3] = (byte) (value >>> 24);
    }

    private static int getInt(byte[] bytes, int at) {
        return (bytes[at] & 0xFF)
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }
}
