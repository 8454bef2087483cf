package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Appends to a few lists and reads them, half and half, as Jepsen does it for Elle: a list that was read shows the order of all the
 * writes before. The shape (short transactions, few keys at a time, a full list makes room for a fresh one) is from memory.
 */
final class ListAppend implements Workload {
    /** Longer lists cost more to read than they tell, and much of what goes wrong does so where a row is new. */
    private static final int APPENDS_MAX = 8;

    private final Settings settings;
    private final Values values;
    private final KeyChoice keys;
    private final AtomicIntegerArray appends;

    ListAppend(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.keys = new KeyChoice(settings.keys(), settings.zipf());
        this.appends = new AtomicIntegerArray(settings.keys());
    }

    @Override
    public Body next(SplittableRandom random) {
        return client -> {
            int operations = 1 + random.nextInt(settings.operations());
            for (int i = 0; i < operations; i++) {
                int slot = keys.draw(random);
                if (random.nextBoolean()) {
                    client.append(list(slot, appends.getAndIncrement(slot)), values.next(random));
                } else {
                    client.readList(list(slot, appends.get(slot)), false);
                }
            }
            return true;
        };
    }

    /** The list that stands in a slot after so many appends. */
    private Value list(int slot, int appended) {
        return Value.of(slot + (long) settings.keys() * (appended / APPENDS_MAX));
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.APPEND, OpKind.READ_LIST);
    }
}
