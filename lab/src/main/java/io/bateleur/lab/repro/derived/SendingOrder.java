package io.bateleur.lab.repro.derived;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An order of statements that can have shown what was read: what was answered before another was sent comes first; of those that
 * overlapped, a read that did not see a write comes before the commit of it, and one that did behind it; otherwise the one that was sent
 * first.
 */
final class SendingOrder {
    /**
     * Something that was sent.
     *
     * @param transaction its id
     * @param ends whether it is the end of that transaction
     */
    record Sent(Value transaction, Interval at, boolean ends, Value session, String text) {}

    private final List<Sent> sent;
    private final List<Transaction> lifted;
    /** Which come before each. */
    private final List<BitSet> before = new ArrayList<>();

    private SendingOrder(List<Sent> all, List<Transaction> lifted) {
        this.sent = all.stream()
                .sorted(Comparator.comparingLong(each -> each.at().before()))
                .toList();
        this.lifted = lifted;
        for (int i = 0; i < sent.size(); i++) {
            before.add(new BitSet());
            for (int j = 0; j < i; j++) {
                boolean same = sent.get(i).session().equals(sent.get(j).session());
                if (same || sent.get(j).at().after() < sent.get(i).at().before()) {
                    before.get(i).set(j);
                }
            }
        }
    }

    static List<Sent> of(List<Sent> all, List<Transaction> lifted) {
        SendingOrder order = new SendingOrder(all, lifted);
        order.reads();
        return order.sorted();
    }

    private void reads() {
        for (Transaction reader : lifted) {
            Set<Value> own = new HashSet<>();
            for (Operation operation : reader.operations()) {
                if (operation.kind() == OpKind.PUT || operation.kind() == OpKind.DELETE) {
                    own.add(operation.key());
                } else if (operation.kind() == OpKind.GET && !own.contains(operation.key())) {
                    read(reader, operation);
                }
            }
        }
    }

    private void read(Transaction reader, Operation read) {
        int reading = statement(reader, read);
        if (reading < 0) {
            return;
        }
        for (Transaction writer : lifted) {
            int commit = writer.id().equals(reader.id()) ? -1 : commit(writer);
            if (commit < 0 || !writes(writer, read.key())) {
                continue;
            }
            if (isLast(writer, read.key(), read.content())) {
                require(commit, reading);
            } else if (!isFromLater(writer, read)) {
                boolean over =
                        sent.get(commit).at().after() < sent.get(reading).at().before();
                require(over ? first(reader) : reading, commit); // it may have a snapshot
            }
        }
    }

    /** Whether it read what somebody wrote whose commit came after this one's. */
    private boolean isFromLater(Transaction writer, Operation read) {
        int commit = commit(writer);
        return lifted.stream()
                .filter(other -> isLast(other, read.key(), read.content()))
                .mapToInt(this::commit)
                .anyMatch(other -> other > commit);
    }

    private static boolean writes(Transaction writer, Value key) {
        return writer.operations().stream()
                .anyMatch(each -> isWrite(each) && each.key().equals(key));
    }

    private static boolean isWrite(Operation operation) {
        return operation.kind() == OpKind.PUT || operation.kind() == OpKind.DELETE;
    }

    private static boolean isLast(Transaction writer, Value key, Content content) {
        return writer.operations().stream()
                .filter(each -> isWrite(each) && each.key().equals(key))
                .reduce((one, other) -> other)
                .filter(each -> each.content().equals(content))
                .isPresent();
    }

    private int statement(Transaction transaction, Operation operation) {
        for (int i = 0; i < sent.size(); i++) {
            Sent each = sent.get(i);
            if (each.transaction().equals(transaction.id())
                    && operation.times().filter(each.at()::equals).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    private int first(Transaction transaction) {
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).transaction().equals(transaction.id())) {
                return i;
            }
        }
        throw new IllegalStateException("a statement of it was found");
    }

    private int commit(Transaction transaction) {
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).ends() && sent.get(i).transaction().equals(transaction.id())) {
                return i;
            }
        }
        return -1;
    }

    /** Unless the opposite is certain, or follows from something else. */
    private void require(int first, int second) {
        if (first != second && !reaches(second, first, new BitSet())) {
            before.get(second).set(first);
        }
    }

    private boolean reaches(int from, int to, BitSet seen) {
        if (from == to) {
            return true;
        }
        for (int i = 0; i < sent.size(); i++) {
            if (before.get(i).get(from) && !seen.get(i)) {
                seen.set(i);
                if (reaches(i, to, seen)) {
                    return true;
                }
            }
        }
        return false;
    }

    private List<Sent> sorted() {
        List<Sent> order = new ArrayList<>();
        BitSet done = new BitSet();
        while (order.size() < sent.size()) {
            for (int i = 0; i < sent.size(); i++) {
                BitSet missing = (BitSet) before.get(i).clone();
                missing.andNot(done);
                if (!done.get(i) && missing.isEmpty()) {
                    order.add(sent.get(i));
                    done.set(i);
                    break; // what was sent earlier may be free now
                }
            }
        }
        return order;
    }
}
