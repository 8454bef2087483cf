package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches a correct execution of a log under the rules of its transactions: takes them in the order in which they asked to commit, so that
 * the versions of every row are known, evaluates them, and goes back to another choice where an answer cannot be explained.
 */
final class AuditSearch {
    /** So many units are evaluated again after the first failure. */
    private static final int RETRIES_MAX = 20_000;

    /** So far back in the order others are looked for that may come later. */
    private static final int NEARBY = 64;

    private static final int FORGET_EVERY = 4096;
    /** So far back a search may return, so that memory stays bounded. */
    private static final int REACH = 8192;

    private final @Nullable Dependencies dependencies;
    private final Points points;
    private final VersionStore store;
    private final List<LoggedTransaction> order;
    private final Sight sight;
    private final UnitSearch units;
    private final PointOrder pointOrder;
    private final Deque<Fork> forks = new ArrayDeque<>();
    private final List<Mark> marks = new ArrayList<>();
    /** By place in the order: who was already tried first there, and who could be. */
    private final List<Set<LoggedTransaction>> tried = new ArrayList<>();

    private final List<Set<LoggedTransaction>> alternatives = new ArrayList<>();
    private final List<@Nullable Set<VersionedTable>> looked = new ArrayList<>();
    private int position;
    private int unit;
    private int oldest;
    private int retries;
    private boolean bounded;
    private String bound = "";

    private SearchOutcome.@Nullable Impossible deepest;
    private int deepestPosition = -1;

    AuditSearch(Points points, VersionStore store, Evaluation evaluation, List<LoggedTransaction> order) {
        this(points, store, evaluation, order, null);
    }

    AuditSearch(
            Points points,
            VersionStore store,
            Evaluation evaluation,
            List<LoggedTransaction> order,
            @Nullable Dependencies dependencies) {
        this.dependencies = dependencies;
        this.points = points;
        this.store = store;
        this.order = new ArrayList<>(order);
        Choices choices = new Choices(points);
        this.sight = new Sight(store, new ChosenVersions(points, choices, dependencies));
        this.units = new UnitSearch(sight, choices, evaluation, dependencies);
        this.pointOrder = new PointOrder(points);
    }

    /** Everything that can be taken back, as it was. */
    private record Mark(int store, int points, int sure, int either, int dependencies) {}

    private record Fork(int position, int unit, Mark mark, OwnChanges own, Deque<UnitEffect> effects, boolean free) {}

    long evaluated() {
        return units.evaluated();
    }

    SearchOutcome run() {
        while (true) {
            boolean ok = position < order.size() ? step() : orders();
            if (ok && position >= order.size() && done) {
                return new SearchOutcome.Explained(committed());
            }
            if (!ok && !back()) {
                break;
            }
        }
        if (bounded) {
            return new SearchOutcome.Open(bound);
        }
        return Objects.requireNonNull(deepest);
    }

    private boolean done;

    private boolean orders() {
        PointOrder.Existence existence = pointOrder.decide();
        if (existence == PointOrder.Existence.OPEN) {
            bound("an order of " + points.count() + " moments was searched for too long");
        }
        done = existence == PointOrder.Existence.EXISTS;
        if (!done && deepestPosition < order.size()) {
            deepestPosition = order.size();
            LoggedTransaction last = order.get(order.size() - 1);
            deepest = new SearchOutcome.Impossible(last, null, List.of(), null);
        }
        return done;
    }

    /** Committed transactions in the order in which they were taken. */
    private List<LoggedTransaction> committed() {
        return order.stream()
                .filter(t ->
                        t.ending == Ending.COMMITTED || t.ending == Ending.UNKNOWN && !points.isNever(t.commitPoint))
                .toList();
    }

    int[] pointsInOrder() {
        return pointOrder.found();
    }

    private void bound(String why) {
        if (!bounded) {
            bound = why;
        }
        bounded = true;
    }

    private Mark mark() {
        return new Mark(
                store.mark(),
                points.mark(),
                pointOrder.sureMark(),
                pointOrder.eitherMark(),
                dependencies == null ? 0 : dependencies.mark());
    }

    private void undo(Mark mark) {
        store.undo(mark.store);
        points.undo(mark.points);
        pointOrder.undo(mark.sure, mark.either);
        if (dependencies != null) {
            dependencies.undo(mark.dependencies);
        }
    }

    // ---- forward

    private boolean step() {
        LoggedTransaction t = order.get(position);
        if (unit == 0) {
            begin(t);
        }
        boolean whole = t.rules.oneSnapshot();
        int size = t.statements.size();
        if (unit < size) {
            int to = whole ? size : unit + 1;
            if (!whole && isSavepoint(t.statements.get(unit))) {
                goToSavepoint(t.statements.get(unit));
                unit++;
                return true;
            }
            return evaluate(t, unit, to);
        }
        return finish(t);
    }

    private void begin(LoggedTransaction t) {
        sight.own.clear();
        sight.looked.clear();
        if (marks.size() <= position) {
            marks.add(mark());
            tried.add(new HashSet<>());
            alternatives.add(new HashSet<>());
            looked.add(null);
        } else {
            marks.set(position, mark());
        }
        tried.get(position).add(t);
        forget();
    }

