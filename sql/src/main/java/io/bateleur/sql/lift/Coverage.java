package io.bateleur.sql.lift;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How much of a trace could be lifted.
 *
 * @param statements executions of statements
 * @param whole of these, told wholly as reads and writes
 * @param inPart told in part: some contents or reads are not known
 * @param left not told: left out, with the columns that they may have written
 * @param reasons why not whole, and for how many executions, the most frequent first
 * @param templates the statement texts, the most frequent first
 * @param transactions with statements
 * @param understood of these, those of which every statement was lifted, at least in part
 */
public record Coverage(
        long statements,
        long whole,
        long inPart,
        long left,
        Map<String, Long> reasons,
        List<Template> templates,
        long transactions,
        long understood) {
    private static final int REASONS_TOLD = 5;

    /** The share of executions that were lifted at least in part; 1 when there are none. */
    public double share() {
        return statements == 0 ? 1 : (double) (whole + inPart) / statements;
    }

    /** A few lines for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "lifted %.1f %% of %d statements: %d whole, %d in part, %d left out",
                100 * share(),
                statements,
                whole,
                inPart,
                left));
        reasons.entrySet().stream().limit(REASONS_TOLD).forEach(each -> text.append("\n  ")
                .append(each.getValue())
                .append(" not whole: ")
                .append(each.getKey()));
        return text.toString();
    }
}
