package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * SmallBank: customers with a savings and a checking account. Under snapshot isolation, checks that are written while savings are
 * withdrawn overdraw both accounts.
 *
 * <p>The five programs of Alomari, Cahill, Fekete and Röhm ("The Cost of Serializability on Platforms That Use Snapshot Isolation",
 * 2008) are from memory, as is the sixth, which sends payments; the shares are those of BenchBase's sample configuration.
 */
final class SmallBank implements Workload {
    static final int SAVINGS = 1;
    static final int CHECKING = 2;
    static final int INITIAL_BALANCE = 100;
    private static final int AMOUNT_MAX = 50;
    /** What an overdrawn check costs. */
    private static final int PENALTY = 1;

    private final int customers;
    private final Values values;
    private final KeyChoice choice;
    private final Mix<Program> programs = new Mix<Program>()
            .with(15, this::amalgamate)
            .with(15, this::balance)
            .with(15, this::depositChecking)
            .with(25, this::sendPayment)
            .with(15, this::transactSavings)
            .with(15, this::writeCheck);

    SmallBank(Settings settings) {
        this.customers = Math.max(2, settings.keys());
        this.values = new Values(settings);
        this.choice = new KeyChoice(customers, settings.zipf());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int customer = 0; customer < customers; customer++) {
            load.put(Keys.of(SAVINGS, customer), INITIAL_BALANCE).put(Keys.of(CHECKING, customer), INITIAL_BALANCE);
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    /** Moves all that one customer has to the other's checking account. */
    private boolean amalgamate(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int[] both = choice.distinct(2, random);
        int savings = read(client, SAVINGS, both[0]);
        int checking = read(client, CHECKING, both[0]);
        write(client, SAVINGS, both[0], 0);
        write(client, CHECKING, both[0], 0);
        write(client, CHECKING, both[1], read(client, CHECKING, both[1]) + savings + checking);
        return true;
    }

    private boolean balance(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int customer = choice.draw(random);
        read(client, SAVINGS, customer);
        read(client, CHECKING, customer);
        return true;
    }

    private boolean depositChecking(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int customer = choice.draw(random);
        write(client, CHECKING, customer, read(client, CHECKING, customer) + amount(random));
        return true;
    }

    private boolean sendPayment(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int[] both = choice.distinct(2, random);
        int amount = amount(random);
        int checking = read(client, CHECKING, both[0]);
        if (checking < amount) {
            return false;
        }
        write(client, CHECKING, both[0], checking - amount);
        write(client, CHECKING, both[1], read(client, CHECKING, both[1]) + amount);
        return true;
    }

    /** Deposits or withdraws, but never more than is there. */
    private boolean transactSavings(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int customer = choice.draw(random);
        int amount = random.nextBoolean() ? amount(random) : -amount(random);
        int savings = read(client, SAVINGS, customer);
        if (savings + amount < 0) {
            return false;
        }
        write(client, SAVINGS, customer, savings + amount);
        return true;
    }

    private boolean writeCheck(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int customer = choice.draw(random);
        int amount = amount(random);
        int savings = read(client, SAVINGS, customer);
        int checking = read(client, CHECKING, customer);
        int taken = savings + checking < amount ? amount + PENALTY : amount;
        write(client, CHECKING, customer, checking - taken);
        return true;
    }

    private static int read(KeyValueClient client, int table, int customer) throws CallFailedException {
        return Values.number(client.get(Keys.of(table, customer), false));
    }

    private void write(KeyValueClient client, int table, int customer, int balance) throws CallFailedException {
        Value key = Keys.of(table, customer);
        client.put(key, values.holding(balance));
    }

    private static int amount(SplittableRandom random) {
        return 1 + random.nextInt(AMOUNT_MAX);
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT);
    }
}
