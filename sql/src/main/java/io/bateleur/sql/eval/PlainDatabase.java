package io.bateleur.sql.eval;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database in memory with one session: what an engine would answer if nobody else were there. */
public final class PlainDatabase {
    private final PlainTables tables = new PlainTables();
    private final Counters counters;
    private final List<Saved> savepoints = new ArrayList<>();
    private Evaluator evaluator;
    private boolean inTransaction;

    private record Saved(Name name, Object mark) {}

    /** Identity columns and sequences count by one from one. */
    private static final class Counters implements Environment {
        private final SqlDialect dialect;
        private final Map<String, Long> next = new HashMap<>();
        private boolean checksReferences;

        Counters(SqlDialect dialect) {
            this.dialect = dialect;
            this.checksReferences = dialect != SqlDialect.SQLITE;
        }

        private static String key(TableShape table, int column) {
            return table.name() + "." + column;
        }

        @Override
        public Object identity(TableShape table, int column) {
            return next.merge(key(table, column), 1L, Long::sum);
        }

        @Override
        public void identityGiven(TableShape table, int column, Object value) {
            boolean counts = dialect == SqlDialect.MYSQL || dialect == SqlDialect.SQLITE;
            if (counts && value instanceof Long number) {
                next.merge(key(table, column), number, Math::max);
            }
        }

        @Override
        public Object nextValue(String sequence) {
            return next.merge(sequence, 1L, Long::sum);
        }

        @Override
        public boolean checksReferences() {
            return checksReferences;
        }
    }

    public PlainDatabase(SqlDialect dialect) {
        this(Catalog.empty(dialect));
    }

    public PlainDatabase(Catalog catalog) {
        this.evaluator = new Evaluator(catalog);
        this.counters = new Counters(catalog.dialect());
    }

    public Evaluator evaluator() {
        return evaluator;
    }

    public PlainTables tables() {
        return tables;
    }

    /** Whether foreign keys are checked from now on; SQLite does so only where it is asked for. */
    public void checkReferences(boolean checks) {
        counters.checksReferences = checks;
    }

    /** Executes one statement. Outside of a transaction it is one of its own. */
    public Answer execute(String text, Object... parameters) {
        List<Statement> statements = SqlReader.read(text, evaluator.catalog().dialect());
        if (statements.size() == 1 && !isOrdinary(statements.get(0))) {
            return other(statements.get(0));
        }
        Answer answer = evaluator.prepare(text).run(parameters, tables, tables, counters);
        if (!inTransaction) {
            tables.keep();
        }
        return answer;
    }

    private static boolean isOrdinary(Statement statement) {
        boolean transaction = statement instanceof Utility.Begin
                || statement instanceof Utility.Commit
                || statement instanceof Utility.Rollback
                || statement instanceof Utility.Savepoint
                || statement instanceof Utility.RollbackTo
                || statement instanceof Utility.Release;
        return !transaction && !(statement instanceof Definition);
    }

    private Answer other(Statement statement) {
        if (statement instanceof Definition) {
            define(statement);
        } else if (statement instanceof Utility.Begin) {
            inTransaction = true;
        } else if (statement instanceof Utility.Commit) {
            end();
        } else if (statement instanceof Utility.Rollback) {
            tables.undo(0);
            end();
        } else if (statement instanceof Utility.Savepoint savepoint) {
            savepoints.add(new Saved(savepoint.name(), tables.mark()));
        } else if (statement instanceof Utility.RollbackTo back) {
            return rollback(back.name());
        } else if (statement instanceof Utility.Release release) {
            int at = find(release.name());
            savepoints.subList(Math.max(at, 0), at < 0 ? 0 : savepoints.size()).clear();
        }
        return Answer.DONE;
    }

    private void end() {
        inTransaction = false;
        savepoints.clear();
        tables.keep();
    }

    private Answer rollback(Name name) {
        int at = find(name);
        if (at < 0) {
            return Answer.refused(new SqlError("3B001", "there is no savepoint " + name));
        }
        tables.undo(savepoints.get(at).mark);
        savepoints.subList(at + 1, savepoints.size()).clear();
        return Answer.DONE;
    }

    private int find(Name name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).name.matches(name)) {
                return i;
            }
        }
        return -1;
    }

    /** A table that is defined anew is empty; of one that is altered nothing is known. */
    private void define(Statement statement) {
        Evaluator before = evaluator;
        evaluator = new Evaluator(before.catalog().with(List.of(statement)));
        for (io.bateleur.sql.schema.BaseTable table : before.catalog().tables()) {
            TableShape old = before.table(table.name().toString());
            TableShape now = evaluator.table(table.name().toString());
            if (old != null && (now == null || !now.table().columns().equals(table.columns()))) {
                tables.forget(old);
                obscure(now);
            }
        }
    }

    private void obscure(@Nullable TableShape table) {
        if (table != null) {
            tables.obscure(table);
        }
    }
}
