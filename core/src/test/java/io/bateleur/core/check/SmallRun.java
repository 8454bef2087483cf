package io.bateleur.core.check;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One run of a few sessions against a toy store. */
final class SmallRun {
    private static final List<String> LEVELS = List.of(
            "read-uncommitted",
            "read-committed",
            "cursor-stability",
            "monotonic-atomic-view",
            "read-atomic",
            "causal",
            "consistent-view",
            "parallel-snapshot-isolation",
            "prefix-consistency",
            "snapshot-isolation",
            "repeatable-read",
            "serializable",
            "strong-session-snapshot-isolation",
            "strong-session-serializable");
    private static final int TRANSACTIONS_MAX = 6;
    private static final int UNKNOWN_MAX = 2;

    final SplittableRandom random;
    final Set<Feature> features;
    final HistoryBuilder history = History.builder();
    final SmallDiscipline discipline;
    /** One in so many reads is wrong, or none. */
    final int noise;

    /** Registers are keys a, b, ...; lists are keys l, m, ..., which no range holds. */
    final List<Value> keys = new ArrayList<>();

    final boolean[] isList;
    final boolean misplaces;
    /** Whether some transactions only write, and after them others only read: that is what long forks are made of. */
    final boolean parted;

    final ToyStore store;
    private final Value[] domain;
    private int fresh = 1;
    private int unknownEndings;
    private final boolean[] unsure;

    SmallRun(SplittableRandom random, Set<Feature> features) {
        this.random = random;
        this.features = features;
        parted = oneIn(4);
        discipline = discipline();
        noise = new int[] {0, 0, 20, 6}[random.nextInt(4)];
        misplaces = oneIn(has(Feature.HINTS) ? 2 : 4);
        domain = new Value[random.nextInt(1, 4)];
        Arrays.setAll(domain, i -> Value.of(i + 1));
        isList = new boolean[parted && !oneIn(3) ? 2 : random.nextInt(1, 5)];
        for (int key = 0; key < isList.length; key++) {
            isList[key] = has(Feature.LISTS) && !oneIn(3);
            keys.add(Value.of(String.valueOf((char) ((isList[key] ? 'l' : 'a') + key))));
        }
        unsure = new boolean[isList.length];
        store = initialStore();
    }

    private SmallDiscipline discipline() {
        if (parted && oneIn(2)) {
            return SmallDiscipline.CAUSES;
        }
        // Lists tell of dirty writes, so these must happen now and then.
        if (has(Feature.LISTS) && oneIn(3)) {
            return SmallDiscipline.UNCOMMITTED;
        }
        return SmallDiscipline.values()[random.nextInt(SmallDiscipline.values().length)];
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    boolean oneIn(int n) {
        return n > 0 && random.nextInt(n) == 0;
    }

    Value value() {
        return has(Feature.DUPLICATES) ? domain[random.nextInt(domain.length)] : Value.of(fresh++);
    }

    private ToyStore initialStore() {
        boolean given = has(Feature.INITIAL_GIVEN);
        // Where both are allowed, a history has one of them.
        boolean hidden = has(Feature.INITIAL_UNKNOWN) && (!given || oneIn(2));
        List<Content> contents = new ArrayList<>();
        List<List<Value>> lists = new ArrayList<>();
        if (hidden) {
            history.initialState(InitialState.UNKNOWN);
        } else if (given) {
            history.initialState(InitialState.GIVEN);
        }
        for (int key = 0; key < isList.length; key++) {
            boolean there = (given || hidden) && !oneIn(3);
            contents.add(there && !isList[key] ? Content.live(value()) : Content.absent());
            lists.add(there && isList[key] ? oneIn(2) ? List.of(value()) : List.of(value(), value()) : List.of());
            if (!there && hidden && !isList[key] && oneIn(2)) {
                history.initiallyAbsent(keys.get(key));
            }
            // Of some keys it may be known although it is not known of all.
            if (there && (!hidden || !isList[key] && oneIn(2))) {
                Value all = isList[key] ? Value.list(lists.get(key)) : ((Content.Live) contents.get(key)).value();
                history.initial(keys.get(key), all);
            }
        }
        return new ToyStore(contents, lists);
    }

    History run() {
        int sessions = parted ? 4 : random.nextInt(1, 5);
        int count = random.nextInt(oneIn(4) ? 2 : 3, TRANSACTIONS_MAX + 1);
        SmallClock clock = new SmallClock(this, sessions);
        List<SmallTransaction> transactions = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int writes = parted ? t < count / 2 ? SmallTransaction.WRITES_ONLY : 0 : inclination();
            int session = parted ? t % sessions : random.nextInt(sessions);
            transactions.add(new SmallTransaction(this, clock, session, writes));
        }
        if (discipline == SmallDiscipline.SERIAL || parted) {
            transactions.forEach(SmallTransaction::finish);
        } else {
            interleave(transactions);
        }
        if (has(Feature.LISTS) && count < TRANSACTIONS_MAX && oneIn(2)) {
            new SmallTransaction(this, clock, random.nextInt(sessions), 0).observeLists();
        }
        hints();
        return history.build();
    }

    private int inclination() {
        return oneIn(2) ? SmallTransaction.WRITES_ONLY / 2 : random.nextInt(SmallTransaction.WRITES_ONLY + 1);
    }

    private void interleave(List<SmallTransaction> transactions) {
        List<SmallTransaction> left = new ArrayList<>(transactions);
        while (!left.isEmpty()) {
            int session = left.get(random.nextInt(left.size())).session();
            SmallTransaction next = left.stream()
                    .filter(t -> t.session() == session)
                    .findFirst()
                    .orElseThrow();
            if (next.step()) {
                left.remove(next);
            }
        }
    }

    /** How the next transaction ends. */
    Ending ending() {
        if (has(Feature.ABORTS) && oneIn(5)) {
            return Ending.ABORTED;
        }
        if (has(Feature.UNKNOWN_ENDINGS) && unknownEndings < UNKNOWN_MAX && oneIn(3)) {
            unknownEndings++;
            return Ending.UNKNOWN;
        }
        return Ending.COMMITTED;
    }

    /** Says that nobody can tell who wrote a key, so that its version order is not told. */
    void unsure(int key) {
        unsure[key] = true;
    }

    String level() {
        return has(Feature.TIMES) && oneIn(8) ? "strict-serializable" : LEVELS.get(random.nextInt(LEVELS.size()));
    }

    private void hints() {
        if (!has(Feature.HINTS)) {
            return;
        }
        for (int key = 0; key < isList.length; key++) {
            int[] writers = store.order(key);
            if (writers.length > 1 && !unsure[key] && !oneIn(4)) {
                history.versionOrder(
                        keys.get(key),
                        Arrays.stream(writers).mapToObj(history::transactionId).toList());
            }
        }
        boolean unique = !has(Feature.DUPLICATES) && !has(Feature.UNKNOWN_VALUES);
        history.uniqueValues(unique && oneIn(2));
    }
}
