package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The transactions that matter to a refusal: alone, from the same initial state, the same statement of the same transaction is impossible,
 * and it is whatever the others did and were answered; without any one of them that is no longer so.
 */
final class Matter {
    /** So many statements are evaluated. */
    private static final long EVALUATIONS_MAX = 200_000;
    /** Whatever others did is tried where there are so few. */
    private static final int FEW = 12;

    /** Searches a correct execution of some transactions. */
    interface Search {
        SearchOutcome of(List<LoggedTransaction> transactions);
    }

    private final List<LoggedTransaction> all;
    private final SearchOutcome.Impossible impossible;
    private final Search search;
    private long left = EVALUATIONS_MAX;

    Matter(List<LoggedTransaction> all, SearchOutcome.Impossible impossible, Search search) {
        this.all = List.copyOf(all);
        this.impossible = impossible;
        this.search = search;
    }

    /** Empty where not even all of them alone are refused so, or that takes too long. */
    List<LoggedTransaction> find() {
        List<LoggedTransaction> kept = all;
        if (!suffices(kept)) {
            return List.of();
        }
        for (int size = Math.max(1, kept.size() / 2); size >= 1; size /= 2) {
            boolean shrinks = true;
            while (shrinks && left > 0) {
                List<LoggedTransaction> fewer = without(kept, size);
                shrinks = fewer.size() < kept.size() && size == 1;
                kept = fewer;
            }
        }
        return left > 0 ? kept : List.of();
    }

    /** Leaves out groups of neighbours, from the first on. */
    private List<LoggedTransaction> without(List<LoggedTransaction> kept, int size) {
        List<LoggedTransaction> rest = kept;
        for (int from = 0; from < rest.size() && left > 0; ) {
            List<LoggedTransaction> fewer = new ArrayList<>(rest);
            List<LoggedTransaction> group = fewer.subList(from, Math.min(rest.size(), from + size));
            boolean blamed = group.contains(impossible.transaction());
            group.clear();
            if (!blamed && suffices(fewer)) {
                rest = fewer;
            } else {
                from += size;
            }
        }
        return rest;
    }

    private boolean suffices(List<LoggedTransaction> some) {
        return isRefused(some, true) && (all.size() > FEW || isRefused(withDoubt(some), false));
    }

    private boolean isRefused(List<LoggedTransaction> some, boolean same) {
        left -= some.stream().mapToInt(t -> 1 + t.statements.size()).sum();
        return search.of(some) instanceof SearchOutcome.Impossible found
                && (!same
                        || found.transaction() == impossible.transaction()
                                && found.statement() == impossible.statement());
    }

    /** All, but of those that are left out nobody knows what they were answered, nor whether they committed. */
    private List<LoggedTransaction> withDoubt(List<LoggedTransaction> some) {
        Set<LoggedTransaction> kept = new HashSet<>(some);
        return all.stream().map(t -> kept.contains(t) ? t : t.doubtful()).toList();
    }
}
