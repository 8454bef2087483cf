package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The bank of Troubadour ("Checking Observational Correctness of Database Systems", sections 2 and 8): one table of accounts.
 *
 * <p>Deposits and transfers are those of its figure 2, and as there a transfer does not ask whether the money is there. The paper names
 * the two withdrawals without describing them: here the plain one asks first, and the one with overdraft takes what is
 * missing from the customer's other account: accounts are pairs. A tenth of the transactions check a balance, as in its section 8.5; the others are alike.
 */
final class Bank implements Workload {
    static final int INITIAL_BALANCE = 100;
    private static final int AMOUNT_MAX = 50;

    private final int accounts;
    private final Values values;
    private final KeyChoice choice;
    private final Mix<Program> programs = new Mix<Program>()
            .with(9, this::deposit)
            .with(9, this::withdraw)
            .with(9, this::transfer)
            .with(9, this::withdrawWithOverdraft)
            .with(4, this::checkBalance);

    Bank(Settings settings) {
        this.accounts = settings.keys() + settings.keys() % 2;
        this.values = new Values(settings);
        this.choice = new KeyChoice(accounts, settings.zipf());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int account = 0; account < accounts; account++) {
            load.put(Value.of(account), INITIAL_BALANCE);
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    private boolean deposit(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        add(client, choice.draw(random), amount(random));
        return true;
    }

    private boolean withdraw(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int account = choice.draw(random);
        int amount = amount(random);
        int balance = balance(client, account);
        if (balance >= amount) {
            client.put(Value.of(account), values.holding(balance - amount));
        }
        return true;
    }

    private boolean transfer(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int[] both = choice.distinct(2, random);
        int amount = amount(random);
        add(client, both[1], amount);
        add(client, both[0], -amount);
        return true;
    }

    private boolean withdrawWithOverdraft(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int account = choice.draw(random);
        int other = account ^ 1;
        int amount = amount(random);
        int balance = balance(client, account);
        int reserve = balance(client, other);
        if (balance >= amount) {
            client.put(Value.of(account), values.holding(balance - amount));
        } else if (balance >= 0 && balance + reserve >= amount) {
            client.put(Value.of(account), values.holding(0));
            client.put(Value.of(other), values.holding(balance + reserve - amount));
        } else {
            return false;
        }
        return true;
    }

    private boolean checkBalance(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        balance(client, choice.draw(random));
        return true;
    }

    private void add(KeyValueClient client, int account, int amount) throws CallFailedException {
        int balance = balance(client, account);
        client.put(Value.of(account), values.holding(balance + amount));
    }

    private static int balance(KeyValueClient client, int account) throws CallFailedException {
        return Values.number(client.get(Value.of(account), false));
    }

    private static int amount(SplittableRandom random) {
        return 1 + random.nextInt(AMOUNT_MAX);
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT);
    }
}
