package io.bateleur.core.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares two histories without caring how their keys and values are numbered. */
final class HistoryComparison {
    private final History a;
    private final History b;
    private final int[] keyOfB;
    private final int[] valueOfB;

    HistoryComparison(History a, History b) {
        this.a = a;
        this.b = b;
        this.keyOfB = unmatched(a.keys().size());
        this.valueOfB = unmatched(a.values().size());
    }

    private static int[] unmatched(int size) {
        int[] match = new int[size];
        Arrays.fill(match, -1);
        return match;
    }

    @Nullable
    String firstDifference() {
        if (a.sessionCount() != b.sessionCount()) {
            return "sessions: " + a.sessionCount() + " and " + b.sessionCount();
        }
        if (a.transactionCount() != b.transactionCount()) {
            return "transactions: " + a.transactionCount() + " and " + b.transactionCount();
        }
        for (Session session : a.sessions()) {
            if (!b.hasSession(session.name())) {
                return "session " + session + " is missing in the other";
            }
        }
        String inHeader = headerDifference();
        if (inHeader != null) {
            return inHeader;
        }
        for (int t = 0; t < a.transactionCount(); t++) {
            String difference = transactionDifference(a.transaction(t), b.transaction(t));
            if (difference != null) {
                return "transaction " + a.transactionId(t) + ": " + difference;
            }
        }
        return null;
    }

    private @Nullable String headerDifference() {
        if (a.initialState() != b.initialState()
                || !a.initialContents().equals(b.initialContents())
                || !Set.copyOf(a.initiallyAbsent()).equals(Set.copyOf(b.initiallyAbsent()))) {
            return "initial state";
        }
        if (a.uniqueValues() != b.uniqueValues() || !a.about().equals(b.about())) {
            return "header";
        }
        if (!Set.copyOf(a.initialRows()).equals(Set.copyOf(b.initialRows()))) {
            return "rows of tables at first";
        }
        if (!a.orderedKeys().equals(b.orderedKeys())) {
            return "keys with a version order";
        }
        for (Value key : a.orderedKeys()) {
            if (!Arrays.equals(
                    a.versionOrder(a.keys().find(key)), b.versionOrder(b.keys().find(key)))) {
                return "version order of " + key;
            }
        }
        return null;
    }

    private @Nullable String transactionDifference(Transaction left, Transaction right) {
        if (!left.id().equals(right.id())) {
            return "is " + right.id() + " in the other";
        }
        if (!left.session().name().equals(right.session().name())) {
            return "session " + left.session() + " and " + right.session();
        }
        if (left.ending() != right.ending()) {
            return left.ending() + " and " + right.ending();
        }
        if (!left.begin().equals(right.begin()) || !left.end().equals(right.end())) {
            return "times of begin or end";
        }
        if (!left.level().equals(right.level())
                || !left.startTimestamp().equals(right.startTimestamp())
                || !left.commitTimestamp().equals(right.commitTimestamp())) {
            return "hints";
        }
        int from = a.firstOperation(left.number());
        int count = a.firstOperation(left.number() + 1) - from;
        int other = b.firstOperation(right.number());
        if (count != b.firstOperation(right.number() + 1) - other) {
            return "number of operations";
        }
        for (int i = 0; i < count; i++) {
            if (!sameOperation(from + i, other + i)) {
                return "operation " + (i + 1);
            }
        }
        return null;
    }

    private boolean sameOperation(int left, int right) {
        OpKind kind = a.kind(left);
        if (kind != b.kind(right)
                || a.columns().opKinds[left] != b.columns().opKinds[right]
                || a.before(left) != b.before(right)
                || a.after(left) != b.after(right)
                || !sameValue(a.value(left), b.value(right))) {
            return false;
        }
        if (kind == OpKind.SQL) {
            return sameValue(a.statement(left), b.statement(right))
                    && sameValue(a.parameters(left), b.parameters(right));
        }
        return kind.isRangeRead() ? sameRange(left, right) : sameKey(a.key(left), b.key(right));
    }

    private boolean sameRange(int left, int right) {
        if (!sameValue(a.rangeLow(left), b.rangeLow(right))
                || !sameValue(a.rangeHigh(left), b.rangeHigh(right))
                || a.liveItems(left) != b.liveItems(right)
                || a.deadItems(left) != b.deadItems(right)) {
            return false;
        }
        for (int i = 0; i < a.liveItems(left) + a.deadItems(left); i++) {
            if (!sameKey(a.itemKey(left, i), b.itemKey(right, i))
                    || !sameValue(a.itemValue(left, i), b.itemValue(right, i))) {
                return false;
            }
        }
        return Objects.equals(a.versionSet(left), b.versionSet(right));
    }

    private boolean sameKey(int left, int right) {
        return same(a.keys(), b.keys(), keyOfB, left, right);
    }

    private boolean sameValue(int left, int right) {
        return same(a.values(), b.values(), valueOfB, left, right);
    }

    /** Compares each pair of values once and remembers that they matched. */
    private static boolean same(ValuePool as, ValuePool bs, int[] match, int left, int right) {
        if (left < 0 || right < 0) {
            return left == right;
        }
        if (match[left] < 0 && as.get(left).equals(bs.get(right))) {
            match[left] = right;
        }
        return match[left] == right;
    }
}
