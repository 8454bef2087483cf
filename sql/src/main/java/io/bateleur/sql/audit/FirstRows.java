package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Unknown;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows that tables had at first, and of which tables nobody knows. */
final class FirstRows {
    private final Catalog catalog;
    private final Function<BaseTable, TableShape> shapes;
    final List<PlainRow> rows = new ArrayList<>();
    final Set<TableShape> unknown = new HashSet<>();

    FirstRows(Catalog catalog, Function<BaseTable, TableShape> shapes) {
        this.catalog = catalog;
        this.shapes = shapes;
    }

    /** As the log tells it. */
    void of(History history) {
        Set<BaseTable> known = new HashSet<>();
        for (TableRows given : history.initialRows()) {
            BaseTable table = table(given.table());
            if (table != null && given.complete()) {
                known.add(table);
                add(shapes.apply(table), given);
            }
        }
        boolean empty = history.initialState() != InitialState.UNKNOWN;
        Set<String> atFirst = atFirst(history);
        for (BaseTable table : catalog.tables()) {
            boolean born = atFirst != null && !atFirst.contains(table.name().toString());
            if (!known.contains(table) && !empty && !born) {
                unknown.add(shapes.apply(table));
            }
        }
    }

    private @Nullable BaseTable table(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        for (BaseTable table : catalog.tables()) {
            if (table.name().toString().equals(name)) {
                return table;
            }
        }
        List<BaseTable> same = catalog.tables().stream()
                .filter(table -> table.name().name().equalsIgnoreCase(simple))
                .toList();
        return same.size() == 1 ? same.get(0) : null;
    }

    /** The tables that there were before the first statement; null where nobody tells. */
    static @Nullable Set<String> atFirst(History history) {
        if (!(history.about().get("tables at first") instanceof Value.Elements list)) {
            return null;
        }
        Set<String> names = new HashSet<>();
        list.value().forEach(each -> names.add(each instanceof Value.Text text ? text.value() : each.toString()));
        return names;
    }

    private void add(TableShape shape, TableRows given) {
        int[] places = new int[given.columns().size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = place(shape, given.columns().get(i));
        }
        for (List<Value> row : given.rows()) {
            Object[] values = new Object[shape.columns().size()];
            Arrays.fill(values, Unknown.UNKNOWN);
            for (int i = 0; i < places.length; i++) {
                if (places[i] >= 0) {
                    values[places[i]] = TraceValues.value(row.get(i));
                }
            }
            rows.add(new PlainRow(shape, rows.size(), values, Presence.SURE));
        }
    }

    private static int place(TableShape shape, String column) {
        int found = -1;
        for (int i = 0; i < shape.columns().size(); i++) {
            String name = shape.columns().get(i).name();
            if (name.equals(column)) {
                return i;
            }
            if (name.toLowerCase(Locale.ROOT).equals(column.toLowerCase(Locale.ROOT))) {
                found = i;
            }
        }
        return found;
    }

    /** After statements that fill empty tables. What cannot be evaluated makes its table unknown. */
    void of(String text, List<Statement> statements, Evaluation evaluation) {
        VersionStore store = new VersionStore();
        Sight sight = new Sight(store, new NewestVersions());
        List<LoggedStatement> logged = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Unread unread && !unread.text().startsWith("\\")) {
                throw bad(unread.why(), unread.where(), text);
            }
            if (statement instanceof Change) {
                logged.add(
                        new LoggedStatement(logged.size(), "", List.of(statement), List.of(), Optional.empty(), 0, 0));
            }
        }
        LoggedTransaction filling = new LoggedTransaction(
                -1, "initial", -1, logged, 0, 0, 0, Ending.COMMITTED, SightRules.SERIAL_AT_COMMIT);
        for (LoggedStatement s : logged) {
            sight.at(filling, s);
            Answer answer = evaluation.answer(s, sight, sight);
            if (answer.error() != null) {
                throw bad(
                        answer.error().getMessage() + " (" + answer.error().state() + ")",
                        s.tree().at(),
                        text);
            }
            store.commit(filling, sight.own);
            sight.own.clear();
        }
        rows.addAll(store.newest());
        unknown.addAll(store.obscure());
    }

    private static BadInitialRows bad(@Nullable String what, Span at, String text) {
        return new BadInitialRows("the rows at first cannot be inserted: " + what, at.line(text), at.column(text));
    }
}
