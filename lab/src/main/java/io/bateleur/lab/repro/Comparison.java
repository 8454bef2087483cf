package io.bateleur.lab.repro;

import io.bateleur.core.sql.Splitter;
import io.bateleur.lab.repro.language.Cell;
import io.bateleur.lab.repro.language.Reply;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether what a database did is what a case says.
 *
 * @param ordered whether rows have an order
 */
record Comparison(boolean ordered) {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d{1,3})?");
    private static final double NEARLY = 1e-9;

    /** For the answers to a statement. */
    static Comparison of(String statement) {
        return new Comparison(isOrdered(statement));
    }

    /** Whether ORDER BY stands outside parentheses. */
    static boolean isOrdered(String statement) {
        StringBuilder outside = new StringBuilder();
        int depth = 0;
        for (int at = 0; at < statement.length(); ) {
            int past = Splitter.past(statement, at);
            if (past > at) {
                outside.append(' ');
                at = past;
                continue;
            }
            char c = statement.charAt(at++);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            outside.append(depth > 0 || c == ')' ? ' ' : c);
        }
        return outside.toString().toUpperCase(Locale.ROOT).matches("(?s).*\\bORDER\\s+BY\\b.*");
    }

    boolean isMet(Reply expected, Response response) {
        if (expected instanceof Reply.Rows rows) {
            return response instanceof Response.Rows answer && isSame(rows, answer);
        }
        if (expected instanceof Reply.Count count) {
            return response instanceof Response.Rows rows && rows.rows().size() == count.rows()
                    || response instanceof Response.Affected affected && affected.rows() == count.rows();
        }
        if (expected instanceof Reply.Ok) {
            return response instanceof Response.Rows || response instanceof Response.Affected;
        }
        if (expected instanceof Reply.Error error) {
            return response instanceof Response.Failed failed && isOne(error.code(), failed.codes())
                    || response instanceof Response.Crashed crashed && isOne(error.code(), crashed.codes());
        }
        if (expected instanceof Reply.Blocks blocks) {
            return response instanceof Response.Waits waits
                    && (waits.blockers().isEmpty() || waits.blockers().containsAll(blocks.sessions()));
        }
        return response instanceof Response.Crashed;
    }

    private static boolean isOne(String code, java.util.Set<String> codes) {
        return code.length() == 2
                ? codes.stream().anyMatch(each -> each.length() == 5 && each.startsWith(code))
                : codes.contains(code);
    }

    private boolean isSame(Reply.Rows expected, Response.Rows answer) {
        if (expected.rows().size() != answer.rows().size()) {
            return false;
        }
        List<List<Optional<String>>> left = new ArrayList<>(answer.rows());
        for (List<Cell> row : expected.rows()) {
            int found = 0;
            while (found < (ordered ? 1 : left.size()) && !isSameRow(row, left.get(found), answer.approximate())) {
                found++;
            }
            if (found == (ordered ? 1 : left.size())) {
                return false;
            }
            left.remove(found);
        }
        return true;
    }

    private static boolean isSameRow(List<Cell> expected, List<Optional<String>> row, List<Boolean> approximate) {
        if (expected.size() != row.size()) {
            return false;
        }
        for (int i = 0; i < row.size(); i++) {
            if (!isSame(expected.get(i), row.get(i), approximate.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Cell expected, Optional<String> value, boolean approximate) {
        if (expected.isNull() || value.isEmpty()) {
            return expected.isNull() && value.isEmpty();
        }
        String text = value.get();
        String plain = text.strip();
        if (expected.quoted()
                || !NUMBER.matcher(expected.text()).matches()
                || !NUMBER.matcher(plain).matches()) {
            return expected.text().equals(expected.quoted() ? text : plain); // what pads a value cannot be written bare
        }
        if (approximate) {
            double one = Double.parseDouble(expected.text());
            double other = Double.parseDouble(plain);
            return one == other || Math.abs(one - other) <= NEARLY * Math.max(Math.abs(one), Math.abs(other));
        }
        return new BigDecimal(expected.text()).compareTo(new BigDecimal(plain)) == 0;
    }
}
