package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Small random histories whose reads are nearly all explained, though seldom by one order; and random witnesses for them. */
public final class Tales {
    private static final String[] KEYS = {"a", "b", "c"};
    private static final int UNTOUCHED = -2;
    private static final int DELETED = -1;

    private final Random random;
    private final int transactions;
    private final int keys;
    private final boolean timed;
    private final InitialState initial;
    /** By transaction and key: what it installs. */
    private final int[][] last;

    private final Ending[] endings;
    private long clock;

    private Tales(long seed, int transactionsMax) {
        random = new Random(seed);
        transactions = 2 + random.nextInt(transactionsMax - 1);
        keys = 1 + random.nextInt(KEYS.length);
        timed = random.nextBoolean();
        initial = InitialState.values()[random.nextInt(3)];
        last = new int[transactions][keys];
        endings = new Ending[transactions];
    }

    public static History history(long seed, int transactionsMax) {
        return new Tales(seed, transactionsMax).make();
    }

    private History make() {
        for (int t = 0; t < transactions; t++) {
            int dice = random.nextInt(10);
            endings[t] = dice == 0 ? Ending.ABORTED : dice <= 2 ? Ending.UNKNOWN : Ending.COMMITTED;
            for (int k = 0; k < keys; k++) {
                int what = random.nextInt(8);
                last[t][k] = what < 4 ? UNTOUCHED : what < 6 ? 10 * t + k : what == 6 ? DELETED : 3;
            }
        }
        HistoryBuilder builder = History.builder().initialState(initial);
        if (initial == InitialState.GIVEN) {
            builder.initial(Value.of("a"), Value.of(7));
        }
        List<Level> levels = Level.all();
        for (int t = 0; t < transactions; t++) {
            TransactionBuilder tx = builder.begin("s" + random.nextInt(3), "T" + t);
            if (random.nextInt(3) > 0) {
                tx.level(levels.get(random.nextInt(levels.size())).name());
            }
            operations(t, tx);
            if (random.nextInt(4) == 0 && timed) {
                clock += random.nextInt(2);
                tx.end(endings[t]).at(clock, clock + random.nextInt(4));
            } else {
                tx.end(endings[t]);
            }
        }
        if (random.nextInt(4) == 0) {
            hint(builder);
        }
        return builder.build();
    }

    private void hint(HistoryBuilder builder) {
        List<Value> writers = new ArrayList<>();
        for (int t = 0; t < transactions; t++) {
            if (last[t][0] != UNTOUCHED && endings[t] == Ending.COMMITTED) {
                writers.add(Value.of("T" + t));
            }
        }
        Collections.shuffle(writers, random);
        builder.versionOrder(Value.of("a"), writers);
    }

    private void operations(int t, TransactionBuilder tx) {
        boolean[] written = new boolean[keys];
        for (int i = random.nextInt(3); i >= 0; i--) {
            if (random.nextInt(3) == 0) {
                scan(t, tx, written);
            } else {
                int k = random.nextInt(keys);
                int seen = written[k] ? last[t][k] : version(t, k);
                tx.operation(OpKind.GET, Value.of(KEYS[k]), content(seen));
            }
            time(tx);
            int k = random.nextInt(keys);
            if (random.nextBoolean() && !written[k] && last[t][k] != UNTOUCHED) {
                write(t, tx, k);
                written[k] = true;
            }
        }
        for (int k = 0; k < keys; k++) {
            if (!written[k]) {
                write(t, tx, k);
            }
        }
    }

    private void time(TransactionBuilder tx) {
        if (timed && random.nextInt(4) > 0) {
            clock += random.nextInt(3);
            tx.at(clock, clock + random.nextInt(5));
        }
    }

    private void write(int t, TransactionBuilder tx, int k) {
        if (last[t][k] != UNTOUCHED) {
            if (random.nextInt(5) == 0) {
                tx.put(Value.of(KEYS[k]), Value.of(50 + t)); // only to overwrite it
            }
            OpKind kind = last[t][k] == DELETED ? OpKind.DELETE : OpKind.PUT;
            tx.operation(kind, Value.of(KEYS[k]), content(last[t][k]));
            time(tx);
        }
    }

