package io.bateleur.sql.eval;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable;
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
import java.util.Objects;
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
            return define(statement);
        }
        if (statement instanceof Utility.Begin) {
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

    /** A table that is defined anew is empty; the rows of one that is altered change with it. */
    private Answer define(Statement statement) {
        Evaluator before = evaluator;
        Evaluator after = new Evaluator(before.catalog().with(List.of(statement)));
        for (BaseTable table : before.catalog().tables()) {
            TableShape old = Objects.requireNonNull(before.table(table.name().toString()));
            TableShape now = after.table(renamed(statement, table));
            boolean same = now != null && now.table().equals(table);
            try {
                if (now == null || statement instanceof Definition.CreateTable && !same) {
                    tables.forget(old);
                } else if (!same || Redefinition.concerns(statement, table)) {
                    redefine(old, now, after, statement);
                }
            } catch (SqlError refused) {
                return Answer.refused(refused);
            } catch (Outside outside) {
                tables.forget(old);
                evaluator = after;
                obscure(now);
                return Answer.outside(List.of(outside.gap));
            }
        }
        evaluator = after;
        return Answer.DONE;
    }

    private static String renamed(Statement statement, BaseTable table) {
        if (statement instanceof Definition.AlterTable alter && Redefinition.concerns(statement, table)) {
            for (Definition.Alteration each : alter.alterations()) {
                if (each instanceof Definition.RenameTable rename) {
                    return rename.to().last().text();
                }
            }
        }
        return table.name().toString();
    }

    private void redefine(TableShape old, TableShape now, Evaluator after, Statement statement) {
        if (!now.table().knows(BaseTable.Aspect.COLUMNS)) {
            throw new Outside(statement, "a definition that is not understood");
        }
        Frame frame = new Frame(0, 0, new Object[0], tables, tables, counters);
        Redefinition redefinition = new Redefinition(old, now, after.rulebook(), statement);
        List<Row> rows = new ArrayList<>();
        tables.all(old, Purpose.READ).forEach(rows::add);
        List<Object[]> values = new ArrayList<>();
        for (Row row : rows) {
            if (row.presence() != Presence.SURE) {
                throw new Outside(statement, "a definition of a table whose rows are not known");
            }
            values.add(redefinition.changed(row.values(), frame));
        }
        Object before = tables.forget(old);
        List<Row> changed = new ArrayList<>();
        values.forEach(each -> changed.add(tables.insert(now, each, Presence.SURE)));
        try {
            if (!redefinition.check(changed, frame)) {
                throw new Outside(statement, "a definition that may be refused");
            }
        } catch (SqlError refused) {
            tables.forget(now);
            tables.restore(old, before);
            throw refused;
        }
    }

    private void obscure(@Nullable TableShape table) {
        if (table != null) {
            tables.obscure(table);
        }
    }
}
