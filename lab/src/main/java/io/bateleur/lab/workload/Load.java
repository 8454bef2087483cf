package io.bateleur.lab.workload;

import io.bateleur.core.model.Value;
import io.bateleur.lab.workload.Workload.Body;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What lies in the store before the sessions start, gathered into transactions of bearable size. */
final class Load {
    private static final int PUTS_MAX = 50;

    /** @param value asked when the transaction runs: one that is tried again writes new values */
    private record Put(Value key, Supplier<Value> value) {}

    private final Values values;
    /** Filling the store is the same in all runs. */
    private final SplittableRandom random = new SplittableRandom(0);

    private final List<Put> puts = new ArrayList<>();

    Load(Values values) {
        this.values = values;
    }

    Load put(Value key) {
        puts.add(new Put(key, () -> values.next(random)));
        return this;
    }

    Load put(Value key, int number) {
        puts.add(new Put(key, () -> values.holding(number)));
        return this;
    }

    List<Body> bodies() {
        List<Body> bodies = new ArrayList<>();
        for (int from = 0; from < puts.size(); from += PUTS_MAX) {
            List<Put> part = List.copyOf(puts.subList(from, Math.min(from + PUTS_MAX, puts.size())));
            bodies.add(client -> run(client, part));
        }
        return bodies;
    }

    private static boolean run(KeyValueClient client, List<Put> part) throws CallFailedException {
        for (Put put : part) {
            client.put(put.key(), put.value().get());
        }
        return true;
    }
}
