package io.bateleur.bench;

import java.io.PrintStream;
import java.util.Collections;
import java.util.Locale;

/** A Markdown table, printed row by row as the rows come. */
final class Table {
    private final PrintStream out;

    Table(PrintStream out, String... columns) {
        this.out = out;
        row((Object[]) columns);
        row(Collections.nCopies(columns.length, "---").toArray());
    }

    void row(Object... cells) {
        StringBuilder line = new StringBuilder("|");
        for (Object cell : cells) {
            // A bar would begin another cell.
            line.append(' ').append(String.valueOf(cell).replace("|", "\\|")).append(" |");
        }
        out.println(line);
        out.flush();
    }

    /** With spaces between thousands. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    static String seconds(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    /** A count that may be missing. */
    static String optional(long value) {
        return value < 0 ? "-" : Long.toString(value);
    }
}
