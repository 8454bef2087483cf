package io.bateleur.core.trace;

/** Where in a file something is: a line and a column (in bytes, from 1), or an offset where there are no lines. */
public record Place(String file, long line, long column, long offset) {

    /** The file as a whole. */
    public static Place file(String file) {
        return new Place(file, 0, 0, -1);
    }

    /** A byte of a binary file. */
    public static Place offset(String file, long offset) {
        return new Place(file, 0, 0, offset);
    }

    /** A character of a text file. */
    public static Place text(String file, long line, long column) {
        return new Place(file, line, column, -1);
    }

    @Override
    public String toString() {
        if (line > 0) {
            return file + ":" + line + ":" + column;
        }
        return offset >= 0 ? file + ":byte " + offset : file;
    }
}
