package io.bateleur.examine;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Names;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The beginning of the order that shows that a level holds, for people who want to see what was checked. */
final class WitnessExcerpt {
    private static final int TRANSACTIONS_MAX = 12;
    private static final int OPERATIONS_MAX = 8;
    private static final int OPERATION_MAX = 80;

    private WitnessExcerpt() {}

    /** The first transactions in the order of their commits. */
    static Evidence of(Verdict.Holds holds) {
        History history = holds.asg().history();
        List<String> lines = new ArrayList<>();
        int commits = 0;
        for (int event : holds.witness().events()) {
            if (isCommit(event) && commits++ < TRANSACTIONS_MAX) {
                lines.add(line(history.transaction(event >> 1)));
            }
        }
        return new Evidence(
                "Replayed: " + count(commits, "transaction") + ", "
                        + count(holds.asg().readCount(), "read")
                        + (commits > TRANSACTIONS_MAX ? ". Their order begins" : ". Their order"),
                lines);
    }

    private static boolean isCommit(int event) {
        return (event & 1) != 0;
    }

    private static String count(int number, String what) {
        return String.format(Locale.ROOT, "%,d ", number) + what + (number == 1 ? "" : "s");
    }

    private static String line(Transaction transaction) {
        Names names = transaction.history().names();
        StringBuilder line = new StringBuilder(transaction.name()).append(':');
        List<Operation> operations = transaction.operations();
        for (Operation operation : operations.subList(0, Math.min(OPERATIONS_MAX, operations.size()))) {
            String text = names.operation(operation);
            line.append(' ').append(text.length() <= OPERATION_MAX ? text : text.substring(0, OPERATION_MAX) + "…");
        }
        int more = operations.size() - OPERATIONS_MAX;
        return more > 0 ? line + " … " + more + " more" : line.toString();
    }
}
