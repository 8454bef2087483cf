package io.bateleur.core.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Asg.Fate;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import io.bateleur.core.replay.Literally;
import io.bateleur.core.replay.Replay;
import io.bateleur.core.replay.Tales;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What satisfies a level of the whole satisfies it of a part, when what is left out is deleted from it. */
class PartSoundnessTest {
    private static final int SEEDS = Integer.getInteger("part.seeds", 1500);

    private int accepted;
    private int readsKept;

    @Test
    void aWitnessOfTheWholeIsAWitnessOfTheParts() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OwnWrites policy = OwnWrites.values()[(int) (seed % 3)];
            Asg asg = AsgBuilder.build(Tales.history(seed, 6), policy);
            Random random = new Random(~seed);
            hold(seed, asg, consistent(asg, Tales.witness(asg, random)), random);
            hold(seed, asg, consistent(asg, likely(asg, random)), random);
        }
        assertThat(accepted).isGreaterThan(SEEDS);
        assertThat(readsKept).isGreaterThan(SEEDS / 4);
    }

    @Test
    void alsoOfLists() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Integer> order = new ArrayList<>();
            Asg asg = AsgBuilder.build(lists(random, order), OwnWrites.MUST);
            int[] events = order.stream()
                    .filter(t -> asg.fate(t) != Fate.GONE)
                    .flatMap(t -> List.of(2 * t, 2 * t + 1).stream())
                    .mapToInt(i -> i)
                    .toArray();
            int[] sources = new int[asg.readCount()];
            for (int r = 0; r < sources.length; r++) {
                int w = asg.candidate(asg.firstCandidate(r));
                sources[r] = w < 0 ? Asg.INITIAL : asg.writeTransaction(w);
            }
            int[] versions = new VersionsOf(asg, order).versions;
            hold(seed, asg, new Resolution(events, sources, versions), random);
        }
        assertThat(accepted).isGreaterThan(SEEDS);
        assertThat(readsKept).isGreaterThan(SEEDS / 4);
    }

    private void hold(long seed, Asg asg, Resolution witness, Random random) {
        BitSet transactions = some(asg.transactionCount(), random);
        BitSet operations = some(asg.history().operationCount(), random);
        if (random.nextBoolean()) {
            operations.set(0, asg.history().operationCount());
        }
        Asg part = AsgBuilder.build(Part.of(asg, transactions, operations), asg.ownWrites());
        Resolution rest = restricted(asg, witness, part);
        List<Level> levels = new ArrayList<>(Level.all());
        levels.add(Level.READ_COMMITTED.asRecorded());
        for (Level level : levels) {
            if (Replay.flaw(asg, level, witness).isPresent()) {
                continue;
            }
            Optional<String> flaw = Replay.flaw(part, level, rest);
            assertThat(flaw)
                    .as("seed %d at %s:%n%s=>%n%s", seed, level, Mini.print(asg.history()), Mini.print(part.history()))
                    .isEmpty();
            accepted++;
            readsKept += part.readCount();
        }
    }

    private static BitSet some(int count, Random random) {
        BitSet some = new BitSet();
        for (int i = 0; i < count; i++) {
            some.set(i, random.nextInt(4) > 0);
        }
        return some;
    }

    /** Reads of the same thing by the same transaction have one source: then it does not matter which of them stays. */
    private static Resolution consistent(Asg asg, Resolution witness) {
        int[] sources = witness.sources().clone();
        for (int t = 0; t < asg.transactionCount(); t++) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                for (int q = asg.firstRead(t); q < r; q++) {
                    if (asg.readKey(q) == asg.readKey(r) && asg.readValue(q) == asg.readValue(r)) {
                        sources[r] = sources[q];
                    }
                }
            }
        }
        return new Resolution(witness.events(), sources, witness.versions());
    }

    /** A witness in which reads come after what they read, where that can be. */
    private static Resolution likely(Asg asg, Random random) {
        List<Integer> happened = Tales.happened(asg, random);
        int[] sources = Tales.sources(asg, random, happened);
        int[] versions = Tales.versions(asg, random, happened);
        int[] order = Tales.sorted(new Literally(asg, happened, sources, versions).wr, random);
        List<Integer> events = new ArrayList<>();
        for (int i = 0; i < asg.transactionCount(); i++) {
            int t = order == null ? i : order[i];
            if (happened.contains(t)) {
                events.add(2 * t);
                events.add(2 * t + 1);
            }
        }
        return new Resolution(Tales.array(events), sources, versions);
    }

    /** The witness without what is not in the part. */
    private static Resolution restricted(Asg asg, Resolution witness, Asg part) {
        Map<Integer, Integer> numbers = new HashMap<>();
        numbers.put(Asg.INITIAL, Asg.INITIAL);
        for (int t = 0; t < part.transactionCount(); t++) {
            if (part.fate(t) != Fate.GONE) {
                numbers.put(whole(asg, part, t), t);
            }
        }
        List<Integer> events = new ArrayList<>();
        for (int event : witness.events()) {
            Integer t = numbers.get(event / 2);
            if (t != null) {
                events.add(2 * t + event % 2);
            }
        }
        int[] sources = new int[part.readCount()];
        for (int t = 0; t < part.transactionCount(); t++) {
            for (int r = part.firstRead(t); r < part.firstRead(t + 1); r++) {
                sources[r] = numbers.getOrDefault(sourceInWhole(asg, witness, part, t, r), -99);
            }
        }
        return new Resolution(Tales.array(events), sources, versions(asg, witness, part, numbers));
    }

    private static int whole(Asg asg, Asg part, int t) {
        return asg.history()
                .transaction(part.history().transactionId(t))
                .orElseThrow()
                .number();
    }

    private static int sourceInWhole(Asg asg, Resolution witness, Asg part, int t, int read) {
        int reader = whole(asg, part, t);
        for (int r = asg.firstRead(reader); r < asg.firstRead(reader + 1); r++) {
            boolean sameKey = asg.history()
                    .keys()
                    .get(asg.readKey(r))
                    .equals(part.history().keys().get(part.readKey(read)));
            if (sameKey && content(asg, r).equals(content(part, read))) {
                return witness.sources()[r];
            }
        }
        throw new AssertionError("the part has a read that the whole has not: " + Mini.print(part.history()));
    }

    private static Optional<Value> content(Asg asg, int read) {
        int value = asg.readValue(read);
        return value < 0 ? Optional.empty() : Optional.of(asg.history().values().get(value));
    }

    private static int[] versions(Asg asg, Resolution witness, Asg part, Map<Integer, Integer> numbers) {
        int[] versions = new int[part.writeCount()];
        for (int key = 0; key < part.history().keyCount(); key++) {
            int whole = asg.history().keys().find(part.history().keys().get(key));
            int place = part.firstOfKey(key);
            for (int i = asg.firstOfKey(whole); i < asg.firstOfKey(whole + 1); i++) {
                Integer t = numbers.get(asg.writeTransaction(witness.versions()[i]));
                if (t != null && part.writeOf(t, key) >= 0) {
                    versions[place++] = part.writeOf(t, key);
                }
            }
        }
        return versions;
    }

    /** Appends in some order of transactions, and reads of what was there before their transaction, or longer ago. */
    private static History lists(Random random, List<Integer> order) {
        int count = 2 + random.nextInt(5);
        for (int t = 0; t < count; t++) {
            order.add(t);
        }
        Collections.shuffle(order, random);
        int[][] appends = new int[count][2];
        boolean[] aborts = new boolean[count];
        for (int t = 0; t < count; t++) {
            appends[t] = new int[] {random.nextInt(3), random.nextInt(2)};
            aborts[t] = random.nextInt(6) == 0;
        }
        HistoryBuilder builder = History.builder();
        for (int t = 0; t < count; t++) {
            TransactionBuilder tx = builder.begin("s" + random.nextInt(3), "T" + t);
            for (int k = 0; k < 2; k++) {
                if (random.nextBoolean()) {
                    int until = random.nextInt(order.indexOf(t) + 1);
                    List<Value> seen = new ArrayList<>();
                    for (int i = 0; i < until; i++) {
                        int writer = order.get(i);
                        boolean bad = aborts[writer] && random.nextInt(20) == 0;
                        for (int a = 0; a < appends[writer][k] && (!aborts[writer] || bad); a++) {
                            seen.add(Value.of(10 * writer + a));
                        }
                    }
                    if (random.nextInt(20) == 0) {
                        Collections.shuffle(seen, random);
                    }
                    tx.readList(Value.of("k" + k), Value.list(seen));
                }
            }
            for (int k = 0; k < 2; k++) {
                for (int a = 0; a < appends[t][k]; a++) {
                    tx.append(Value.of("k" + k), Value.of(10 * t + a));
                }
            }
            if (aborts[t]) {
                tx.abort();
            } else if (random.nextInt(5) == 0) {
                tx.unknown();
            } else {
                tx.commit();
            }
        }
        return builder.build();
    }

    /** The versions of each key in an order of transactions. */
    private static final class VersionsOf {
        private final int[] versions;

        VersionsOf(Asg asg, List<Integer> order) {
            versions = new int[asg.writeCount()];
            for (int key = 0; key < asg.history().keyCount(); key++) {
                int place = asg.firstOfKey(key);
                for (int t : order) {
                    if (asg.writeOf(t, key) >= 0) {
                        versions[place++] = asg.writeOf(t, key);
                    }
                }
            }
        }
    }
}
