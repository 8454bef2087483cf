package io.bateleur.sql.eval;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a definition does to the rows of a table that is there already: columns come, go and change their types, and rules are checked. */
final class Redefinition {
    private final TableShape before;
    private final TableShape now;
    private final TableRules rules;
    private final Rulebook rulebook;
    private final SqlDialect dialect;
    private final Map<String, Name> renamed = new HashMap<>();
    private final Map<String, Expr> using = new HashMap<>();

    /** @param rulebook of the schema as it is now */
    Redefinition(TableShape before, TableShape now, Rulebook rulebook, Statement statement) {
        this.before = before;
        this.now = now;
        this.rulebook = rulebook;
        this.rules = rulebook.rules(now);
        this.dialect = rulebook.dialect();
        if (statement instanceof Definition.AlterTable alter) {
            alter.alterations().forEach(this::note);
        }
    }

    // ---- what the statement says of columns

    private void note(Definition.Alteration alteration) {
        if (alteration instanceof Definition.RenameColumn rename) {
            renamed(rename.to().text(), rename.from());
        } else if (alteration instanceof Definition.OtherAlteration other) {
            words(other.words().tokens());
        }
    }

    private void renamed(String to, Name from) {
        for (TableShape.Column column : now.columns()) {
            if (new Name(to, false).matches(column.name())) {
                renamed.put(column.name(), from);
            }
        }
    }

    private void words(List<String> words) {
        boolean column = words.size() > 1 && words.get(1).equalsIgnoreCase("COLUMN");
        int name = column ? 2 : 1;
        if (words.size() < name + 2) {
            return;
        }
        if (words.get(0).equalsIgnoreCase("CHANGE")) {
            renamed(Name.of(words.get(name + 1)).text(), Name.of(words.get(name)));
        }
        if (words.size() == name + 4 && words.get(name + 1).equalsIgnoreCase("RENAME")) {
            renamed(Name.of(words.get(name + 3)).text(), Name.of(words.get(name)));
        }
        for (int i = name + 1; i < words.size(); i++) {
            if (words.get(i).equalsIgnoreCase("USING")) {
                Expr value = expression(String.join(" ", words.subList(i + 1, words.size())));
                Name named = Name.of(words.get(name));
                now.columns().stream()
                        .filter(each -> named.matches(each.name()))
                        .forEach(each -> using.put(each.name(), value));
            }
        }
    }

    private Expr expression(String text) {
        List<Statement> read = SqlReader.read("SELECT " + text, dialect);
        if (read.size() == 1
                && read.get(0) instanceof Query query
                && query.body() instanceof QueryBody.Select select
                && select.items().size() == 1) {
            return select.items().get(0).value();
        }
        throw new Outside(null, "USING of ALTER TABLE");
    }

    // ---- rows

    /** A row as it is afterwards. */
    Object[] changed(Object[] old, Frame frame) {
        Object[] values = new Object[now.columns().size()];
        for (int i = 0; i < values.length; i++) {
            TableShape.Column column = now.columns().get(i);
            int from = from(column.name());
            Expr written = using.get(column.name());
            if (written != null) {
                values[i] = ofOld(written, old, frame);
            } else {
                values[i] = from < 0 ? added(i, frame) : kept(before.columns().get(from), column, old[from]);
            }
        }
        try {
            rules.complete(frame, values);
        } catch (SqlError error) {
            throw dialect == SqlDialect.POSTGRES ? error : new SqlError("", String.valueOf(error.getMessage()));
        }
        return values;
    }

    private int from(String column) {
        Name old = renamed.get(column);
        return old == null ? before.table().column(column) : before.table().column(old);
    }

    private @Nullable Object kept(TableShape.Column old, TableShape.Column column, @Nullable Object value) {
        boolean needsCast = dialect == SqlDialect.POSTGRES
                && !old.type().kind().equals(column.type().kind())
                && !column.type().isText()
                && !(old.type().isNumber() && column.type().isNumber());
        if (needsCast) {
            throw new SqlError("42804", "a column that cannot be cast by itself");
        }
        return value;
    }

    private @Nullable Object added(int column, Frame frame) {
        Code byDefault = rules.defaults[column];
        if (rules.filled[column].isIdentity()) {
            return Unknown.UNKNOWN;
        }
        if (byDefault != null) {
            return byDefault.value(rules.frame(frame, new Object[now.columns().size()]));
        }
        boolean implicit =
                dialect == SqlDialect.MYSQL && now.columns().get(column).notNull();
        return implicit ? NewRows.implicit(now.columns().get(column).type()).value(frame) : null;
    }

    private @Nullable Object ofOld(Expr expression, Object[] old, Frame frame) {
        Compilation compilation = new Compilation(dialect, rulebook.shapes());
        Scope scope = new Scope(null);
        int slot = compilation.newSlot();
        List<String> names =
                before.columns().stream().map(TableShape.Column::name).toList();
        List<SqlType> types =
                before.columns().stream().map(TableShape.Column::type).toList();
        scope.origins.add(new Scope.Origin(new Name(before.table().name().name(), true), slot, names, types, false));
        Code code = new ExpressionCompiler(compilation, scope, null).value(expression);
        Frame row = new Frame(
                compilation.slots(),
                compilation.memos(),
                new Object[0],
                frame.tables,
                frame.changes,
                frame.environment);
        row.slots[slot] = old;
        return row.certain(code);
    }

    // ---- rules

    /** Whether all rows keep all rules; unknown where that is not known. An error says which is broken. */
    boolean check(List<Row> rows, Frame frame) {
        boolean sure = !rules.mayRefuse;
        Writer writer = new Writer(rulebook, frame);
        for (Row row : rows) {
            sure &= !broken(() -> rules.check(frame, row.values()));
            for (TableRules.Key key : rules.keys) {
                Row other = writer.clash(rules, key, row.values(), row, java.util.Set.of());
                if (other != null && other != Doubt.ROW) {
                    throw Violation.UNIQUE.error(dialect, "a key of " + now.name());
                }
                sure &= other == null;
            }
            writer.attempt(() -> writer.checkParents(now, null, row.values()));
        }
        writer.refuse();
        return sure && writer.perhaps() == null;
    }

    private interface Check {
        boolean isUnsure();
    }

    /** NULL in a column that must not have it has an error of its own where it was there before. */
    private boolean broken(Check check) {
        try {
            return check.isUnsure();
        } catch (SqlError error) {
            boolean nulls =
                    error.state().equals(Violation.NOT_NULL.error(dialect, "").state());
            if (dialect == SqlDialect.POSTGRES || !nulls) {
                throw error;
            }
            List<SqlError> all = new ArrayList<>(List.of(error));
            all.add(new SqlError(dialect == SqlDialect.H2 ? "90081" : "01000", "NULL"));
            throw SqlError.oneOf(all);
        }
    }

    static boolean concerns(Statement statement, BaseTable table) {
        if (statement instanceof Definition.AlterTable alter) {
            return alter.table().last().text().toLowerCase(Locale.ROOT).equals(lower(table));
        }
        return statement instanceof Definition.CreateIndex index
                && index.table().last().text().toLowerCase(Locale.ROOT).equals(lower(table));
    }

    private static String lower(BaseTable table) {
        return table.name().name().toLowerCase(Locale.ROOT);
    }
}
