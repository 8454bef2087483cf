package io.bateleur.core.replay;

import static io.bateleur.core.replay.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each transaction is held to its own level. */
class MixedReplayTest {
    private static final int SEEDS = Integer.getInteger("replay.seeds", 3000);

    @Test
    void aReaderAnswersForItsOwnLevel() {
        String stale = "T2 read x from the initial state, and T1 commits a later version before T2 starts";
        assertThat(told("T1 level=rc: w(x,1) c", "T2 level=ser: r(x,_) c")
                        .order("T1 T2")
                        .at("recorded"))
                .isEqualTo(stale);
        assertThat(told("T1 level=ser: w(x,1) c", "T2 level=rc: r(x,_) c")
                        .order("T1 T2")
                        .at("recorded"))
                .isEmpty();
        // Without a level of its own, or with one that nobody knows, the base counts: serializable here.
        assertThat(told("T1 level=rc: w(x,1) c", "T2: r(x,_) c").order("T1 T2").at("recorded"))
                .isEqualTo(stale);
        assertThat(told("T1 level=rc: w(x,1) c", "T2 level=odd: r(x,_) c")
                        .order("T1 T2")
                        .at("recorded"))
                .isEqualTo(stale);
        // Unless the level is recorded, what transactions say does not count.
        assertThat(told("T1: w(x,1) c", "T2 level=ser: r(x,_) c").order("T1 T2").at("rc"))
                .isEmpty();
    }

    @Test
    void aBadReadCountsWhereItsReaderCountsReads() {
        assertThat(told("T1 level=ru: r(x,7) c").order("T1").at("recorded")).isEmpty();
        assertThat(told("T1 level=rc: r(x,7) c").order("T1").at("recorded")).isNotEmpty();
    }

    @Test
    void theLaterWriterAsksThatWritersDoNotOverlap() {
        String order = "T2( T1 )T2";
        assertThat(told("T1 level=rc: w(x,1) c", "T2 level=si: r(x,_) w(x,2) c")
                        .order(order)
                        .at("recorded"))
                .isEqualTo("T2 and T1 both write x, and T2 starts before T1 commits");
        assertThat(told("T1 level=si: w(x,1) c", "T2 level=pc: r(x,_) w(x,2) c")
                        .order(order)
                        .at("recorded"))
                .isEmpty();
    }

    @Test
    void sessionOrderCountsIntoThoseWhoCountIt() {
        String[] lines = {"T1@s level=rc: w(x,1) c", "T2@s level=rc: w(y,1) c", "T3@s level=causal: r(x,_) c"};
        assertThat(told(lines).order("T2 T1 T3").at("recorded"))
                .isEqualTo("T3 read x from the initial state and misses the later version of T1, on which it depends");
        assertThat(told(lines).order("T3 T2 T1").at("recorded"))
                .isEqualTo("T3 comes after T1 in session s, and starts before its commit");
        lines[2] = "T3@s level=rc: r(x,_) c";
        assertThat(told(lines).order("T3 T2 T1").at("recorded")).isEmpty();
    }

    @Test
    void sessionGuaranteesAmongOtherLevelsUseTheOneOrder() {
        String[] lines = {"T1@s level=ser: w(x,1) c", "T2@s level=ryw: r(x,_) c"};
        assertThat(told(lines).order("T1 T2").at("recorded"))
                .isEqualTo("T2 read x from the initial state and misses the later version of T1, which session s had"
                        + " written");
        assertThat(told(lines).order("T2( T1 )T2").at("recorded")).isNotEmpty();
    }