    /** Drops what only executions need that part company with this one long ago. */
    private void forget() {
        if (position == 0 || position % FORGET_EVERY != 0 || position - REACH <= oldest) {
            return;
        }
        // Nothing is dropped while something far back is still open.
        oldest = position - REACH;
    }

    private static boolean isSavepoint(LoggedStatement s) {
        return s.tree() instanceof Utility.Savepoint
                || s.tree() instanceof Utility.RollbackTo
                || s.tree() instanceof Utility.Release;
    }

    private void goToSavepoint(LoggedStatement s) {
        if (s.failure() != null) {
            return;
        }
        if (s.tree() instanceof Utility.Savepoint savepoint) {
            sight.own.savepoint(savepoint.name().text());
        } else if (s.tree() instanceof Utility.RollbackTo back) {
            sight.own.rollbackTo(back.name().text());
        } else if (s.tree() instanceof Utility.Release release) {
            sight.own.release(release.name().text());
        }
    }

    private boolean evaluate(LoggedTransaction t, int from, int to) {
        units.run(t, from, to);
        if (!units.isExhausted()) {
            bound(t.name + " overlaps so many others that not all of what it may have seen was tried");
        }
        boolean call = !t.rules.oneSnapshot() && t.statements.get(from).tree() instanceof Utility.CallProcedure;
        if (call && units.hadChoices()) {
            // Each statement of the procedure has a snapshot of its own, and only one for all of them was tried.
            bound("the procedure that " + t.name
                    + " called overlaps with others, whose changes it may have seen in part");
        }
        if (units.effects().isEmpty()) {
            fail(t, t.statements.get(Math.min(units.deepest(), to - 1)), units.possible(), units.conflict());
            return false;
        }
        boolean free = units.explainsAlways();
        Deque<UnitEffect> effects = new ArrayDeque<>(units.effects());
        UnitEffect first = effects.removeFirst();
        if (!effects.isEmpty()) {
            forks.addLast(new Fork(position, from, mark(), sight.own.copy(), effects, free));
        }
        apply(first, effects.isEmpty() && free);
        unit = to;
        return true;
    }

    private void apply(UnitEffect effect, boolean free) {
        effect.entries().forEach(sight.own::redo);
        if (dependencies != null) {
            dependencies.add(order.get(position), effect.dependencies());
        }
        if (free) {
            return; // whatever was chosen explains it, and does the same
        }
        List<Choices.Chosen> ways = effect.ways();
        if (ways.size() == 1) {
            for (long order : ways.get(0).orders()) {
                sure(order);
            }
            return;
        }
        Set<Long> common = null;
        for (Choices.Chosen way : ways) {
            Set<Long> orders = new HashSet<>();
            for (long order : way.orders()) {
                orders.add(order);
            }
            if (common == null) {
                common = orders;
            } else {
                common.retainAll(orders);
            }
        }
        if (common != null) {
            common.forEach(this::sure);
        }
        pointOrder.add(ways);
    }

    private void sure(long order) {
        pointOrder.add(order);
        points.learn(Choices.first(order), Choices.then(order));
    }

    private void fail(
            LoggedTransaction t,
            @Nullable LoggedStatement s,
            List<Answer> possible,
            @Nullable LoggedTransaction conflict) {
        noteOrdersOfFailure(t);
        if (position > deepestPosition) {
            deepestPosition = position;
            deepest = new SearchOutcome.Impossible(t, s, List.copyOf(possible), conflict);
        }
    }

    private boolean finish(LoggedTransaction t) {
        if (t.ending == Ending.COMMITTED || t.ending == Ending.UNKNOWN && !points.isNever(t.commitPoint)) {
            if (!holdsWhatItLocked()) {
                if (t.ending == Ending.COMMITTED) {
                    fail(t, null, List.of(), inTheWay());
                    return false;
                }
                points.never(t.commitPoint);
            } else {
                noteOrders(t);
                if (dependencies != null) {
                    dependencies.commits(t, sight.own);
                }
                store.commit(t, sight.own);
            }
        }
        position++;
        unit = 0;
        return true;
    }

    /** Who changed what this transaction changed too. */
    private @Nullable LoggedTransaction inTheWay() {
        for (RowVersion made : sight.own.versions()) {
            RowVersion newest = made.row.newest;
            if (newest != null && made.previous != newest) {
                return newest.writer;
            }
        }
        return null;
    }

    /** Whether no version that was committed since stands between what it changed or locked and its commit. */
    private boolean holdsWhatItLocked() {
        for (RowVersion made : sight.own.versions()) {
            if (made.row.newest != null
                    && made.previous != made.row.newest
                    && !isGone(made.row.newest, made.previous)) {
                return false;
            }
        }
        for (OwnChanges.Entry lock : sight.own.locks()) {
            RowVersion held = lock.version();
            boolean changed = sight.own.of(held.row) != null;
            if (!changed && held.row.newest != held && !isGone(held.row.newest, held)) {
                return false;
            }
        }
        return true;
    }