    private void scan(int t, TransactionBuilder tx, boolean[] written) {
        List<Item> items = new ArrayList<>();
        for (int k = 0; k < keys; k++) {
            int seen = written[k] ? last[t][k] : version(t, k);
            if (seen >= 0) {
                items.add(new Item(Value.of(KEYS[k]), content(seen)));
            }
        }
        tx.range(OpKind.SCAN, null, null, items, 0);
    }

    /** What some other transaction installed, or what was there at the start. */
    private int version(int t, int k) {
        int dice = random.nextInt(150);
        if (dice < 2) {
            return dice == 0 ? 99 : 50 + random.nextInt(transactions); // which nobody wrote, or not last
        }
        List<Integer> choices = new ArrayList<>();
        for (int other = 0; other < transactions; other++) {
            if (other != t && endings[other] != Ending.ABORTED && last[other][k] != UNTOUCHED) {
                choices.add(last[other][k]);
            }
        }
        if (choices.isEmpty() || random.nextInt(3) == 0) {
            return initial == InitialState.ABSENT || k > 0 ? DELETED : 7;
        }
        return choices.get(random.nextInt(choices.size()));
    }

    private static Content content(int value) {
        return value < 0 ? Content.absent() : Content.live(Value.of(value));
    }

    /** Random events, sources and version orders; half of the time each transaction is one point. */
    public static Resolution witness(Asg asg, Random random) {
        List<Integer> happened = happened(asg, random);
        Collections.shuffle(happened, random);
        List<Integer> events = new ArrayList<>();
        boolean points = random.nextBoolean();
        for (int t : happened) {
            int start = points || random.nextBoolean() ? events.size() : random.nextInt(events.size() + 1);
            events.add(2 * t + 1);
            events.add(start, 2 * t);
        }
        return new Resolution(array(events), sources(asg, random, happened), versions(asg, random, happened));
    }

    public static List<Integer> happened(Asg asg, Random random) {
        List<Integer> happened = new ArrayList<>();
        for (int t = 0; t < asg.transactionCount(); t++) {
            Asg.Fate fate = asg.fate(t);
            if (fate == Asg.Fate.HAPPENED || fate == Asg.Fate.POSSIBLE && random.nextBoolean()) {
                happened.add(t);
            }
        }
        return happened;
    }

    public static int[] sources(Asg asg, Random random, List<Integer> happened) {
        int[] sources = new int[asg.readCount()];
        for (int r = 0; r < sources.length; r++) {
            sources[r] = Asg.INITIAL;
            for (int tries = 0; tries < 3; tries++) {
                int first = asg.firstCandidate(r);
                int w = asg.candidate(first + random.nextInt(asg.firstCandidate(r + 1) - first));
                sources[r] = w < 0 ? Asg.INITIAL : asg.writeTransaction(w);
                if (w < 0 || happened.contains(sources[r])) {
                    break;
                }
            }
        }
        return sources;
    }

    public static int[] versions(Asg asg, Random random, List<Integer> happened) {
        int[] versions = new int[asg.writeCount()];
        for (int key = 0; key < asg.history().keyCount(); key++) {
            List<Integer> writes = new ArrayList<>();
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                writes.add(asg.writeOfKey(i));
            }
            Collections.shuffle(writes, random);
            writes.sort((v, w) -> Boolean.compare(
                    !happened.contains(asg.writeTransaction(v)), !happened.contains(asg.writeTransaction(w))));
            for (int i = 0; i < writes.size(); i++) {
                versions[asg.firstOfKey(key) + i] = writes.get(i);
            }
        }
        return versions;
    }

    public static int[] array(List<Integer> list) {
        return list.stream().mapToInt(i -> i).toArray();
    }

    /** A random order of nodes that all edges follow, or null when they are in a cycle. */
    public static int @Nullable [] sorted(boolean[][] edges, Random random) {
        int n = edges.length;
        List<Integer> rest = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            rest.add(i);
        }
        Collections.shuffle(rest, random);
        int[] order = new int[n];
        for (int done = 0; done < n; done++) {
            Integer next = null;
            for (Integer candidate : rest) {
                if (rest.stream().noneMatch(before -> edges[before][candidate])) {
                    next = candidate;
                    break;
                }
            }
            if (next == null) {
                return null;
            }
            rest.remove(next);
            order[done] = next;
        }
        return order;
    }
}
