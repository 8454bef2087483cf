package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.util.regex.Matcher;

/** Reads the logs of a directory, one session after another. */
final class CobraReader {
    private static final int NONE = -1;
    private static final String LETTERS = "SRWC";

    /** Whether starts and commits have timestamps: the logs do not say, so the first start that goes on tells. */
    private enum Timed {
        NOT_SEEN,
        YES,
        NO
    }

    private final Notes notes;
    private final HistoryBuilder history = History.builder();
    private Timed timed = Timed.NOT_SEEN;

    CobraReader(Notes notes) {
        this.notes = notes;
    }

    History read(Source directory) throws IOException {
        int sessions = 0;
        for (String name : directory.names()) {
            Matcher log = CobraFormat.LOG.matcher(name);
            if (log.matches()) {
                read(directory, name, Long.parseLong(log.group(1)), sessions++);
            }
        }
        if (sessions == 0) {
            throw new BadInputException(
                    Place.file(directory.name()),
                    "found no T0.log, T1.log and so on, expected a directory with one such log per session",
                    "");
        }
        return history.build();
    }

    private void read(Source directory, String log, long sessionName, int sessions) throws IOException {
        try (Source file = directory.child(log);
                Binary in = new Binary(file)) {
            int session = history.session(sessionName);
            if (session < sessions) {
                throw in.wrong(0, "found the log of session " + sessionName + ", expected one log per session");
            }
            new Log(in, session).read(log);
        }
    }

    /** One file. */
    private final class Log {
        private final Binary in;
        private final int session;
        private int transaction = NONE;

        Log(Binary in, int session) {
            this.in = in;
            this.session = session;
        }

        void read(String name) throws IOException {
            while (in.peek() != -1) {
                record();
            }
            if (transaction != NONE) {
                history.end(transaction, Ending.UNKNOWN);
                notes.warn(name + " ends within transaction " + history.transactionId(transaction)
                        + ": whether it committed is unknown");
            }
        }

        private void record() throws IOException {
            long at = in.offset();
            int letter = in.octet("a record");
            switch (letter) {
                case 'S' -> start(at);
                case 'R' -> get(at);
                case 'W' -> put(at);
                case 'C' -> commit(at);
                default ->
                    throw in.wrong(
                            at,
                            "found " + Input.described(letter) + ", expected 'S', 'R', 'W' or 'C'",
                            "records are S (9 bytes, or 17 with a timestamp), R (33), W (25) and C (as S)");
            }
        }

        private void start(long at) throws IOException {
            if (transaction != NONE) {
                throw in.wrong(
                        at,
                        "found the start of a transaction, expected the commit of transaction "
                                + history.transactionId(transaction));
            }
            long id = in.bigEndian("a transaction");
            if (history.find(id) >= 0) {
                throw in.wrong(at, "found transaction " + id + " a second time, expected an id of its own");
            }
            transaction = history.begin(session, id);
            if (timed == Timed.NOT_SEEN && in.peek() != -1) {
                timed = LETTERS.indexOf(in.peek()) >= 0 ? Timed.NO : Timed.YES;
            }
            if (timed == Timed.YES) {
                long time = time();
                history.beginTimes(transaction, time, time);
            }
        }

        private void commit(long at) throws IOException {
            requireTransaction(at, "a commit");
            long id = in.bigEndian("a transaction");
            if (history.find(id) != transaction) {
                throw in.wrong(
                        at,
                        "found the commit of transaction " + id + ", expected that of transaction "
                                + history.transactionId(transaction));
            }
            history.end(transaction, Ending.COMMITTED);
            if (timed == Timed.YES) {
                long time = time();
                history.endTimes(transaction, time, time);
            }
            transaction = NONE;
        }

        private long time() throws IOException {
            long at = in.offset();
            long time = in.bigEndian("a timestamp");
            if (time == History.NO_TIME) {
                throw in.wrong(at, "found " + time + ", expected a timestamp");
            }
            return time;
        }

        private void put(long at) throws IOException {
            requireTransaction(at, "a write");
            long id = in.bigEndian("a write id");
            long key = in.bigEndian("a key");
            long hash = in.bigEndian("the hash of a value");
            if (id == CobraFormat.INITIAL || id == CobraFormat.NULL) {
                throw in.wrong(
                        at,
                        "found a write with the id 0x" + Long.toHexString(id)
                                + ", which stands for no write, expected an id of its own");
            }
            if (id == CobraFormat.DELETED) {
                history.operation(transaction, OpKind.DELETE, history.keys().intern(key), History.ABSENT, 0);
            } else {
                history.operation(transaction, OpKind.PUT, history.keys().intern(key), value(id, hash), 0);
            }
        }

        private void get(long at) throws IOException {
            requireTransaction(at, "a read");
            long writer = in.bigEndian("the writer of what was read");
            long id = in.bigEndian("a write id");
            int key = history.keys().intern(in.bigEndian("a key"));
            long hash = in.bigEndian("the hash of a value");
            boolean absent = id == CobraFormat.INITIAL
                    || id == CobraFormat.NULL
                    || id == CobraFormat.DELETED
                    || (id == CobraFormat.UNIVERSAL && writer == CobraFormat.INITIAL);
            history.operation(transaction, OpKind.GET, key, absent ? History.ABSENT : value(id, hash), 0);
        }

        private int value(long id, long hash) {
            return history.values().intern(id == CobraFormat.UNIVERSAL ? hash : id);
        }

        private void requireTransaction(long at, String what) throws BadInputException {
            if (transaction == NONE) {
                throw in.wrong(at, "found " + what + " outside a transaction, expected the start of one");
            }
        }
    }
}
