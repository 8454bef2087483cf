package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Transactions of at most two reads and two writes, where a write follows a read of its key: enough to show every anomaly, and cheap to
 * check (MTC, "Boosting End-to-End Database Isolation Checking via Mini-Transactions"; IsoVista). The shapes are from memory, and each
 * is as frequent as the others.
 */
final class MiniTransactions implements Workload {
    /** Reads and writes of two different keys, x and y. */
    private static final List<String> SHAPES =
            List.of("rx", "rx ry", "rx wx", "rx ry wx", "rx wx ry", "rx ry wx wy", "rx wx ry wy");

    private final Settings settings;
    private final Values values;
    private final KeyChoice keys;

    MiniTransactions(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.keys = new KeyChoice(count(settings), settings.zipf());
    }

    /** The shapes need two. */
    private static int count(Settings settings) {
        return Math.max(2, settings.keys());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int key = 0; key < count(settings); key++) {
            load.put(Value.of(key));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        String shape = SHAPES.get(random.nextInt(SHAPES.size()));
        return client -> run(shape, client, random);
    }

    private boolean run(String shape, KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int[] both = keys.distinct(2, random);
        for (String step : shape.split(" ", -1)) {
            Value key = Value.of(both[step.endsWith("x") ? 0 : 1]);
            if (step.startsWith("r")) {
                client.get(key, false);
            } else {
                client.put(key, values.next(random));
            }
        }
        return true;
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT);
    }
}
