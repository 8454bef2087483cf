package io.bateleur.core.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saturation with its clocks, bounds and windows draws what its three rules draw when they are applied naively until nothing changes. */
class SaturationFixpointTest {
    private static final int SEEDS = 4;

    @ParameterizedTest
    @CsvSource({
        // level, keys, sessions, transactions, the same or less
        "serializable, 2, 4, 200, true",
        "serializable, 30, 8, 200, true",
        "strong-session-serializable, 1, 3, 250, true",
        "strong-session-serializable, 2, 100, 250, true",
        "strong-session-serializable, 10, 20, 250, true",
        "strict-serializable, 3, 12, 150, true",
        "repeatable-read, 3, 6, 150, true",
        "consistent-view, 2, 6, 200, true",
        "consistent-view, 10, 6, 200, true",
        "parallel-snapshot-isolation, 2, 100, 250, true",
        "parallel-snapshot-isolation, 1, 4, 250, true",
        "prefix-consistency, 2, 6, 150, true",
        "prefix-consistency, 1, 40, 150, true",
        "cursor-stability, 2, 6, 150, true",
        // Only near neighbours are asked whether they overlap.
        "snapshot-isolation, 2, 6, 150, false",
        "strong-session-snapshot-isolation, 2, 40, 150, false",
        "strong-session-snapshot-isolation, 20, 6, 150, false",
    })
    void drawsWhatItsRulesDraw(String level, int keys, int sessions, int transactions, boolean same) {
        for (ConcurrencyControl control : ConcurrencyControl.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                SimConfig config = new SimConfig()
                        .control(control)
                        .mix(seed % 2 == 0 ? SimMix.BLINDW_RW : SimMix.RMW)
                        .sessions(sessions)
                        .keys(keys)
                        .transactions(transactions)
                        .seed(seed);
                compare(Simulation.run(config).history(), Level.of(level).orElseThrow(), same, config + " " + level);
            }
        }
    }

    @Test
    void stopsWhenItIsCalledOff() {
        History history = Mini.parse("T1: w(x,1) c\nT2: w(x,2) w(y,1) c\nT3: r(y,1) r(x,1) c\n");
        Ir base = IrBuilder.build(AsgBuilder.build(history, OwnWrites.MUST), Level.SERIALIZABLE);

        assertThat(new Saturation().apply(base, () -> true).edges().size())
                .isEqualTo(base.edges().size());
        assertThat(new Saturation().apply(base, () -> false).edges().size())
                .isGreaterThan(base.edges().size());
    }

    private static void compare(History history, Level level, boolean same, String what) {
        Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
        Ir base = IrBuilder.build(asg, level);
        Ir saturated = new Saturation().apply(base, () -> false);
        Optional<BitSet[]> naive = base.isContradictory() ? Optional.empty() : new Naive(base).run();
        if (same || saturated.isContradictory()) {
            assertThat(saturated.isContradictory()).as(what).isEqualTo(naive.isEmpty());
        }
        if (naive.isPresent()) {
            BitSet[] drawn = closure(saturated);
            for (int p = 0; p < drawn.length; p++) {
                BitSet more = (BitSet) drawn[p].clone();
                more.andNot(naive.get()[p]);
                assertThat(more.isEmpty()).as("%s: too much", what).isTrue();
                assertThat(!same || drawn[p].equals(naive.get()[p]))
                        .as("%s: too little", what)
                        .isTrue();
            }
        }
    }

    private static BitSet[] closure(Ir ir) {
        Relation relation = new Relation(ir.points());
        EdgeList edges = ir.edges();
        for (int p = 0; p < ir.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                relation.add(p, edges.to(e));
            }
        }
        return relation.after;
    }

    /** A relation that is kept closed. */
    private static final class Relation {
        final BitSet[] after;
        final BitSet[] before;

        Relation(int points) {
            after = new BitSet[points];
            before = new BitSet[points];
            Arrays.setAll(after, p -> new BitSet(points));
            Arrays.setAll(before, p -> new BitSet(points));
        }

        boolean add(int from, int to) {
            if (after[from].get(to)) {
                return false;
            }
            BitSet sources = (BitSet) before[from].clone();
            sources.set(from);
            BitSet targets = (BitSet) after[to].clone();
            targets.set(to);
            sources.stream().forEach(p -> after[p].or(targets));
            targets.stream().forEach(p -> before[p].or(sources));
            return true;
        }

        boolean isCyclic() {
            for (int p = 0; p < after.length; p++) {
                if (after[p].get(p)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The three rules in the words of {@link Saturation}, for histories in which every read is settled. */
    private static final class Naive {
        private final Ir ir;
        private final Asg asg;
        private final Relation relation;
        private boolean changed;
        private boolean missed;

        Naive(Ir ir) {
            this.ir = ir;
            this.asg = ir.asg();
            this.relation = new Relation(ir.points());
            EdgeList edges = ir.edges();
            for (int p = 0; p < ir.points(); p++) {
                for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                    relation.add(p, edges.to(e));
                }
            }
        }

        /** Everything that follows, or nothing when it contradicts itself. */
        Optional<BitSet[]> run() {
            do {
                changed = false;
                for (int r = 0; r < asg.readCount(); r++) {
                    if (ir.happened(asg.readTransaction(r)) && ir.source(r) != Ir.OPEN) {
                        read(r);
                    }
                }
                for (int w = 0; ir.hasSnapshots() && w < asg.writeCount(); w++) {
                    write(w);
                }
                if (missed || relation.isCyclic()) {
                    return Optional.empty();
                }
            } while (changed);
            return Optional.of(relation.after);
        }

        private void read(int r) {
            int t = asg.readTransaction(r);
            int source = ir.source(r);
            boolean anti = (ir.demands(r) & Ir.ANTI) != 0;
            boolean seesAll = (ir.demands(r) & Ir.SEES_ALL) != 0;
            int key = asg.readKey(r);
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                int v = asg.writeOfKey(i);
                int writer = asg.writeTransaction(v);
                boolean skipped = (ir.demands(r) & Ir.ONLY_LIVE) != 0 && asg.isDeadWrite(v);
                if (v == source || writer == t || !ir.happened(writer) || skipped) {
                    continue;
                }
                boolean reaches = relation.after[ir.commit(writer)].get(ir.start(t));
                if (source == Asg.INITIAL) {
                    missed |= seesAll && reaches;
                    changed |= anti && relation.add(ir.start(t), ir.commit(writer));
                    continue;
                }
                int behind = ir.behind(asg.writeTransaction(source));
                changed |= (anti || seesAll) && reaches && relation.add(ir.commit(writer), behind);
                boolean overwritten = relation.after[ir.commit(asg.writeTransaction(source))].get(ir.behind(writer));
                changed |= anti && overwritten && relation.add(ir.start(t), ir.commit(writer));
            }
        }

        private void write(int w) {
            int b = asg.writeTransaction(w);
            int key = asg.writeKey(w);
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                int a = asg.writeTransaction(asg.writeOfKey(i));
                if (a != b && ir.happened(a) && ir.happened(b) && relation.after[ir.behind(a)].get(ir.commit(b))) {
                    changed |= relation.add(ir.commit(a), ir.behind(b));
                }
            }
        }
    }
}
