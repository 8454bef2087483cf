package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one violation's figures and lists share: which transactions and operations are on stage, and by which names its elements
 * find each other. Hovering an element lights every element that shares one of the names it calls.
 */
final class HtmlScene {
    /** Enough to understand any cycle that a person can understand. */
    static final int TRANSACTIONS_MAX = 60;

    private final String prefix;
    private final Explanation why;
    private final Onstage stage;
    /** By id: transactions of the argument may be of the whole history, those of the part are others. */
    private final Map<Value, Transaction> cast = new LinkedHashMap<>();

    private final Map<Value, String> names = new LinkedHashMap<>();
    private final Map<Integer, Set<Integer>> evidence = new LinkedHashMap<>();
    private final Set<EdgeKind> kinds = new TreeSet<>();
    private int edges;

    HtmlScene(String prefix, Explanation why) {
        this.prefix = prefix;
        this.why = why;
        this.stage = new Onstage(why);
    }

    Explanation why() {
        return why;
    }

    String prefix() {
        return prefix;
    }

    /** Puts a transaction on stage and gives its name. */
    String name(Transaction transaction) {
        Transaction known = why.part().transaction(transaction.id()).orElse(transaction);
        cast.putIfAbsent(transaction.id(), known);
        return names.computeIfAbsent(transaction.id(), id -> "t" + names.size());
    }

    /** Those of the argument, and then the others to look at, as far as there is room. */
    List<Transaction> transactions() {
        int culprits = cast.size();
        for (Transaction transaction : stage.transactions()) {
            if (cast.size() >= TRANSACTIONS_MAX) {
                break;
            }
            name(transaction);
        }
        List<Transaction> shown = new ArrayList<>(cast.values());
        shown = new ArrayList<>(shown.subList(0, Math.min(shown.size(), TRANSACTIONS_MAX)));
        int named = Math.min(culprits, shown.size());
        Comparator<Transaction> byNumber = Comparator.comparingInt(Transaction::number);
        shown.subList(0, named).sort(byNumber);
        shown.subList(named, shown.size()).sort(byNumber);
        return shown;
    }

    /** How many transactions there is no room for. */
    int unshown() {
        return Math.max(0, Math.max(cast.size(), stage.transactions().size()) - TRANSACTIONS_MAX);
    }

    /** What is said of the transactions of the part that nobody has to look at; empty when there are none. */
    String others() {
        return stage.others();
    }

    /** A step of the argument, with what proves it. */
    Edge edge(Step step) {
        Edge edge = new Edge(edges++, step, name(step.from()), name(step.to()));
        kinds.add(step.kind());
        for (Operation operation : HtmlEvidence.of(step, why.part())) {
            evidence.computeIfAbsent(operation.number(), o -> new TreeSet<>()).add(edge.number);
        }
        return edge;
    }

    /** An operation that the argument is about, without a step. */
    void point(Operation operation) {
        evidence.computeIfAbsent(operation.number(), o -> new TreeSet<>());
    }

    boolean isEvidence(Operation operation) {
        return evidence.containsKey(operation.number());
    }

    /** The steps that an operation proves, by their names. */
    String stepsOf(Operation operation) {
        StringBuilder steps = new StringBuilder();
        evidence.getOrDefault(operation.number(), Set.of())
                .forEach(edge -> steps.append(steps.isEmpty() ? "e" : " e").append(edge));
        return steps.toString();
    }

    /** Which kinds of steps there are. */
    Set<EdgeKind> kinds() {
        return kinds;
    }

    String idOf(Transaction transaction) {
        return prefix + "-" + name(transaction);
    }

    String idOf(Operation operation) {
        return prefix + "-o" + operation.number();
    }

    /** Where a click on a step leads to: the first operation that proves it, else its first transaction. */
    String targetOf(Step step) {
        Optional<Operation> proof = HtmlEvidence.of(step, why.part()).stream().findFirst();
        return proof.map(this::idOf).orElseGet(() -> idOf(step.from()));
    }

    /** The attributes that make an element light up with a transaction, and lead to its operations. */
    String actor(Transaction transaction) {
        String name = name(transaction);
        return "data-on=\"" + name + "\" data-call=\"" + name + "\" data-go=\"" + idOf(transaction) + "\"";
    }

    /** A step on stage. */
    final class Edge {
        private final int number;
        private final Step step;
        private final String from;
        private final String to;

        private Edge(int number, Step step, String from, String to) {
            this.number = number;
            this.step = step;
            this.from = from;
            this.to = to;
        }

        Step step() {
            return step;
        }

        String from() {
            return from;
        }

        String to() {
            return to;
        }

        /** The attributes that make an element light up with this step, its transactions and its operations. */
        String attributes() {
            return "data-on=\"e" + number + "\" data-call=\"e" + number + " " + from + " " + to + "\" data-go=\""
                    + targetOf(step) + "\"";
        }
    }
}
