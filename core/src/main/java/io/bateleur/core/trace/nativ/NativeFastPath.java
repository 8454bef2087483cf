package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceListener;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plainest events in the very form in which {@link NativeWriter} writes them, straight from bytes:
 *
 * <pre>
 *   {"e":"begin","t":7,"s":"s1","at":[10,11]}
 *   {"e":"get","t":7,"k":"x","v":3,"at":[12,15]}      also put, append, delete; or "absent":true for the value
 *   {"e":"read-list","t":7,"k":"y","v":[3,4]}         lists of integers
 *   {"e":"sql","t":7,"q":"SELECT 1","params":[],"v":[["rows",["1"],[[1]],true]],"at":[12,15]}
 *   {"e":"commit","t":7,"at":[16,19]}                 also abort
 * </pre>
 *
 * where ids, keys and values are integers or plain ASCII strings and {@code at} may be missing. Anything else, wrong or merely
 * unusual, is not its business: it says so, having passed no event on, and the general reader takes the line. A test
 * reads the same traces with and without it. It is here because nine of ten events are of this form and a general JSON parser
 * spends most of its time on what they do not have (the figures are in docs/benchmarks.md).
 */
final class NativeFastPath {
    private static final byte[] EVENT = ascii("{\"e\":\"");
    private static final byte[] GET = ascii("get\"");
    private static final byte[] PUT = ascii("put\"");
    private static final byte[] DELETE = ascii("delete\"");
    private static final byte[] BEGIN = ascii("begin\"");
    private static final byte[] COMMIT = ascii("commit\"");
    private static final byte[] APPEND = ascii("append\"");
    private static final byte[] READ_LIST = ascii("read-list\"");
    private static final byte[] SQL = ascii("sql\"");
    private static final byte[] STATEMENT = ascii(",\"q\":");
    private static final byte[] PARAMETERS = ascii(",\"params\":");
    private static final byte[] LEVEL = ascii(",\"level\":");
    private static final byte[] ABSENT = ascii(",\"absent\":true");
    private static final byte[] ABORT = ascii("abort\"");
    private static final byte[] KEY = ascii(",\"k\":");
    private static final byte[] VALUE = ascii(",\"v\":");
    private static final byte[] TRANSACTION = ascii(",\"t\":");
    private static final byte[] SESSION = ascii(",\"s\":");
    private static final byte[] AT = ascii(",\"at\":[");

    /** In place of a value: what stands here is for the general reader. */
    private static final int NONE = Integer.MIN_VALUE;

    /** More digits may not fit a long. */
    private static final int DIGITS_MAX = 18;

    private final TraceListener listener;
    private final FastValues values = new FastValues();
    private final Set<String> levels = new HashSet<>();
    private long[] elements = new long[16];
    private byte[] bytes = {};
    private int at;

    NativeFastPath(TraceListener listener) {
        this.listener = listener;
    }

    /** Takes a line, or returns false for the general reader to take it. The line must be followed by a line feed. */
    boolean take(byte[] line, int from, int to) {
        bytes = line;
        at = from;
        // Every word below is shorter than this, so that comparing needs no check of bounds.
        if (to - from < 16 || !skip(EVENT)) {
            return false;
        }
        return switch (bytes[at]) {
            case 'g' -> skip(GET) && operation(OpKind.GET);
            case 'p' -> skip(PUT) && operation(OpKind.PUT);
            case 'r' -> skip(READ_LIST) && operation(OpKind.READ_LIST);
            case 'd' -> skip(DELETE) && delete();
            case 's' -> skip(SQL) && sql();
            case 'b' -> skip(BEGIN) && begin();
            case 'c' -> skip(COMMIT) && end(Ending.COMMITTED);
            case 'a' ->
                bytes[at + 1] == 'p' ? skip(APPEND) && operation(OpKind.APPEND) : skip(ABORT) && end(Ending.ABORTED);
            default -> false;
        };
    }

    private boolean operation(OpKind kind) {
        int transaction = transaction();
        if (transaction < 0 || !skip(KEY)) {
            return false;
        }
        int key = key();
        if (key < 0) {
            return false;
        }
        int value = NONE;
        if (skip(VALUE)) {
            value = kind == OpKind.READ_LIST ? list(key) : value(key);
        } else if (!kind.isWrite() && skip(ABSENT)) {
            value = History.ABSENT;
        }
        if (value == NONE || !times()) {
            return false;
        }
        listener.operation(transaction, kind, key, value, 0, before, after);
        return true;
    }

    /** The number of a list of integers that stands here, or {@link #NONE}. */
    private int list(int key) {
        if (bytes[at] != '[' || bytes[at + 1] == ']') {
            return NONE;
        }
        int count = 0;
        do {
            at++;
            if (!integer()) {
                return NONE;
            }
            if (count == elements.length) {
                elements = Arrays.copyOf(elements, 2 * count);
            }
            elements[count++] = number;
        } while (bytes[at] == ',');
        return bytes[at++] == ']' ? listener.list(key, elements, count) : NONE;
    }

