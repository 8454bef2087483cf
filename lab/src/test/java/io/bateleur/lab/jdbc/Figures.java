package io.bateleur.lab.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.sql.lift.Coverage;
import java.util.Map;
import java.util.TreeMap;

/** What was tried, and what came of it. */
final class Figures {
    private long runs;
    private long transactions;
    private long statements;
    private long whole;
    private long inPart;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();

    void add(History recorded, Coverage coverage) {
        runs++;
        transactions += recorded.transactionCount();
        statements += coverage.statements();
        whole += coverage.whole();
        inPart += coverage.inPart();
        coverage.reasons().forEach((why, count) -> reasons.merge(why, count, Long::sum));
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    @Override
    public String toString() {
        return String.format(
                "%d runs, %d transactions, %d statements, %d whole, %d in part, %s, not whole for %s",
                runs, transactions, statements, whole, inPart, counts, reasons);
    }
}