    @Test
    void agreesWithAllPairsOneByOne() {
        int accepted = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Asg asg = AsgBuilder.build(Tales.history(seed, 4), OwnWrites.MUST);
            Resolution witness = Tales.witness(asg, new Random(~seed));
            Level base = Level.all().get((int) (seed % Level.all().size())).asRecorded();
            boolean apart = true;
            for (int t = 0; t < asg.transactionCount(); t++) {
                apart &= base.of(asg.history(), t).criterion().visibility().perKey();
            }
            if (apart) {
                continue;
            }
            Optional<String> flaw = Replay.flaw(asg, base, witness);
            assertThat(flaw.isEmpty())
                    .as("seed %d, base %s: %s%n%s", seed, base.criterion().word(), flaw, Mini.print(asg.history()))
                    .isEqualTo(new AllPairs(asg, base, witness).hold());
            accepted += flaw.isEmpty() ? 1 : 0;
        }
        assertThat(accepted).isGreaterThan(SEEDS / 50);
    }

    /** The rules of mixing, pair by pair. */
    private static final class AllPairs {
        private final Asg asg;
        private final Level base;
        private final List<Integer> events = new ArrayList<>();
        private final List<Integer> happened = new ArrayList<>();
        private final int[] sources;
        private final Literally literally;

        AllPairs(Asg asg, Level base, Resolution witness) {
            this.asg = asg;
            this.base = base;
            this.sources = witness.sources();
            for (int event : witness.events()) {
                events.add(event);
                if (event % 2 == 1) {
                    happened.add(event / 2);
                }
            }
            this.literally = Literally.of(asg, witness);
        }

        boolean hold() {
            for (int t : happened) {
                if (!holds(t)) {
                    return false;
                }
            }
            return literally.holds(Level.READ_UNCOMMITTED) && initialAgrees();
        }

        private boolean initialAgrees() {
            List<Integer> reads = new ArrayList<>();
            for (int t : happened) {
                for (int r = asg.firstRead(t);
                        r < asg.firstRead(t + 1) && criterion(t).reads();
                        r++) {
                    reads.add(r);
                }
            }
            return reads.stream().allMatch(r -> reads.stream()
                    .allMatch(q -> sources[r] >= 0
                            || sources[q] >= 0
                            || asg.readKey(r) != asg.readKey(q)
                            || asg.readValue(r) == asg.readValue(q)));
        }

        private Criterion criterion(int t) {
            return base.of(asg.history(), t).criterion();
        }

        private int start(int t) {
            return events.indexOf(2 * t);
        }

        private int commit(int t) {
            return events.indexOf(2 * t + 1);
        }

        /** Whether a dependency of {@code b} on {@code a} counts, without version order. */
        private boolean depends(int a, int b) {
            Level level = base.of(asg.history(), b);
            return level.criterion().reads() && literally.wr[a][b]
                    || level.countsSessions() && !level.criterion().visibility().perKey() && literally.so[a][b]
                    || level.countsRealTime() && literally.rt[a][b];
        }

        private boolean holds(int t) {
            Criterion criterion = criterion(t);
            if (criterion.reads() && asg.hasBadRead(t)) {
                return false;
            }
            boolean judged = criterion.reads() || criterion.visibility().perKey();
            for (int r = asg.firstRead(t); judged && r < asg.firstRead(t + 1); r++) {
                if (sources[r] >= 0 && !happened.contains(sources[r])) {
                    return false;
                }
            }
            if (criterion.points() == Points.ONE && !criterion.visibility().perKey() && commit(t) != start(t) + 1) {
                return false;
            }
            for (int other : happened) {
                if (depends(other, t) && commit(other) > start(t)) {
                    return false;
                }
                boolean anti = criterion.anti() == Anti.ALL && literally.prw[t][other]
                        || (criterion.anti() == Anti.ALL || criterion.anti() == Anti.ITEM) && literally.rw[t][other]
                        || criterion.anti() == Anti.CURSOR && overwritesCursor(t, other);
                if (anti && start(t) > commit(other)
                        || criterion.points() == Points.SNAPSHOT
                                && literally.ww[other][t]
                                && commit(other) > start(t)) {
                    return false;
                }
            }
            return sees(t, criterion.visibility());
        }

        private boolean overwritesCursor(int t, int other) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                if (!asg.isPredicateRead(r) && asg.writeOf(t, asg.readKey(r)) >= 0 && t != other && newer(r, other)) {
                    return true;
                }
            }
            return false;
        }

        private boolean newer(int read, int t) {
            return asg.writeOf(t, asg.readKey(read)) >= 0 && (sources[read] < 0 || commit(t) > commit(sources[read]));
        }

        private boolean sees(int t, Visibility visibility) {
            boolean[][] closure = new boolean[asg.transactionCount()][asg.transactionCount()];
            for (int a : happened) {
                for (int b : happened) {
                    closure[a][b] =
                            a != b && (depends(a, b) || visibility == Visibility.DEPENDENCIES && literally.ww[a][b]);
                }
            }
            closure = literally.closure(closure);
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                for (int other : happened) {
                    if (other != t && newer(r, other) && isVisible(t, r, other, visibility, closure)) {
                        return false;
                    }
                }
            }
            return guarantees(t, visibility);
        }

        private boolean isVisible(int t, int read, int other, Visibility visibility, boolean[][] closure) {
            boolean dead = asg.isDeadWrite(asg.writeOf(other, asg.readKey(read))) && asg.isPredicateRead(read);
            return switch (visibility) {
                case EARLIER_SOURCES -> readFrom(t, other, asg.readOperation(read));
                case SOURCES -> readFrom(t, other, Integer.MAX_VALUE);
                case SESSION_AND_SOURCES -> readFrom(t, other, Integer.MAX_VALUE) || literally.so[other][t];
                case CAUSES -> closure[other][t];
                case DEPENDENCIES -> closure[other][t] && !dead;
                case SESSION_WRITES -> literally.so[other][t] && !dead;
                default -> false;
            };
        }

        private boolean readFrom(int t, int other, int beforeOperation) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                if (sources[r] == other && asg.readOperation(r) < beforeOperation) {
                    return true;
                }
            }
            return false;
        }

        /** Of the other session guarantees, what binds this transaction. */
        private boolean guarantees(int t, Visibility visibility) {
            for (int a : happened) {
                boolean before = literally.so[a][t];
                if (visibility == Visibility.SESSION_READS && (before || a == t) && readNewer(a, t)
                        || visibility == Visibility.SESSION_WRITE_ORDER && before && wroteNewer(a, t)) {
                    return false;
                }
                for (int k : happened) {
                    boolean behind = literally.wr[k][a] && visibility == Visibility.READS_BEHIND_WRITES;
                    if (behind && k != t && (before || a == t) && wroteNewer(k, t)) {
                        return false;
                    }
                    for (int j : happened) {
                        boolean seen = behind && (a == j || literally.so[a][j]) && literally.wr[j][t] && k != t;
                        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                            if (seen && newer(r, k)) {
                                return false;
                            }
                        }
                    }
                }
            }
            return true;
        }

        private boolean readNewer(int a, int t) {
            for (int q = asg.firstRead(a); q < asg.firstRead(a + 1); q++) {
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    boolean order = a != t || q < r;
                    if (order && asg.readKey(q) == asg.readKey(r) && sources[q] >= 0 && newer(r, sources[q])) {
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean wroteNewer(int a, int t) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                if (asg.writeOf(a, asg.writeKey(w)) >= 0 && commit(a) > commit(t)) {
                    return true;
                }
            }
            return false;
        }
    }
}
