package io.bateleur.lab.repro.derived;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows that some transactions begin with, as far as they matter to these: what they read of others is what must be there; of the rest of
 * a row anything will do, preferably what the trace says that was there at first.
 */
final class StartingRows {
    private final History recorded;
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();
    /** By table and primary key: the columns that are known. Empty where the row is not there. */
    private final Map<String, Map<List<Value>, Optional<Map<String, Value>>>> rows = new LinkedHashMap<>();
    /** What the transactions themselves wrote: to read that needs no row at first. */
    private final Map<Value, Set<Content>> written = new HashMap<>();

    /** Rows that one of them inserted before any other had changed them. */
    private final Set<List<Value>> made = new HashSet<>();

    private final Set<Interval> kept;

    /**
     * @param transactions lifted from the recorded history
     * @param kept when the statements were said that matter
     */
    StartingRows(History recorded, List<Transaction> transactions, Set<Interval> kept) {
        this.recorded = recorded;
        this.kept = kept;
        SqlTable.of(recorded.about()).forEach(table -> tables.put(table.name(), table));
        List<Transaction> inTime = transactions.stream()
                .sorted(Comparator.comparingLong(StartingRows::begin))
                .toList();
        inTime.stream()
                .flatMap(each -> each.operations().stream())
                .filter(this::isKept)
                .filter(each -> each.kind() == OpKind.PUT || each.kind() == OpKind.DELETE)
                .forEach(each -> written.computeIfAbsent(each.key(), key -> new HashSet<>())
                        .add(each.content()));
        inTime.forEach(this::look);
    }

    private static long begin(Transaction transaction) {
        return transaction.begin().map(Interval::before).orElse(0L);
    }

    private void look(Transaction transaction) {
        Set<Value> own = new HashSet<>();
        for (Operation operation : transaction.operations()) {
            if (!isKept(operation)) {
                continue;
            }
            if (operation.kind().isRangeRead()) {
                for (Item item : operation.items()) {
                    read(item.key(), item.content(), own);
                }
            } else if (operation.kind() == OpKind.GET) {
                read(operation.key(), operation.content(), own);
            } else if (operation.kind() != OpKind.SQL) {
                own.add(operation.key());
                changed(operation.key(), verb(transaction, operation));
            }
        }
    }

    /** Where nothing is known of times, everything matters. */
    private boolean isKept(Operation operation) {
        return operation.times().map(kept::contains).orElse(true);
    }

    private void read(Value key, Content content, Set<Value> own) {
        if (own.contains(key)
                || written.getOrDefault(key, Set.of()).contains(content)
                || !(key instanceof Value.Elements cell)
                || cell.value().size() < 3) {
            return;
        }
        if (content instanceof Content.Dead) {
            of(cell).putIfAbsent(primaryKey(cell), Optional.empty());
        } else if (content instanceof Content.Live live) {
            there(key);
            of(cell).getOrDefault(primaryKey(cell), Optional.empty())
                    .ifPresent(columns -> columns.putIfAbsent(column(cell), live.value()));
        }
    }

    /** An update or a delete needs the row, unless one of them has inserted it. */
    private void changed(Value key, String verb) {
        if (key instanceof Value.Elements cell && cell.value().size() >= 3) {
            List<Value> row = new ArrayList<>(primaryKey(cell));
            row.add(0, cell.value().get(0));
            boolean known = of(cell).containsKey(primaryKey(cell));
            if (verb.equals("INSERT") && !known) {
                made.add(row);
            } else if ((verb.equals("UPDATE") || verb.equals("DELETE")) && !made.contains(row)) {
                there(key);
            }
        }
    }

    /** The first word of the statement that did it. */
    private String verb(Transaction transaction, Operation operation) {
        return recorded.transaction(transaction.id()).stream()
                .flatMap(each -> each.operations().stream())
                .filter(each -> each.kind() == OpKind.SQL && each.times().equals(operation.times()))
                .map(each -> each.statement().strip().split("\\W", 2)[0].toUpperCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    private void there(Value key) {
        if (key instanceof Value.Elements cell && cell.value().size() >= 3) {
            of(cell).putIfAbsent(primaryKey(cell), Optional.of(new HashMap<>()));
        }
    }

    private Map<List<Value>, Optional<Map<String, Value>>> of(Value.Elements cell) {
        return rows.computeIfAbsent(text(cell.value().get(0)), name -> new LinkedHashMap<>());
    }

    private static String column(Value.Elements cell) {
        return text(cell.value().get(1));
    }

    private static List<Value> primaryKey(Value.Elements cell) {
        return cell.value().subList(2, cell.value().size());
    }

    private static String text(Value value) {
        return value instanceof Value.Text text ? text.value() : value.toString();
    }

    /** The tables that matter. */
    Map<String, SqlTable> tables() {
        return tables;
    }

    /** The rows of a table: a value for each of its columns. */
    List<List<Value>> of(SqlTable table) {
        List<TableRows> told = recorded.initialRows().stream()
                .filter(each -> each.table().equals(table.name()))
                .toList();
        if (table.key().isEmpty()) {
            return told.stream().flatMap(each -> each.rows().stream()).toList();
        }
        return rows.getOrDefault(table.name(), Map.of()).entrySet().stream()
                .filter(each -> each.getValue().isPresent())
                .map(each -> row(table, each.getKey(), each.getValue().get(), told))
                .toList();
    }

    private static List<Value> row(SqlTable table, List<Value> key, Map<String, Value> known, List<TableRows> told) {
        Optional<List<Value>> first = told.stream()
                .flatMap(rows -> rows.rows().stream().filter(row -> isRow(rows.columns(), row, table.key(), key)))
                .findFirst();
        return table.columns().stream()
                .map(column -> {
                    int place = table.key().indexOf(column.name());
                    if (place >= 0) {
                        return key.get(place);
                    }
                    int place0 = told.isEmpty() ? -1 : told.get(0).columns().indexOf(column.name());
                    Value otherwise =
                            first.isPresent() && place0 >= 0 ? first.get().get(place0) : TableText.filler(column);
                    return known.getOrDefault(column.name(), otherwise);
                })
                .toList();
    }

    private static boolean isRow(List<String> columns, List<Value> row, List<String> names, List<Value> key) {
        for (int i = 0; i < names.size(); i++) {
            int at = columns.indexOf(names.get(i));
            if (at < 0 || !row.get(at).equals(key.get(i))) {
                return false;
            }
        }
        return names.size() == key.size();
    }
}
