package io.bateleur.core.trace.foreign;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes a history of Leopard's operations. Each column of a row is a key, the string {@code table/row/column}; a row of which
 * no columns are told, because it was not found or was deleted, is the key {@code table/row}. A transaction begins with its
 * first operation, and one without a commit or rollback ended in an unknown way.
 */
final class LeopardReader {
    private static final String SCHEMA_CHANGE = "DDL";

    /** What the rows held before the trace began is not in it. */
    private final HistoryBuilder history = History.builder().initialState(InitialState.UNKNOWN);
    /** The session of each transaction. */
    private final IntList sessions = new IntList();

    private long predicates;
    private long schemaChanges;

    // The operation that is being read.
    private @Nullable Value thread;
    private @Nullable Value transactionId;
    private String type = "";
    private long start;
    private long finish;
    private boolean locking;
    private boolean hasPredicate;
    private final OpColumns reads = new OpColumns();
    /** Puts of columns, and rows without columns as puts of {@code ABSENT}. */
    private final OpColumns writes = new OpColumns();

    void readOperation(JsonInput in) throws IOException {
        Place place = in.place();
        clear();
        in.beginObject("an operation");
        while (in.nextField()) {
            switch (in.field()) {
                case "threadID" -> thread = in.value();
                case "transactionID" -> transactionId = in.value();
                case "operationTraceType" -> type = readType(in);
                case "startTimestamp" -> start = in.isNull() ? History.NO_TIME : in.integer();
                case "finishTimestamp" -> finish = in.isNull() ? History.NO_TIME : in.integer();
                case "traceLockMode" -> locking |= !in.isNull() && !in.text().equalsIgnoreCase("NON_LOCK");
                case "readMode" -> locking |= !in.isNull() && in.text().equalsIgnoreCase("LOCKING_READ");
                case "predicateLock" -> {
                    hasPredicate = !in.isNull();
                    in.skip();
                }
                case "readTupleList" -> readTuples(in, OpKind.GET, reads);
                case "writeTupleList" -> readTuples(in, OpKind.PUT, writes);
                default -> in.skip();
            }
        }
        try {
            add(place);
        } catch (HistoryException e) {
            throw JsonInput.located(e, place);
        }
    }

    private void clear() {
        thread = null;
        transactionId = null;
        type = "";
        start = History.NO_TIME;
        finish = History.NO_TIME;
        locking = false;
        hasPredicate = false;
        reads.clear();
        writes.clear();
    }

    private static String readType(JsonInput in) throws IOException {
        return switch (in.text().toUpperCase(Locale.ROOT)) {
            case "START", "BEGIN" -> "START";
            case "SELECT", "READ" -> "SELECT";
            case "UPDATE", "INSERT", "WRITE" -> "UPDATE";
            case "DELETE" -> "DELETE";
            case "COMMIT" -> "COMMIT";
            case "ROLLBACK", "ABORT" -> "ROLLBACK";
            case "DDL", "CREATE", "ALTER", "DROP", "TRUNCATE" -> SCHEMA_CHANGE;
            default -> throw in.expected("START, SELECT, INSERT, UPDATE, DELETE, COMMIT, ROLLBACK or DDL");
        };
    }

    private void readTuples(JsonInput in, OpKind kind, OpColumns into) throws IOException {
        if (in.isNull()) {
            return;
        }
        in.beginArray("tuples");
        while (in.nextElement()) {
            readTuple(in, kind, into);
        }
    }

    private void readTuple(JsonInput in, OpKind kind, OpColumns into) throws IOException {
        Place place = in.place();
        String table = null;
        String row = null;
        Columns columns = new Columns();
        in.beginObject("a tuple");
        while (in.nextField()) {
            switch (in.field()) {
                case "table" -> table = readName(in);
                case "primaryKey" -> row = readName(in);
                case "valueMap" -> readColumns(in, columns);
                default -> in.skip();
            }
        }
        if (table == null || row == null) {
            throw new BadInputException(
                    place, "found a tuple without \"" + (table == null ? "table" : "primaryKey") + "\"", "");
        }
        String key = table + "/" + row;
        if (columns.names.isEmpty()) {
            into.add(kind, key(key), History.ABSENT);
        }
        for (int i = 0; i < columns.names.size(); i++) {
            into.add(kind, key(key + "/" + columns.names.get(i)), columns.values.get(i));
        }
    }

    private static final class Columns {
        final java.util.List<String> names = new java.util.ArrayList<>();
        final IntList values = new IntList();
    }

    private int key(String text) {
        return history.keys().intern(Value.of(text));
    }

    private static String readName(JsonInput in) throws IOException {
        return in.isText() ? in.text() : Long.toString(in.integer());
    }

    private void readColumns(JsonInput in, Columns columns) throws IOException {
        if (in.isNull()) {
            return;
        }
        in.beginObject("columns");
        while (in.nextField()) {
            columns.names.add(in.field());
            columns.values.add(in.intern(history.values()));
        }
    }

    private void add(Place place) throws IOException {
        if (type.equals(SCHEMA_CHANGE)) {
            schemaChanges++;
            return;
        }
        if (thread == null || transactionId == null || type.isEmpty()) {
            String missing =
                    thread == null ? "threadID" : transactionId == null ? "transactionID" : "operationTraceType";
            throw new BadInputException(place, "found an operation without \"" + missing + "\"", "");
        }
        int transaction = transaction(history.session(thread), transactionId);
        predicates += hasPredicate && reads.size() + writes.size() > 0 ? 1 : 0;
        boolean timed = start != History.NO_TIME && finish != History.NO_TIME;
        switch (type) {
            case "START" -> {
                if (timed) {
                    history.beginTimes(transaction, start, finish);
                }
            }
            case "COMMIT", "ROLLBACK" -> {
                history.end(transaction, type.equals("COMMIT") ? Ending.COMMITTED : Ending.ABORTED);
                if (timed) {
                    history.endTimes(transaction, start, finish);
                }
            }
            default -> addTuples(transaction, timed, place);
        }
    }

    private int transaction(int session, Value id) {
        int known = history.find(id);
        // A second begin, or one in another session, is refused there with the right words.
        if (known < 0 || type.equals("START") || sessions.get(known) != session) {
            known = history.begin(session, id);
            sessions.add(session);
        }
        return known;
    }

    private void addTuples(int transaction, boolean timed, Place place) throws IOException {
        for (int i = 0; i < reads.size(); i++) {
            int flags = locking ? HistoryBuilder.LOCKING : 0;
            int op = history.operation(transaction, OpKind.GET, reads.key(i), reads.value(i), flags);
            if (timed) {
                history.times(op, start, finish);
            }
        }
        boolean delete = type.equals("DELETE");
        for (int i = 0; i < writes.size(); i++) {
            int value = delete ? History.ABSENT : writes.value(i);
            if (value < 0 && !delete) {
                throw new BadInputException(
                        place, "found a tuple without \"valueMap\", expected the values that are written", "");
            }
            int op = history.operation(transaction, delete ? OpKind.DELETE : OpKind.PUT, writes.key(i), value, 0);
            if (timed) {
                history.times(op, start, finish);
            }
        }
    }

    History build(Notes notes) {
        if (schemaChanges > 0) {
            notes.warn("left out " + schemaChanges + " changes of the schema");
        }
        if (predicates > 0) {
            notes.warn("kept only the rows that " + predicates
                    + " operations with a predicate found: which rows they looked for is not expressed");
        }
        return history.build();
    }
}
