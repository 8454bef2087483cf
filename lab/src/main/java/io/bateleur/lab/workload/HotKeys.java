package io.bateleur.lab.workload;

import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The anomalies of the books as programs, all of them on very few keys: pairs, whose two keys are read and written together or one by
 * one, and small groups, which are read as ranges. The programs and their shares are our own.
 */
final class HotKeys implements Workload {
    private static final int GROUP_SIZE = 4;
    /** Groups come after all pairs. Small numbers, because people read these keys. */
    private static final int GROUPS_FROM = 1_000_000;

    private final int pairs;
    private final Values values;
    private final KeyChoice choice;
    private final Mix<Program> programs = new Mix<Program>()
            .with(25, this::writeSkew)
            .with(20, this::lostUpdate)
            .with(10, this::writeOne)
            .with(10, this::writeBoth)
            .with(20, this::readBoth)
            .with(15, this::phantom);

    HotKeys(Settings settings) {
        this.pairs = (settings.keys() + 1) / 2;
        this.values = new Values(settings);
        this.choice = new KeyChoice(pairs, settings.zipf());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int pair = 0; pair < pairs; pair++) {
            load.put(pairKey(pair, 0)).put(pairKey(pair, 1));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    /** Two of these at once, which write different keys, have each missed the other's write. */
    private boolean writeSkew(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int pair = choice.draw(random);
        client.get(pairKey(pair, 0), false);
        client.get(pairKey(pair, 1), false);
        client.put(one(pair, random), values.next(random));
        return true;
    }

    private boolean lostUpdate(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        Value key = one(choice.draw(random), random);
        client.get(key, false);
        client.put(key, values.next(random));
        return true;
    }

    /** Two of these at once, of both keys of a pair, may be seen in two orders: the long fork. */
    private boolean writeOne(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        client.put(one(choice.draw(random), random), values.next(random));
        return true;
    }

    /** Whoever sees half of it has a read skew. */
    private boolean writeBoth(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int pair = choice.draw(random);
        int first = random.nextInt(2);
        client.put(pairKey(pair, first), values.next(random));
        client.put(pairKey(pair, 1 - first), values.next(random));
        return true;
    }

    private boolean readBoth(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int pair = choice.draw(random);
        int first = random.nextInt(2);
        client.get(pairKey(pair, first), false);
        client.get(pairKey(pair, 1 - first), false);
        return true;
    }

    /** Reads a group and changes which of its keys are there: two at once have each missed the other's. */
    private boolean phantom(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int group = choice.draw(random);
        Value key = groupKey(group, random.nextInt(GROUP_SIZE));
        List<Item> live = client.scan(groupKey(group, 0), groupKey(group + 1, 0), false);
        if (live.stream().anyMatch(item -> item.key().equals(key))) {
            client.delete(key);
        } else {
            client.put(key, values.next(random));
        }
        return true;
    }

    private static Value one(int pair, SplittableRandom random) {
        return pairKey(pair, random.nextInt(2));
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN);
    }

    private static Value pairKey(int pair, int one) {
        return Value.of(10L * pair + one);
    }

    private static Value groupKey(int group, int one) {
        return Value.of(GROUPS_FROM + 10L * group + one);
    }
}