    private boolean delete() {
        int transaction = transaction();
        if (transaction < 0 || !skip(KEY)) {
            return false;
        }
        int key = key();
        if (key < 0 || !times()) {
            return false;
        }
        listener.operation(transaction, OpKind.DELETE, key, History.ABSENT, 0, before, after);
        return true;
    }

    private long before;
    private long after;

    private boolean begin() {
        if (!skip(TRANSACTION) || !integer()) {
            return false;
        }
        long id = number;
        if (!skip(SESSION)) {
            return false;
        }
        String name = bytes[at] == '"' ? text() : null;
        if (name == null && !integer()) {
            return false;
        }
        long session = number;
        if (!interval()) {
            return false;
        }
        String level = null;
        if (skip(LEVEL)) {
            level = bytes[at] == '"' ? text() : null;
            if (level == null || levels.add(level)) {
                return false; // the general reader notes where each level is named first
            }
        }
        if (!isEnd()) {
            return false;
        }
        int number = name == null ? listener.session(session) : listener.session(Value.of(name));
        if (level == null) {
            listener.begin(number, id, before, after);
        } else {
            listener.begin(number, Value.of(id), level, null, before, after);
        }
        return true;
    }

    private boolean sql() {
        int transaction = transaction();
        if (transaction < 0 || !skip(STATEMENT) || bytes[at] != '"') {
            return false;
        }
        String statement = text();
        if (statement == null || !skip(PARAMETERS)) {
            return false;
        }
        values.moveTo(bytes, at);
        List<Value> parameters = values.list();
        at = values.at;
        if (parameters == null) {
            return false;
        }
        Value answer = null;
        if (skip(VALUE)) {
            values.moveTo(bytes, at);
            answer = values.value();
            at = values.at;
            if (answer == null) {
                return false;
            }
        }
        if (!times()) {
            return false;
        }
        Content content = answer == null ? Content.unknown() : Content.live(answer);
        listener.sql(transaction, statement, parameters, content, before, after);
        return true;
    }

    /** The plain text that stands here, or null. */
    private @Nullable String text() {
        values.moveTo(bytes, at);
        String text = values.text();
        at = values.at;
        return text;
    }

    private boolean end(Ending ending) {
        int transaction = transaction();
        if (transaction < 0 || !times()) {
            return false;
        }
        listener.end(transaction, ending, null, before, after);
        return true;
    }

    /** The transaction that the event names, or -1. */
    private int transaction() {
        if (!skip(TRANSACTION)) {
            return -1;
        }
        if (bytes[at] == '"') {
            int start = at + 1;
            int end = stringEnd(start);
            return end < 0 ? -1 : listener.transactionUtf8(bytes, start, end);
        }
        return integer() ? listener.transaction(number) : -1;
    }

    /** The number of the key that stands here, an integer or a string, or -1. */
    private int key() {
        if (bytes[at] == '"') {
            int start = at + 1;
            int end = stringEnd(start);
            return end < 0 ? -1 : listener.keyUtf8(bytes, start, end);
        }
        return integer() ? listener.key(number) : -1;
    }

    /** The number of the value that stands here, or {@link #NONE}. */
    private int value(int key) {
        if (bytes[at] == '"') {
            int start = at + 1;
            int end = stringEnd(start);
            return end < 0 ? NONE : listener.valueUtf8(key, bytes, start, end);
        }
        return integer() ? listener.value(key, number) : NONE;
    }

    /** Where a plain string ends, with the place behind its closing quote, or -1. */
    private int stringEnd(int start) {
        int i = start;
        // The line feed at the end of the line stops it, as every control character does.
        while (bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        if (bytes[i] != '"') {
            return -1;
        }
        at = i + 1;
        return i;
    }

    /** The times if there are any, and in any case the end of the event. */
    private boolean times() {
        return interval() && isEnd();
    }

    private boolean isEnd() {
        return bytes[at] == '}' && bytes[at + 1] == '\n';
    }

    /** The times if there are any. */
    private boolean interval() {
        before = History.NO_TIME;
        after = History.NO_TIME;
        if (skip(AT)) {
            if (!integer()) {
                return false;
            }
            before = number;
            if (bytes[at++] != ',' || !integer()) {
                return false;
            }
            after = number;
            if (bytes[at++] != ']' || before > after) {
                return false;
            }
        }
        return true;
    }

    private long number;

    /** An integer that surely fits, into {@link #number}. */
    private boolean integer() {
        int i = at;
        boolean negative = bytes[i] == '-';
        if (negative) {
            i++;
        }
        int first = i;
        long result = 0;
        for (int digit = bytes[i] - '0'; digit >= 0 && digit <= 9; digit = bytes[i] - '0') {
            result = result * 10 + digit;
            i++;
        }
        int digits = i - first;
        // JSON has no leading zeros, and -0 is for the general reader to judge.
        if (digits == 0 || digits > DIGITS_MAX || bytes[first] == '0' && (digits > 1 || negative)) {
            return false;
        }
        number = negative ? -result : result;
        at = i;
        return true;
    }

    private static byte[] ascii(String word) {
        return word.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    /** Passes over exactly these bytes. */
    private boolean skip(byte[] word) {
        int length = word.length;
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != word[i]) {
                return false;
            }
        }
        at += length;
        return true;
    }
}
