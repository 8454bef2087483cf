package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * SmallBank: customers, known by their names, with a savings and a checking account.
 *
 * <p>The five programs of Alomari, Cahill, Fekete and Röhm ("The Cost of Serializability on Platforms That Use Snapshot Isolation",
 * 2008), from memory and all equally frequent. Under snapshot isolation a check that is written while savings are withdrawn does
 * not see that, and a balance may show the one without the other.
 */
final class SmallBank implements SqlWorkload {
    static final long INITIAL_BALANCE = 1_000_000;
    private static final int AMOUNT_MAX = 500_000;
    /** What an overdrawn check costs. */
    private static final long PENALTY = 100;

    private static final Sql.Cell SAVINGS = new Sql.Cell("bateleur_savings", "bal", "custid = ?");
    private static final Sql.Cell CHECKING = new Sql.Cell("bateleur_checking", "bal", "custid = ?");

    private final int customers;
    private final SqlWords words;
    private final Amounts amounts;
    private final KeyChoice choice;
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(1, this::amalgamate)
            .with(1, this::balance)
            .with(1, this::depositChecking)
            .with(1, this::transactSavings)
            .with(1, this::writeCheck);

    SmallBank(Settings settings, SqlWords words) {
        this.customers = Math.max(2, settings.keys());
        this.words = words;
        this.amounts = new Amounts(settings, AMOUNT_MAX);
        this.choice = new KeyChoice(customers, settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_account", "name VARCHAR(40) NOT NULL PRIMARY KEY, custid BIGINT NOT NULL",
                "bateleur_savings", "custid BIGINT NOT NULL PRIMARY KEY, bal BIGINT NOT NULL",
                "bateleur_checking", "custid BIGINT NOT NULL PRIMARY KEY, bal BIGINT NOT NULL");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int customer = 0; customer < customers; customer++) {
            inserts.row("bateleur_account (name, custid)", name(customer), customer);
            inserts.row("bateleur_savings (custid, bal)", customer, INITIAL_BALANCE);
            inserts.row("bateleur_checking (custid, bal)", customer, INITIAL_BALANCE);
        }
        return inserts.bodies();
    }

    private static String name(int customer) {
        return "customer" + customer;
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private static long customer(Sql sql, int customer) throws SQLException {
        return sql.rows("SELECT custid FROM bateleur_account WHERE name = ?", name(customer)).stream()
                .findFirst()
                .map(row -> row.number(0))
                .orElse(-1L);
    }

    private boolean balance(Sql sql, SplittableRandom random) throws SQLException {
        long customer = customer(sql, choice.draw(random));
        sql.rows("SELECT bal FROM bateleur_savings WHERE custid = ?", customer);
        sql.rows("SELECT bal FROM bateleur_checking WHERE custid = ?", customer);
        return true;
    }

    private boolean depositChecking(Sql sql, SplittableRandom random) throws SQLException {
        long customer = customer(sql, choice.draw(random));
        sql.add(CHECKING, amounts.draw(random), customer);
        return true;
    }

    /** Deposits or withdraws, but never more than is there. */
    private boolean transactSavings(Sql sql, SplittableRandom random) throws SQLException {
        long customer = customer(sql, choice.draw(random));
        long amount = random.nextBoolean() ? amounts.draw(random) : -amounts.draw(random);
        long savings = sql.read(SAVINGS, customer);
        if (savings + amount < 0) {
            return false;
        }
        sql.addTo(savings, SAVINGS, amount, customer);
        return true;
    }

    /** Moves all that one customer has to the other's checking account. */
    private boolean amalgamate(Sql sql, SplittableRandom random) throws SQLException {
        int[] both = choice.distinct(2, random);
        long from = customer(sql, both[0]);
        long to = customer(sql, both[1]);
        long savings = sql.read(SAVINGS, from);
        long checking = sql.read(CHECKING, from);
        sql.write(SAVINGS, 0, from);
        sql.write(CHECKING, 0, from);
        sql.add(CHECKING, savings + checking, to);
        return true;
    }

    private boolean writeCheck(Sql sql, SplittableRandom random) throws SQLException {
        long customer = customer(sql, choice.draw(random));
        long amount = amounts.draw(random);
        long savings = sql.read(SAVINGS, customer);
        long checking = sql.read(CHECKING, customer);
        sql.addTo(checking, CHECKING, -(savings + checking < amount ? amount + PENALTY : amount), customer);
        return true;
    }
}