    /** Whether everything from a version back to another was, as is known by now, never committed; what may be so is decided here. */
    private boolean isGone(@Nullable RowVersion newest, @Nullable RowVersion base) {
        for (RowVersion v = newest; v != null && v != base; v = v.previous) {
            if (v.writer == null || v.writer.ending != Ending.UNKNOWN) {
                return false;
            }
            if (!points.isNever(v.writer.commitPoint)) {
                points.never(v.writer.commitPoint);
            }
        }
        return true;
    }

    /** Where two commits that met in the same row may have come in the other order, that is tried if this one fails. */
    private void noteOrders(LoggedTransaction t) {
        looked.set(position, new HashSet<>(sight.looked));
        for (int p = position - 1; p >= 0; p--) {
            LoggedTransaction w = order.get(p);
            if (position - p > NEARBY) {
                break;
            }
            if (t.endBefore > w.lastMoment() || points.surely(w.commitPoint, t.commitPoint)) {
                continue;
            }
            if (t.rules == SightRules.SERIAL_AT_COMMIT || meets(w, p)) {
                // It was not there yet when the other one looked.
                w.moments().forEach(moment -> sure(Choices.order(moment, t.commitPoint)));
                if (!tried.get(p).contains(t)) {
                    alternatives.get(p).add(t);
                }
            }
        }
    }

    /** It may fail because somebody else has not been taken yet, or has been. */
    private void noteOrdersOfFailure(LoggedTransaction t) {
        long last = t.lastMoment();
        for (int p = position + 1; p < order.size(); p++) {
            LoggedTransaction u = order.get(p);
            if (u.endBefore > last) {
                break;
            }
            if (!tried.get(position).contains(u) && u.mayCommit() && !points.surely(t.commitPoint, u.commitPoint)) {
                alternatives.get(position).add(u);
            }
        }
        for (int p = position - 1; p >= 0 && position - p <= NEARBY; p--) {
            LoggedTransaction w = order.get(p);
            boolean open = w.lastMoment() >= t.endBefore && !points.surely(w.commitPoint, t.commitPoint);
            if (open && t.mayCommit() && !tried.get(p).contains(t)) {
                alternatives.get(p).add(t);
            }
        }
    }

    private boolean meets(LoggedTransaction w, int p) {
        Set<VersionedTable> tables = looked.get(p);
        for (RowVersion made : sight.own.versions()) {
            if (tables != null && tables.contains(made.row.table)) {
                return true;
            }
            for (RowVersion v = made.row.newest; v != null; v = v.previous) {
                if (v.writer == w) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- back

    private boolean back() {
        if (++retries > RETRIES_MAX) {
            bound("more than " + RETRIES_MAX + " combinations of what may have happened were tried");
            return false;
        }
        int deep = Math.min(position, marks.size() - 1);
        int alternative = -1;
        for (int p = deep; p >= 0; p--) {
            if (p < alternatives.size() && !alternatives.get(p).isEmpty()) {
                alternative = p;
                break;
            }
        }
        Fork fork = forks.peekLast();
        if (fork != null && fork.position >= alternative) {
            return resume(fork);
        }
        return alternative >= 0 && reorder(alternative);
    }

    private boolean resume(Fork fork) {
        cutBehind(fork.position);
        undo(fork.mark);
        position = fork.position;
        restore(fork.own);
        UnitEffect next = fork.effects.removeFirst();
        if (fork.effects.isEmpty()) {
            forks.removeLast();
        }
        apply(next, false);
        LoggedTransaction t = order.get(position);
        unit = t.rules.oneSnapshot() ? t.statements.size() : fork.unit + 1;
        return true;
    }

    private void restore(OwnChanges own) {
        sight.own.restore(own);
    }

    private boolean reorder(int place) {
        Set<LoggedTransaction> open = alternatives.get(place);
        LoggedTransaction next = open.iterator().next();
        open.remove(next);
        tried.get(place).add(next);
        while (!forks.isEmpty() && forks.getLast().position >= place) {
            forks.removeLast();
        }
        Set<LoggedTransaction> keepTried = tried.get(place);
        Set<LoggedTransaction> keepOpen = alternatives.get(place);
        undo(marks.get(place));
        cutBehind(place);
        tried.set(place, keepTried);
        alternatives.set(place, keepOpen);
        // Whoever must come before it, moves with it.
        List<LoggedTransaction> moved = new ArrayList<>();
        for (int p = place; p < order.size(); p++) {
            LoggedTransaction each = order.get(p);
            if (each == next) {
                moved.add(each);
                break;
            }
            if (p > place && points.surely(each.commitPoint, next.commitPoint)) {
                moved.add(each);
            }
        }
        order.removeAll(moved);
        order.addAll(place, moved);
        position = place;
        unit = 0;
        return true;
    }

    private void cutBehind(int place) {
        for (int p = marks.size() - 1; p > place; p--) {
            marks.remove(p);
            tried.remove(p);
            alternatives.remove(p);
            looked.remove(p);
        }
    }

    List<LoggedTransaction> order() {
        return Collections.unmodifiableList(order);
    }
}
