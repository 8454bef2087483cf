package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;

/**
 * What the reads of a file read: formats for lists and for registers spell both reads the same, and a read of nothing looks
 * the same for both. The other operations of the file tell: a file with appends holds lists, and so does one where lists are
 * read that nobody wrote as a whole.
 */
final class ReadModel {
    private boolean appends;
    private boolean listReads;
    private boolean listWrites;

    /** Takes note of an operation; {@code list} says whether its value is a list. */
    void saw(OpKind kind, boolean list) {
        appends |= kind == OpKind.APPEND;
        listReads |= list && kind.isItemRead();
        listWrites |= list && kind == OpKind.PUT;
    }

    static ReadModel of(History history) {
        ReadModel model = new ReadModel();
        for (int op = 0; op < history.operationCount(); op++) {
            model.saw(history.kind(op), isList(history, op));
        }
        return model;
    }

    /** What a read is that saw a list. */
    OpKind ofList() {
        return listWrites && !appends ? OpKind.GET : OpKind.READ_LIST;
    }

    /** What a read is that saw nothing, or of which nothing is known. */
    OpKind ofNothing() {
        return appends || (listReads && !listWrites) ? OpKind.READ_LIST : OpKind.GET;
    }

    /** Whether a read would be read back as what it is. */
    boolean keeps(History history, int op) {
        if (history.value(op) < 0) {
            return history.kind(op) == ofNothing();
        }
        return history.kind(op) == (isList(history, op) ? ofList() : OpKind.GET);
    }

    private static boolean isList(History history, int op) {
        OpKind kind = history.kind(op);
        return (kind.isItemRead() || kind.isWrite())
                && history.value(op) >= 0
                && history.values().isList(history.value(op));
    }
}
