package io.bateleur.bench;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.List;
import java.util.SplittableRandom;

/** The trace of SmallBank on a database that executes its transactions one after another: as many statements as are asked for. */
final class SmallBankTrace {
    private static final int SESSIONS = 16;
    private static final long BALANCE = 1_000_000;
    private static final String CUSTOMER = "SELECT custid FROM account WHERE name = ?";

    private final HistoryBuilder builder = History.builder().initialState(InitialState.UNKNOWN);
    private final SplittableRandom random = new SplittableRandom(7);
    private final long[][] balances;
    private final int statements;
    private TransactionBuilder transaction = builder.begin("load", "load");
    private long time;
    private int written;

    SmallBankTrace(int statements, int customers) {
        this.statements = statements;
        this.balances = new long[2][customers];
        builder.about("engine", Value.of("PostgreSQL"));
        for (String table : List.of("savings", "checking")) {
            table(new SqlTable(
                    "public." + table, List.of("custid"), List.of(number("custid"), number("bal")), false, List.of()));
        }
        SqlTable.Column name = new SqlTable.Column("name", "VARCHAR", 40, 0, false);
        table(new SqlTable("public.account", List.of("name"), List.of(name, number("custid")), false, List.of()));
    }

    private static SqlTable.Column number(String name) {
        return new SqlTable.Column(name, "BIGINT", 19, 0, false);
    }

    private void table(SqlTable table) {
        builder.about(SqlTable.ABOUT + table.name(), table.toValue());
    }

    History history() {
        transaction.at(time, ++time);
        for (int customer = 0; customer < balances[0].length; customer++) {
            change(
                    "INSERT INTO account (name, custid) VALUES (?, ?)",
                    Value.of("customer" + customer),
                    Value.of(customer));
            for (int kind = 0; kind < balances.length; kind++) {
                balances[kind][customer] = BALANCE;
                change(
                        "INSERT INTO " + table(kind) + " (custid, bal) VALUES (?, ?)",
                        Value.of(customer),
                        Value.of(BALANCE));
            }
        }
        commit();
        for (int t = 1; written < statements; t++) {
            transaction = builder.begin("s" + t % SESSIONS, "t" + t);
            transaction.at(++time, ++time);
            program();
            commit();
        }
        return builder.build();
    }

    private static String table(int kind) {
        return kind == 0 ? "savings" : "checking";
    }

    private void program() {
        int customer = customer();
        int amount = random.nextInt(1, 500);
        switch (random.nextInt(5)) {
            case 0 -> {
                read(0, customer);
                read(1, customer);
            }
            case 1 -> add(1, amount, customer);
            case 2 -> add(0, read(0, customer) > amount ? -amount : amount, customer);
            case 3 -> {
                int other = customer();
                long all = read(0, customer) + read(1, customer);
                write(0, 0, customer);
                write(1, 0, customer);
                add(1, all, other);
            }
            default -> {
                read(0, customer);
                read(1, customer);
                add(1, -amount, customer);
            }
        }
    }

    private int customer() {
        int customer = random.nextInt(balances[0].length);
        say(
                CUSTOMER,
                List.of(Value.of("customer" + customer)),
                new SqlResult.Rows(List.of("custid"), List.of(List.of(Value.of(customer))), true));
        return customer;
    }

    private long read(int kind, int customer) {
        long balance = balances[kind][customer];
        say(
                "SELECT bal FROM " + table(kind) + " WHERE custid = ?",
                List.of(Value.of(customer)),
                new SqlResult.Rows(List.of("bal"), List.of(List.of(Value.of(balance))), true));
        return balance;
    }

    private void write(int kind, long balance, int customer) {
        balances[kind][customer] = balance;
        change("UPDATE " + table(kind) + " SET bal = ? WHERE custid = ?", Value.of(balance), Value.of(customer));
    }

    private void add(int kind, long amount, int customer) {
        balances[kind][customer] += amount;
        change("UPDATE " + table(kind) + " SET bal = bal + ? WHERE custid = ?", Value.of(amount), Value.of(customer));
    }

    private void change(String text, Value... parameters) {
        say(text, List.of(parameters), new SqlResult.Count(1L));
    }

    private void say(String text, List<Value> parameters, SqlResult answer) {
        transaction.sql(text, parameters, Content.live(SqlResult.toValue(List.of(answer))));
        transaction.at(++time, ++time);
        written++;
    }

    private void commit() {
        transaction.commit().at(++time, ++time);
    }
}
