package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads Viper's logs onto a {@link ViperTape}. A transaction is an object whose {@code value} holds its operations:
 *
 * <pre>
 *   ["r", key, value, isDead]
 *   ["w", key, value, succeeded]
 *   ["i", key, value, valueReadBefore, isDead, succeeded]      insert; what was read before may be missing
 *   ["d", key, tombstone, valueReadBefore, isDead, succeeded]  delete
 *   ["range", low, high, [{"id": key, "val": value}, ...], [{"id": key, "val": tombstone}, ...]]
 * </pre>
 *
 * Both bounds of a range are inclusive, and {@code "nil"} is no bound; as a value it is none. Writes that did not succeed
 * changed nothing and are left out.
 */
final class ViperReader {
    private static final int NOT_READ = -3;

    private final ViperTape tape = new ViperTape();
    private long failedWrites;

    /** Reads the log of one session, which may have no transaction. */
    void read(JsonInput in, long sessionName) throws IOException {
        int session = tape.session(sessionName);
        while (in.next()) {
            readTransaction(in, session);
        }
    }

    private void readTransaction(JsonInput in, int session) throws IOException {
        Place place = in.place();
        boolean initial = false;
        boolean hasValue = false;
        in.beginObject("a transaction");
        while (in.nextField()) {
            switch (in.field()) {
                case "value" -> {
                    hasValue = true;
                    in.beginArray("the operations");
                    while (in.nextElement()) {
                        readOperation(in);
                    }
                }
                case "isInitial" -> initial = in.bool();
                default -> in.skip();
            }
        }
        if (!hasValue) {
            throw new BadInputException(place, "found a transaction without \"value\", expected its operations", "");
        }
        if (initial) {
            tape.endInitial();
        } else {
            tape.endTransaction(session);
        }
    }

    private void readOperation(JsonInput in) throws IOException {
        in.beginArray("an operation");
        String type = in.nextElement() ? in.text() : "";
        switch (type) {
            case "r", "w", "i", "d" -> readItem(in, type);
            case "range" -> readRange(in);
            default -> throw in.expected("one of \"r\", \"w\", \"i\", \"d\" and \"range\"");
        }
    }

    private void readItem(JsonInput in, String type) throws IOException {
        requireElement(in, "a key");
        int key = in.intern(tape.keys());
        requireElement(in, "a value");
        int value = content(in);
        if (value < 0 && (type.equals("w") || type.equals("i"))) {
            throw in.expected("the value that is written");
        }
        int readBefore = NOT_READ;
        int flags = 0;
        boolean[] flag = {false, false};
        while (in.nextElement()) {
            if (in.isBool()) {
                flag[Math.min(flags++, 1)] = in.bool();
            } else {
                readBefore = content(in);
            }
        }
        if (type.equals("r")) {
            tape.read(key, value, flag[0]);
            return;
        }
        boolean isRead = readBefore != NOT_READ && !type.equals("w");
        // Inserts that read nothing have -1 there.
        if (isRead && !tape.isInteger(readBefore, -1)) {
            tape.read(key, readBefore, flag[0]);
        }
        int succeeded = isRead ? 1 : 0;
        if (flags > succeeded && !flag[succeeded]) {
            failedWrites++;
        } else if (type.equals("d")) {
            tape.delete(key, value);
        } else {
            tape.put(key, value);
        }
    }

    /** What a read saw or a write left: a number of a value, or {@code ABSENT}. */
    private int content(JsonInput in) throws IOException {
        return isNil(in) ? History.ABSENT : in.intern(tape.values());
    }

    private static boolean isNil(JsonInput in) throws IOException {
        return in.isNull() || (in.isText() && in.text().equals("nil"));
    }

    private static void requireElement(JsonInput in, String what) throws IOException {
        if (!in.nextElement()) {
            throw in.expected(what);
        }
    }

    private void readRange(JsonInput in) throws IOException {
        requireElement(in, "the lower bound");
        int low = content(in);
        requireElement(in, "the upper bound");
        tape.range(low, isNil(in) ? History.ABSENT : tape.values().intern(readUpperBound(in)));
        requireElement(in, "the items that were found");
        readItems(in, true);
        if (in.nextElement()) {
            readItems(in, false);
            while (in.nextElement()) {
                in.skip();
            }
        }
    }

    private static Value readUpperBound(JsonInput in) throws IOException {
        Optional<Value> bound = in.isArray() ? Optional.empty() : ViperBounds.exclusive(in.value());
        if (bound.isEmpty()) {
            throw in.expected("an integer, a string or \"nil\"");
        }
        return bound.get();
    }

    private void readItems(JsonInput in, boolean live) throws IOException {
        in.beginArray("items");
        while (in.nextElement()) {
            Place place = in.place();
            int key = NOT_READ;
            int value = NOT_READ;
            in.beginObject("an item");
            while (in.nextField()) {
                switch (in.field()) {
                    case "id" -> key = in.intern(tape.keys());
                    case "val" -> value = readItemValue(in, live);
                    default -> in.skip();
                }
            }
            if (key == NOT_READ || value == NOT_READ) {
                throw new BadInputException(place, "found an item without \"id\" or \"val\", expected both", "");
            }
            tape.item(key, value, live);
        }
    }

    private int readItemValue(JsonInput in, boolean live) throws IOException {
        if (live && isNil(in)) {
            throw in.expected("the value of an item that was found");
        }
        return content(in);
    }

    History build(Notes notes) {
        if (failedWrites > 0) {
            notes.warn("left out " + failedWrites + " writes that did not succeed");
        }
        return tape.build();
    }
}
