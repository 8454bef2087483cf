package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Answer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches a correct execution by the definition of a level, whatever the times are: all orders of commits, and in each of them all
 * states that the level lets a transaction read. For small logs.
 */
final class PlainSearch {
    private final AuditLevel level;
    private final List<LoggedTransaction> transactions;
    private final VersionStore store;
    private final PlainVersions versions;
    private final Sight sight;
    private final UnitSearch unit;
    private final CommitCheck commits;
    private final long evaluationsMax;

    private final BitSet done = new BitSet();
    private final List<LoggedTransaction> order = new ArrayList<>();
    private final RefutedStates refuted;
    /** By transaction, equal numbers for those that say and were answered the same. */
    private final int[] kinds;

    private boolean bounded;
    private int deepestSize = -1;
    private SearchOutcome.@Nullable Impossible deepest;

    PlainSearch(
            AuditLevel level,
            Points points,
            VersionStore store,
            Evaluation evaluation,
            List<LoggedTransaction> transactions,
            long evaluationsMax) {
        this.level = level;
        this.transactions = List.copyOf(transactions);
        this.store = store;
        this.versions = new PlainVersions(level);
        this.sight = new Sight(store, versions);
        this.unit = new UnitSearch(sight, new Choices(points), evaluation);
        this.commits = new CommitCheck(points, store, evaluation, sight.own);
        this.evaluationsMax = evaluationsMax;
        this.refuted = new RefutedStates(level, store);
        this.kinds = kinds();
    }

    private int[] kinds() {
        int[] numbers = new int[transactions.size()];
        Map<Object, Integer> known = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            LoggedTransaction t = transactions.get(i);
            Object kind = level == AuditLevel.STRICT_SERIALIZABLE
                    ? t
                    : List.of(
                            t.ending,
                            t.statements.stream()
                                    .map(s -> List.of(s.text, s.parameters, s.answer))
                                    .toList());
            numbers[i] = known.computeIfAbsent(kind, none -> known.size());
        }
        return numbers;
    }

    SearchOutcome run() {
        if (search()) {
            return new SearchOutcome.Explained(List.copyOf(order));
        }
        if (bounded) {
            return new SearchOutcome.Open(
                    "all orders of " + transactions.size() + " transactions are too many to try at " + level);
        }
        return Objects.requireNonNull(deepest);
    }

    private boolean search() {
        if (done.cardinality() == transactions.size()) {
            return true;
        }
        List<Integer> left = left();
        if (refuted.contains(left, order)) {
            return false;
        }
        Set<Integer> tried = new HashSet<>();
        for (int i = 0; i < transactions.size(); i++) {
            if (!done.get(i) && mayBeNext(transactions.get(i)) && tried.add(kinds[i]) && tryNext(i)) {
                return true;
            }
            if (bounded) {
                return false;
            }
        }
        refuted.add(left, order);
        return false;
    }

    /** Real time counts at strict levels; of those that were rolled back, only the answers count. */
    private boolean mayBeNext(LoggedTransaction t) {
        if (level != AuditLevel.STRICT_SERIALIZABLE || t.ending != Ending.COMMITTED) {
            return true;
        }
        for (int i = 0; i < transactions.size(); i++) {
            LoggedTransaction other = transactions.get(i);
            boolean counts = other != t && !done.get(i) && other.ending == Ending.COMMITTED;
            if (counts && (other.endAfter < t.start || other.session == t.session && other.number < t.number)) {
                return false;
            }
        }
        return true;
    }

    private boolean tryNext(int index) {
        LoggedTransaction t = transactions.get(index);
        int last = level == AuditLevel.SNAPSHOT_ISOLATION ? 0 : order.size();
        for (int snapshot = order.size(); snapshot >= last; snapshot--) {
            versions.snapshot = snapshot;
            boolean refused = t.statements.stream().anyMatch(s -> s.failure() != null);
            int earliest = level == AuditLevel.SNAPSHOT_ISOLATION && refused ? snapshot : order.size();
            for (int now = order.size(); now >= earliest; now--) {
                versions.now = now;
                versions.clearPicks();
                if (picks(index, t)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean picks(int index, LoggedTransaction t) {
        do {
            versions.restart();
            sight.own.clear();
            unit.run(t, 0, t.statements.size());
            if (unit.evaluated() > evaluationsMax) {
                bounded = true;
                return false;
            }
            if (unit.effects().isEmpty()) {
                fail(t);
            } else {
                unit.effects().get(0).entries().forEach(sight.own::redo);
                boolean lost = t.ending == Ending.UNKNOWN;
                if (take(index, t, t.mayCommit()) || lost && take(index, t, false)) {
                    return true;
                }
            }
        } while (versions.next() && !bounded);
        return false;
    }

    private void fail(LoggedTransaction t) {
        if (order.size() > deepestSize) {
            deepestSize = order.size();
            int place = Math.min(unit.deepest(), t.statements.size() - 1);
            LoggedStatement s = place < 0 ? null : t.statements.get(place);
            List<Answer> possible = List.copyOf(unit.possible());
            deepest = new SearchOutcome.Impossible(t, s, possible, unit.conflict());
        }
    }

    private boolean take(int index, LoggedTransaction t, boolean commits) {
        if (commits && !this.commits.holds(t)) {
            fail(t);
            return false;
        }
        int mark = store.mark();
        done.set(index);
        if (commits) {
            store.commit(t, sight.own);
            order.add(t);
            versions.committed(t, order.size());
        }
        int snapshot = versions.snapshot;
        int now = versions.now;
        OwnChanges own = sight.own.copy();
        PlainPicks picks = versions.picks();
        boolean found = search();
        if (found) {
            return true;
        }
        versions.restore(picks);
        sight.own.restore(own);
        versions.snapshot = snapshot;
        versions.now = now;
        if (commits) {
            store.undo(mark);
            order.remove(order.size() - 1);
            versions.undone(t);
        }
        done.clear(index);
        return false;
    }

    private List<Integer> left() {
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < kinds.length; i++) {
            if (!done.get(i)) {
                left.add(kinds[i]);
            }
        }
        Collections.sort(left);
        return left;
    }
}
