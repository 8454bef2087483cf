package io.bateleur.sql.lift;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes small recorded histories by hand. */
final class Recording {
    static final SqlTable ACCOUNT = new SqlTable(
            "public.account",
            List.of("id"),
            List.of(
                    new SqlTable.Column("id", "BIGINT", 19, 0, false),
                    new SqlTable.Column("owner", "VARCHAR", 20, 0, false),
                    new SqlTable.Column("balance", "NUMERIC", 12, 2, false),
                    new SqlTable.Column("version", "INTEGER", 10, 0, false),
                    new SqlTable.Column("seen", "TIMESTAMP", 29, 6, false)),
            false,
            List.of());
    static final SqlTable LINE = new SqlTable(
            "public.line",
            List.of("bill", "pos"),
            List.of(
                    new SqlTable.Column("pos", "INTEGER", 10, 0, false),
                    new SqlTable.Column("bill", "INTEGER", 10, 0, false),
                    new SqlTable.Column("amount", "INTEGER", 10, 0, false)),
            false,
            List.of());

    private final HistoryBuilder builder = History.builder().initialState(InitialState.ABSENT);
    private Lifted lifted;
    private final List<SqlTable> tables = new ArrayList<>(List.of(ACCOUNT, LINE));

    Recording() {
        this("PostgreSQL");
    }

    Recording(String engine) {
        builder.about("engine", Value.of(engine));
    }

    Recording table(SqlTable table) {
        tables.removeIf(each -> each.name().equals(table.name()));
        tables.add(table);
        return this;
    }

    /** A recorder looked, and found no unique key but the primary one. */
    Recording keyOnly(SqlTable table) {
        return table(new SqlTable(
                table.name(), table.key(), table.columns(), table.triggers(), table.cascades(), List.of()));
    }

    Recording tablesAtFirst(String... names) {
        builder.about(
                FirstTables.ABOUT, Value.list(Stream.of(names).map(Value::of).toList()));
        return this;
    }

    Recording unknownInitially() {
        builder.initialState(InitialState.UNKNOWN);
        return this;
    }

    /** One transaction, as it is written down in a test. */
    final class Txn {
        private final TransactionBuilder transaction;

        Txn(TransactionBuilder transaction) {
            this.transaction = transaction;
        }

        Txn count(String sql, Object count, Object... parameters) {
            return answer(sql, values(parameters), new SqlResult.Count(((Number) count).longValue()));
        }

        /** Labels are {@code "id,balance"}, rows are {@code row(...)}. */
        Txn rows(String sql, List<Value> parameters, String labels, List<List<Value>> rows) {
            return answer(sql, parameters, new SqlResult.Rows(List.of(labels.split(",")), rows, true));
        }

        Txn answer(String sql, List<Value> parameters, SqlResult... results) {
            transaction.sql(sql, parameters, Content.live(SqlResult.toValue(List.of(results))));
            return this;
        }

        Txn unanswered(String sql, Object... parameters) {
            transaction.sql(sql, values(parameters), Content.unknown());
            return this;
        }

        Txn level(String level) {
            transaction.level(level);
            return this;
        }

        /** When it began. */
        Txn at(long time) {
            transaction.at(time, time);
            return this;
        }

        void commit(long time) {
            transaction.commit().at(time, time);
        }

        void commit() {
            transaction.commit();
        }

        void abort() {
            transaction.abort();
        }

        void unknown() {
            transaction.unknown();
        }
    }

    Txn begin(String session, String id) {
        return new Txn(builder.begin(session, id));
    }

    Lifted lifted() {
        if (lifted == null) {
            lifted = Lift.lift(builder.build(), tables);
        }
        return lifted;
    }

    static List<Value> values(Object... values) {
        return Stream.of(values).map(Recording::value).toList();
    }

    static List<Value> row(Object... values) {
        return values(values);
    }

    private static Value value(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return Value.of(((Number) value).longValue());
        }
        if (value instanceof Double number) {
            return Value.number(number.toString());
        }
        if (value instanceof Boolean bool) {
            return Value.of(bool);
        }
        return value instanceof Value already ? already : Value.of((String) value);
    }

    static Verdict check(History history, String level) {
        return new Checker().check(history, Level.of(level).orElseThrow(), Budget.unlimited());
    }

    /** The operations of a transaction, one a line. */
    static String told(History history, String id) {
        return Optional.of(history.transaction(Value.of(id)).orElseThrow()).get().operations().stream()
                .map(op -> op.kind().isRangeRead()
                        ? op.kind().word() + " " + op.low().orElseThrow() + ".."
                                + op.high().orElseThrow() + " "
                                + op.items().stream()
                                        .map(item -> item.key().toString())
                                        .collect(Collectors.joining(" "))
                        : op.kind().word() + " " + op.key() + " " + op.content())
                .collect(Collectors.joining("\n"));
    }
}
