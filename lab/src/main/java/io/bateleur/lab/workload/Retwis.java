package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Retwis, a small Twitter, as Tapir measures it: the shares and the numbers of reads and writes are those of its retwisClient.cc (five
 * in a hundred add a user, 15 follow, 30 post, 50 read a timeline). Any key may be part of any transaction, and keys are taken in
 * their order, both as there; unlike there, the keys of one transaction differ.
 */
final class Retwis implements Workload {
    private static final int TIMELINE_MAX = 10;

    private final Settings settings;
    private final Values values;
    private final KeyChoice keys;
    private final Mix<Program> programs = new Mix<Program>()
            .with(5, (client, random) -> run(client, random, 1, 3))
            .with(15, (client, random) -> run(client, random, 2, 2))
            .with(30, (client, random) -> run(client, random, 3, 5))
            .with(50, this::timeline);

    Retwis(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.keys = new KeyChoice(settings.keys(), settings.zipf());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int key = 0; key < settings.keys(); key++) {
            load.put(Value.of(key));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    /** Writes some keys, of which it reads the first before it writes them. */
    private boolean run(KeyValueClient client, SplittableRandom random, int reads, int writes)
            throws CallFailedException {
        int[] chosen = sorted(writes, random);
        for (int i = 0; i < chosen.length; i++) {
            Value key = Value.of(chosen[i]);
            if (i < reads) {
                client.get(key, false);
            }
            client.put(key, values.next(random));
        }
        return true;
    }

    private boolean timeline(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        for (int key : sorted(1 + random.nextInt(TIMELINE_MAX), random)) {
            client.get(Value.of(key), false);
        }
        return true;
    }

    private int[] sorted(int many, SplittableRandom random) {
        int[] chosen = keys.distinct(many, random);
        Arrays.sort(chosen);
        return chosen;
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT);
    }
}
