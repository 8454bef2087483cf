package io.bateleur.lab.jdbc;

import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAException;

/** All that a program noticed, a line each. */
final class Transcript {
    private final List<String> lines = new ArrayList<>();
    private final UnaryOperator<String> normal;
    private boolean complete;

    /** @param normal puts words in place of what differs from run to run, such as port numbers */
    Transcript(UnaryOperator<String> normal) {
        this.normal = normal;
    }

    /** The value, or the exception that came in its place. */
    void note(String what, Callable<?> value) {
        String text;
        try {
            text = Described.value(value.call());
        } catch (Exception | LinkageError | StackOverflowError e) {
            text = thrown(e);
        }
        line(what + " = " + text);
    }

    /** All rows of a result, with its columns. */
    void rows(String what, Callable<ResultSet> result) {
        try (ResultSet rows = result.call()) {
            if (rows == null) {
                line(what + " = no result");
                return;
            }
            ResultSetMetaData columns = rows.getMetaData();
            int count = columns.getColumnCount();
            List<String> labels = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                labels.add(columns.getColumnLabel(i));
            }
            line(what + " has columns " + labels);
            while (rows.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= count; i++) {
                    cells.add(Described.value(rows.getObject(i)));
                }
                line(what + " has " + cells);
            }
        } catch (Exception e) {
            line(what + " = " + thrown(e));
        }
    }

    /** The chain of warnings. */
    void warnings(String what, Callable<SQLWarning> first) {
        note(what, () -> {
            StringBuilder text = new StringBuilder("warnings");
            for (SQLWarning each = first.call(); each != null; each = each.getNextWarning()) {
                text.append(' ').append(thrown(each));
            }
            return text.toString();
        });
    }

    /** That the behaviour came to its end, and not to an exception. */
    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    void ended(Throwable by) {
        line("ended by " + thrown(by));
    }

    void line(String text) {
        lines.add(normal.apply(text.replaceAll("\\[B@[0-9a-f]+", "[B@N")));
    }

    List<String> lines() {
        return lines;
    }

    /** Where another transcript tells something else, line by line. */
    List<String> differences(Transcript other) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < Math.max(lines.size(), other.lines.size()); i++) {
            String mine = i < lines.size() ? lines.get(i) : "(nothing)";
            String others = i < other.lines.size() ? other.lines.get(i) : "(nothing)";
            if (!mine.equals(others)) {
                all.add(mine + "\n  but was: " + others);
            }
        }
        return all;
    }

    /** Everything that an exception tells, with those behind it. */
    static String thrown(Throwable e) {
        // The virtual machine leaves out the message of a null pointer where it has compiled the code.
        String message = e instanceof NullPointerException ? "" : e.getMessage();
        StringBuilder text = new StringBuilder("! ")
                .append(e.getClass().getName())
                .append(": ")
                .append(message);
        if (e instanceof SQLException sql) {
            text.append(" [")
                    .append(sql.getSQLState())
                    .append(' ')
                    .append(sql.getErrorCode())
                    .append(']');
            if (sql instanceof BatchUpdateException batch) {
                text.append(" counts ").append(Arrays.toString(batch.getUpdateCounts()));
                text.append(" large ").append(Arrays.toString(batch.getLargeUpdateCounts()));
            }
            if (sql instanceof SQLClientInfoException info) {
                text.append(" failed ").append(new TreeMap<>(info.getFailedProperties()));
            }
            if (sql.getNextException() != null && !(e instanceof SQLWarning)) {
                text.append(" next ").append(thrown(sql.getNextException()));
            }
        }
        if (e instanceof XAException xa) {
            text.append(" code ").append(xa.errorCode);
        }
        if (e.getCause() != null && e.getCause() != e) {
            text.append(" caused by ").append(e.getCause().getClass().getName());
        }
        if (e.getSuppressed().length > 0) {
            text.append(" suppressed ").append(e.getSuppressed().length);
        }
        return text.toString();
    }
}
