package io.bateleur.core.report;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which transactions of an explanation's part a reader has to see. Transactions that the argument does not name, and that only
 * appended elements that lists of the part held already, are in the part because those lists would have no source without them:
 * they are counted.
 */
final class Onstage {
    private final History part;
    private final Set<Value> named = new HashSet<>();
    private final Map<Value, Set<Value>> listed = new HashMap<>();
    private final List<Transaction> shown;
    private boolean open;

    Onstage(Explanation why) {
        this.part = why.part();
        name(why.argument());
        part.transactions().forEach(this::list);
        this.shown = part.transactions().stream().filter(this::isShown).toList();
    }

    /** In the order of the part. */
    List<Transaction> transactions() {
        return shown;
    }

    /** The same, those that the argument names before the others. */
    List<Transaction> culpritsFirst() {
        return shown.stream()
                .sorted(Comparator.comparing(transaction -> !named.contains(transaction.id())))
                .toList();
    }

    /** How many transactions are left out, in words; empty when none is. */
    String others() {
        int count = part.transactionCount() - shown.size();
        return count == 0
                ? ""
                : "and " + count + (count == 1 ? " transaction" : " transactions") + " that appended earlier elements";
    }

    private boolean isShown(Transaction transaction) {
        return open || named.contains(transaction.id()) || !onlyAppendedEarlier(transaction);
    }

    private boolean onlyAppendedEarlier(Transaction transaction) {
        List<Operation> operations = transaction.operations();
        return !operations.isEmpty()
                && transaction.ending() != Ending.ABORTED
                && operations.stream()
                        .allMatch(operation -> operation.kind() == OpKind.APPEND
                                && operation.content() instanceof Content.Live live
                                && listed.getOrDefault(operation.key(), Set.of())
                                        .contains(live.value()));
    }

    private void list(Transaction transaction) {
        for (Operation operation : transaction.operations()) {
            if (operation.kind() == OpKind.READ_LIST
                    && operation.content() instanceof Content.Live live
                    && live.value() instanceof Value.Elements list) {
                listed.computeIfAbsent(operation.key(), key -> new HashSet<>()).addAll(list.value());
            }
        }
    }

    // ---- whom the argument names

    private void name(Argument argument) {
        if (argument instanceof Argument.Impossible bad) {
            BadRead finding = bad.read();
            name(List.of(finding.reader()));
            finding.writer().ifPresent(writer -> name(List.of(writer)));
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle.steps().forEach(step -> {
                name(List.of(step.from(), step.to()));
                step.otherwise().ifPresent(this::name);
            });
        } else if (argument instanceof Argument.Cases cases) {
            open |= cases.cases().isEmpty(); // then only the question says what it is about
            cases.cases().forEach(one -> {
                name(one.assumption());
                name(one.refutation());
            });
        }
    }

    private void name(Assumption assumption) {
        if (assumption instanceof Assumption.WroteFirst order) {
            name(List.of(order.first(), order.second()));
        } else if (assumption instanceof Assumption.Saw saw) {
            name(List.of(saw.reader()));
            saw.writer().ifPresent(writer -> name(List.of(writer)));
        }
    }

    private void name(Collection<Transaction> transactions) {
        transactions.forEach(transaction -> named.add(transaction.id()));
    }
}
