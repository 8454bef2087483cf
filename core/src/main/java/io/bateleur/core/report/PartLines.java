package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Session;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Transactions of a small history, session by session, as people write them. */
final class PartLines {
    private PartLines() {}

    /** @param shown those of the history's transactions that are written down */
    static List<String> lines(History history, List<Transaction> shown) {
        List<String> lines = new ArrayList<>();
        if (history.initialState() == InitialState.UNKNOWN) {
            List<Value> absent = history.initiallyAbsent();
            lines.add("at the start: unknown"
                    + (history.initialContents().isEmpty() ? "" : ", but " + contents(history))
                    + (absent.isEmpty()
                            ? ""
                            : ", but nothing at "
                                    + absent.stream().map(history.names()::key).collect(Collectors.joining(", "))));
        } else if (!history.initialContents().isEmpty()) {
            lines.add("at the start: " + contents(history));
        }
        Set<Transaction> wanted = new HashSet<>(shown);
        for (Session session : history.sessions()) {
            List<Transaction> own =
                    session.transactions().stream().filter(wanted::contains).toList();
            if (own.isEmpty()) {
                continue;
            }
            lines.add("session " + session + ":");
            own.forEach(transaction -> lines.add("  " + line(transaction)));
        }
        return lines;
    }

    static String line(Transaction transaction) {
        StringBuilder line = new StringBuilder(transaction.name() + ":");
        for (Operation operation : transaction.operations()) {
            line.append(' ').append(transaction.history().names().operation(operation));
        }
        return line.append(' ').append(Notation.ending(transaction.ending())).toString();
    }

    private static String contents(History history) {
        return history.initialContents().entrySet().stream()
                .map(entry -> history.names().key(entry.getKey()) + " = " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
