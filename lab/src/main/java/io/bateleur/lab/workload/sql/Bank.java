package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The bank of Troubadour ("Checking Observational Correctness of Database Systems", sections 2 and 8): one table of accounts.
 *
 * <p>Deposits and transfers are those of its figure 2, and as there a transfer does not ask whether the money is there. The paper names
 * the two withdrawals without describing them: here the plain one asks first, and the one with overdraft takes what is
 * missing from the customer's other account: accounts are pairs. A tenth of the transactions check a balance, as in its section 8.5.
 */
final class Bank implements SqlWorkload {
    static final long INITIAL_BALANCE = 1_000_000;
    private static final int AMOUNT_MAX = 500_000;
    private static final Sql.Cell BALANCE = new Sql.Cell("bateleur_accounts", "balance", "id = ?");

    private final int accounts;
    private final SqlWords words;
    private final Amounts amounts;
    private final KeyChoice choice;
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(9, this::deposit)
            .with(9, this::withdraw)
            .with(9, this::transfer)
            .with(9, this::withdrawWithOverdraft)
            .with(4, this::checkBalance);

    Bank(Settings settings, SqlWords words) {
        this.accounts = settings.keys() + settings.keys() % 2;
        this.words = words;
        this.amounts = new Amounts(settings, AMOUNT_MAX);
        this.choice = new KeyChoice(accounts, settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of("bateleur_accounts", "id BIGINT NOT NULL PRIMARY KEY, balance BIGINT NOT NULL");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int account = 0; account < accounts; account++) {
            inserts.row("bateleur_accounts (id, balance)", account, INITIAL_BALANCE);
        }
        return inserts.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private boolean deposit(Sql sql, SplittableRandom random) throws SQLException {
        sql.add(BALANCE, amounts.draw(random), choice.draw(random));
        return true;
    }

    private boolean withdraw(Sql sql, SplittableRandom random) throws SQLException {
        int account = choice.draw(random);
        long amount = amounts.draw(random);
        long balance = sql.read(BALANCE, account);
        if (balance >= amount) {
            sql.addTo(balance, BALANCE, -amount, account);
        }
        return true;
    }

    private boolean transfer(Sql sql, SplittableRandom random) throws SQLException {
        int[] both = choice.distinct(2, random);
        long amount = amounts.draw(random);
        sql.add(BALANCE, amount, both[1]);
        sql.add(BALANCE, -amount, both[0]);
        return true;
    }

    private boolean withdrawWithOverdraft(Sql sql, SplittableRandom random) throws SQLException {
        int account = choice.draw(random);
        int other = account ^ 1;
        long amount = amounts.draw(random);
        long balance = sql.read(BALANCE, account);
        long reserve = sql.read(BALANCE, other);
        if (balance >= amount) {
            sql.addTo(balance, BALANCE, -amount, account);
        } else if (balance >= 0 && balance + reserve >= amount) {
            sql.write(BALANCE, 0, account);
            sql.addTo(reserve, BALANCE, balance - amount, other);
        } else {
            return false;
        }
        return true;
    }

    private boolean checkBalance(Sql sql, SplittableRandom random) throws SQLException {
        sql.rows("SELECT balance FROM bateleur_accounts WHERE id = ?", choice.draw(random));
        return true;
    }
}
