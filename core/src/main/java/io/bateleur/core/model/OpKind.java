package io.bateleur.core.model;

import java.util.List;

/** What an operation does. The word is the one used in traces, in JSON output and on the command line. */
public enum OpKind {
    /** Reads one key. */
    GET("get"),
    /** Writes one key. */
    PUT("put"),
    /** Removes one key. */
    DELETE("delete"),
    /** Reads every live key of a range: a key of the range that is not returned was seen dead. */
    SCAN("scan"),
    /** Reads a range in key order and may stop early: nothing is said of keys after the place where it stopped. */
    ITERATE("iterate"),
    /** Adds one element to the end of a key's list, without reading it. */
    APPEND("append"),
    /** Reads a key's whole list. */
    READ_LIST("read-list"),
    /** A statement with its result, kept as it was until it is lifted to the operations above. */
    SQL("sql");

    private static final List<OpKind> ALL = List.of(values());

    private final String word;

    OpKind(String word) {
        this.word = word;
    }

    /** The name of this kind in traces and on the command line. */
    public String word() {
        return word;
    }

    /** Whether this installs a version of its key. */
    public boolean isWrite() {
        return this == PUT || this == DELETE || this == APPEND;
    }

    /** Whether this reads one key. */
    public boolean isItemRead() {
        return this == GET || this == READ_LIST;
    }

    /** Whether this reads a range of keys. */
    public boolean isRangeRead() {
        return this == SCAN || this == ITERATE;
    }

    static OpKind of(int ordinal) {
        return ALL.get(ordinal);
    }
}
