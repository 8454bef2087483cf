package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Transactions of operations that are drawn one by one: BlindW, and the three microbenchmarks of Boomslang.
 *
 * <p>The mixes of RandomBench, RandomRange, RandomRMWRange and of BlindW with as many reads as writes are those of appendix A.5 of the
 * paper ("Making Transaction Isolation Checking Practical", arXiv:2604.20587), and so are the bounds of ranges and how far iterators
 * go. The paper counts a read-modify-write as one operation, and we a range query with the query of everything before it, too. It
 * does not say whether the keys are there at first; here they are. BlindW of mostly reads and of mostly writes are known from Cobra, which
 * has whole transactions of either; their shares of 90 % are from memory, and here, as in A.5, each operation is drawn for itself.
 */
final class RandomOperations implements Workload {
    /** Bounds of ranges are this far apart at most: A.5. */
    private static final int RANGE_MAX = 100;
    /** Iterators stop after this many keys at most: A.5. */
    private static final int ITERATED_MAX = 10;

    private enum Step {
        READ(OpKind.GET),
        WRITE(OpKind.PUT),
        DELETE(OpKind.DELETE),
        SCAN(OpKind.SCAN),
        ITERATE(OpKind.ITERATE),
        READ_MODIFY_WRITE(OpKind.GET, OpKind.PUT),
        SCAN_ALL_AND_SCAN(OpKind.SCAN);

        private final Set<OpKind> operations;

        Step(OpKind... operations) {
            this.operations = Set.of(operations);
        }
    }

    private final Settings settings;
    private final Mix<Step> mix = new Mix<>();
    private final EnumSet<OpKind> operations = EnumSet.of(OpKind.PUT); // of the load
    private final Values values;
    private final KeyChoice keys;

    private RandomOperations(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.keys = new KeyChoice(settings.keys(), settings.zipf());
    }

    static RandomOperations readsAndWrites(Settings settings) {
        return new RandomOperations(settings).with(50, Step.READ).with(50, Step.WRITE);
    }

    static RandomOperations mostlyReads(Settings settings) {
        return new RandomOperations(settings).with(90, Step.READ).with(10, Step.WRITE);
    }

    static RandomOperations mostlyWrites(Settings settings) {
        return new RandomOperations(settings).with(10, Step.READ).with(90, Step.WRITE);
    }

    static RandomOperations bench(Settings settings) {
        return new RandomOperations(settings)
                .with(25, Step.READ)
                .with(25, Step.WRITE)
                .with(5, Step.DELETE)
                .with(10, Step.SCAN)
                .with(10, Step.ITERATE)
                .with(25, Step.READ_MODIFY_WRITE);
    }

    static RandomOperations range(Settings settings) {
        return new RandomOperations(settings)
                .with(25, Step.READ)
                .with(25, Step.WRITE)
                .with(5, Step.DELETE)
                .with(20, Step.SCAN)
                .with(25, Step.READ_MODIFY_WRITE);
    }

    static RandomOperations rmwRange(Settings settings) {
        return new RandomOperations(settings).with(90, Step.READ_MODIFY_WRITE).with(10, Step.SCAN_ALL_AND_SCAN);
    }

    private RandomOperations with(int percent, Step step) {
        mix.with(percent, step);
        operations.addAll(step.operations);
        return this;
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int key = 1; key <= settings.keys(); key++) {
            load.put(Value.of(key));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return client -> {
            for (int i = 0; i < settings.operations(); i++) {
                run(mix.draw(random), client, random);
            }
            return true;
        };
    }

    private void run(Step step, KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int number = 1 + keys.draw(random);
        Value key = Value.of(number);
        switch (step) {
            case READ -> client.get(key, false);
            case WRITE -> client.put(key, values.next(random));
            case DELETE -> client.delete(key);
            case SCAN -> client.scan(key, high(number, random), false);
            case ITERATE -> client.iterate(key, high(number, random), 1 + random.nextInt(ITERATED_MAX));
            case READ_MODIFY_WRITE -> {
                client.get(key, false);
                client.put(key, values.next(random));
            }
            case SCAN_ALL_AND_SCAN -> {
                client.scan(null, null, false);
                client.scan(key, high(number, random), false);
            }
        }
    }

    private static Value high(int low, SplittableRandom random) {
        return Value.of((long) low + 1 + random.nextInt(RANGE_MAX));
    }

    @Override
    public Set<OpKind> operations() {
        return Set.copyOf(operations);
    }
}
