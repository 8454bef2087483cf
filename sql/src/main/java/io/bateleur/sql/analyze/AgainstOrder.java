package io.bateleur.sql.analyze;

import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtAnswer;
import io.bateleur.z3.SmtTerm;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which programs can have an anti-dependency against the order of commits, and which one between instances that overlap.
 *
 * <p>All other dependencies follow the order of commits, or of arbitration: so every cycle has one that does not, and under snapshot
 * isolation two in a row between instances that overlap (Fekete and others 2005). Cycles of programs without are not asked for.
 */
final class AgainstOrder {
    private final Application application;
    private final LevelPlan plan;
    private final Counters counters;
    private final boolean snapshots;
    private final Map<List<String>, Boolean> known = new HashMap<>();

    AgainstOrder(Application application, LevelPlan plan, Counters counters) {
        this.application = application;
        this.plan = plan;
        this.counters = counters;
        this.snapshots = plan.timed()
                ? plan.engine().values().stream()
                        .allMatch(level ->
                                level == EngineLevel.PG_REPEATABLE_READ || level == EngineLevel.PG_SERIALIZABLE)
                : plan.models().values().stream().allMatch(model -> model.axioms()
                        .containsAll(ConsistencyModel.of("si").orElseThrow().axioms()));
    }

    /** Whether instances of these programs, in this order, may lie on a cycle. */
    boolean mayClose(List<TransactionProgram> ring) {
        int size = ring.size();
        for (int i = 0; i < size; i++) {
            TransactionProgram first = ring.get(i);
            TransactionProgram second = ring.get((i + 1) % size);
            TransactionProgram third = ring.get((i + 2) % size);
            boolean possible = snapshots
                    ? isPossible(first, second, true) && isPossible(second, third, true)
                    : isPossible(first, second, false);
            if (possible) {
                return true;
            }
        }
        return false;
    }

    /** Whether one may have an anti-dependency on the other against the order; or, overlapping it. */
    boolean isPossible(TransactionProgram from, TransactionProgram to, boolean overlap) {
        return known.computeIfAbsent(
                List.of(from.name(), to.name(), String.valueOf(overlap)), any -> ask(from, to, overlap));
    }

    private boolean ask(TransactionProgram from, TransactionProgram to, boolean overlap) {
        try (Smt smt = new Smt()) {
            Encoding encoding = new Encoding(smt, application, plan, List.of(from, to), false);
            Edge edge = new Edge(encoding, 0, 1, "e0", EnumSet.of(Dependency.Kind.RW));
            if (edge.ways.isEmpty()) {
                return false;
            }
            smt.require(edge.exists());
            Timing timing = encoding.timing;
            if (!overlap) {
                smt.require(timing.before(1, 0));
            } else if (plan.timed()) {
                SmtTerm begun = smt.less(timing.snapshot(1), timing.commit(0));
                smt.require(begun);
            } else {
                smt.require(smt.and(smt.not(timing.visible(0, 1)), smt.not(timing.visible(1, 0))));
            }
            new Facts(encoding, counters, false).add();
            return smt.ask(5_000) != SmtAnswer.IMPOSSIBLE;
        }
    }
}
