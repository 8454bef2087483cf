package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.tree.SqlDialect;
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

    private static final int FORGET_EVERY = 2048;
    /** So far back a search may return, so that memory stays bounded. */
    private static final int REACH = 4096;

    private final @Nullable Dependencies dependencies;
    private final Points points;
    private final VersionStore store;
    private final TransactionOrder order;
    private final Sight sight;
    private final UnitSearch units;
    private final PointOrder pointOrder;
    private final Holds holds;
    private final CommitCheck commits;
    private final Deque<Fork> forks = new ArrayDeque<>();
    private final List<Place> places = new ArrayList<>();
    /** The first place to which the search can still return. */
    private int oldest;
    /** Whether it was forgotten that something may have gone another way. */
    private boolean forgotAlternatives;

    private boolean forgets;
    private int position;
    private int unit;
    private int retries;
    private int retriesMax = RETRIES_MAX;
    private boolean bounded;
    private String bound = "";

    private SearchOutcome.@Nullable Impossible deepest;
    private int deepestPosition = -1;

    AuditSearch(LoggedWork work, VersionStore store, Evaluation evaluation, List<LoggedTransaction> order) {
        this(work.points(), work.engine(), store, evaluation, new TransactionOrder(order), null);
    }

    /**
     * @param engine whose locks there are, or null
     * @param dependencies to note down, or null
     */
    AuditSearch(
            Points points,
            @Nullable SqlDialect engine,
            VersionStore store,
            Evaluation evaluation,
            TransactionOrder order,
            @Nullable Dependencies dependencies) {
        this.dependencies = dependencies;
        this.points = points;
        this.store = store;
        this.order = order;
        Choices choices = new Choices(points);
        this.sight = new Sight(store, new ChosenVersions(points, choices, dependencies));
        this.units = new UnitSearch(sight, choices, evaluation, dependencies);
        this.pointOrder = new PointOrder(points);
        this.commits = new CommitCheck(points, store, evaluation, sight.own);
        this.holds = new Holds(engine, points, pointOrder, store);
    }

    /** Lets go of what only executions need that part company with this one long ago. */
    AuditSearch forgetting() {
        forgets = true;
        return this;
    }

    /** Gives up after so many returns to another choice. */
    AuditSearch withRetries(int most) {
        retriesMax = most;
        return this;
    }

    /** Whether it was left open only because something was forgotten. */
    boolean forgotTooMuch() {
        return forgotAlternatives;
    }

    /** Everything that can be taken back, as it was. */
    private record Mark(int store, int points, int sure, int either, int dependencies) {}

    /** A place in the order. */
    private static final class Place {
        Mark mark;
        /** Who was already tried first here. */
        Set<LoggedTransaction> tried = Set.of();
        /** Who could be. */
        Set<LoggedTransaction> alternatives = Set.of();
        /** Tables that the one here looked at. */
        Set<VersionedTable> looked = Set.of();

        Place(Mark mark) {
            this.mark = mark;
        }

        void tried(LoggedTransaction t) {
            tried = with(tried, t);
        }

        void alternative(LoggedTransaction t) {
            if (!tried.contains(t)) {
                alternatives = with(alternatives, t);
            }
        }

        private static Set<LoggedTransaction> with(Set<LoggedTransaction> some, LoggedTransaction t) {
            if (some.isEmpty()) {
                return Set.of(t);
            }
            Set<LoggedTransaction> more = some instanceof HashSet ? some : new HashSet<>(some);
            more.add(t);
            return more;
        }
    }

    private Place place(int place) {
        return places.get(place - oldest);
    }

    private record Fork(int position, int unit, Mark mark, OwnChanges own, Deque<UnitEffect> effects, boolean free) {}

    long evaluated() {
        return units.evaluated();
    }

    SearchOutcome run() {
        while (explains(order.size())) {
            if (orders()) {
                return new SearchOutcome.Explained(committed());
            }
            if (!back()) {
                break;
            }
        }
        if (forgotAlternatives) {
            bound("too long ago, something may have happened in another order");
        }
        return bounded ? new SearchOutcome.Open(bound) : Objects.requireNonNull(deepest);
    }

    /** Goes on to a place in the order; false where nothing explains all that come before it. */
    boolean explains(int end) {
        while (position < end) {
            if (!step() && !back()) {
                return false;
            }
        }
        return true;
    }

    int position() {
        return position;
    }

    private boolean orders() {
        PointOrder.Existence existence = pointOrder.decide();
        if (existence == PointOrder.Existence.OPEN) {
            bound("an order of " + points.count() + " moments was searched for too long");
        }
        boolean exists = existence == PointOrder.Existence.EXISTS;
        if (!exists && deepestPosition < position) {
            deepestPosition = position;
            LoggedTransaction last = order.get(position - 1);
            deepest = new SearchOutcome.Impossible(last, null, List.of(), null);
        }
        return exists;
    }

    /** Committed transactions in the order in which they were taken. */
    private List<LoggedTransaction> committed() {
        return order.known().stream()
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
        if (unit == 0 && !begin(t)) {
            return false;
        }
        boolean whole = t.rules.oneSnapshot();
        int size = t.statements.size();
        if (unit < size) {
            int to = whole ? size : unit + 1;
            if (!whole && units.savepoint(t.statements.get(unit))) {
                unit++;
                return true;
            }
            return evaluate(t, unit, to);
        }
        return finish(t);
    }

    private boolean begin(LoggedTransaction t) {
        sight.own.clear();
        sight.looked.clear();
        if (places.size() <= position - oldest) {
            places.add(new Place(mark()));
        } else {
            place(position).mark = mark();
        }
        place(position).tried(t);
        return !forgets || position % FORGET_EVERY != 0 || position - REACH <= oldest || forget(position - REACH);
    }

    /** Lets go of what only executions need that part company with this one before a place; false where no order of moments exists. */
    private boolean forget(int place) {
        if (order.isStream() && !orders()) {
            return false;
        }
        for (Place each : places.subList(0, place - oldest)) {
            forgotAlternatives |= !each.alternatives.isEmpty();
        }
        while (!forks.isEmpty() && forks.getFirst().position < place) {
            forks.removeFirst();
            forgotAlternatives = true;
        }
        places.subList(0, place - oldest).clear();
        oldest = place;
        Mark mark = place(place).mark;
        long horizon = order.earliest(place);
        store.forget(horizon, mark.store);
        if (order.isStream()) {
            points.forget(horizon, mark.points, pointOrder.forget(mark.sure, mark.either, horizon));
            order.forget(place);
        }
        return true;
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
        if (!holds.take(t, sight.own)) {
            fail(t, null, List.of(), holds.other());
            return false;
        }
        if (t.ending == Ending.COMMITTED || t.ending == Ending.UNKNOWN && !points.isNever(t.commitPoint)) {
            if (!holdsWhatItLocked()) {
                if (t.ending == Ending.COMMITTED) {
                    fail(t, null, List.of(), inTheWay());
                    return false;
                }
                points.never(t.commitPoint);
            } else if (t.ending == Ending.COMMITTED && !commits.holds(t)) {
                fail(t, null, List.of(), null);
                return false;
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
            boolean exclusive = lock.lock() != null && lock.lock().mode().endsWith("UPDATE");
            RowVersion held = lock.version();
            if (exclusive && held.row.newest != held && !isGone(held.row.newest, held)) {
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
        place(position).looked = Set.copyOf(sight.looked);
        int least = Math.max(oldest, position - NEARBY);
        for (int p = position - 1; p >= least; p--) {
            LoggedTransaction w = order.get(p);
            if (t.endBefore > w.lastMoment() || points.surely(w.commitPoint, t.commitPoint)) {
                continue;
            }
            if (t.rules == SightRules.SERIAL_AT_COMMIT || meets(w, p)) {
                // It was not there yet when the other one looked.
                w.moments().forEach(moment -> sure(Choices.order(moment, t.commitPoint)));
                place(p).alternative(t);
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
            if (u.mayCommit() && !points.surely(t.commitPoint, u.commitPoint)) {
                place(position).alternative(u);
            }
        }
        for (int p = position - 1; p >= oldest && position - p <= NEARBY; p--) {
            LoggedTransaction w = order.get(p);
            boolean open = w.lastMoment() >= t.endBefore && !points.surely(w.commitPoint, t.commitPoint);
            if (open && t.mayCommit()) {
                place(p).alternative(t);
            }
        }
    }

    private boolean meets(LoggedTransaction w, int p) {
        Set<VersionedTable> tables = place(p).looked;
        for (RowVersion made : sight.own.versions()) {
            if (tables.contains(made.row.table)) {
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
        if (++retries > retriesMax) {
            bound("more than " + retriesMax + " combinations of what may have happened were tried");
            return false;
        }
        int deep = Math.min(position, oldest + places.size() - 1);
        int alternative = -1;
        for (int p = deep; p >= oldest; p--) {
            if (!place(p).alternatives.isEmpty()) {
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
        Place here = place(place);
        LoggedTransaction next = here.alternatives.iterator().next();
        here.alternatives = new HashSet<>(here.alternatives);
        here.alternatives.remove(next);
        here.tried(next);
        while (!forks.isEmpty() && forks.getLast().position >= place) {
            forks.removeLast();
        }
        undo(here.mark);
        cutBehind(place);
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
        order.move(moved, place);
        position = place;
        unit = 0;
        return true;
    }

    private void cutBehind(int place) {
        places.subList(place + 1 - oldest, places.size()).clear();
    }

    List<LoggedTransaction> order() {
        return Collections.unmodifiableList(order.known());
    }
}
