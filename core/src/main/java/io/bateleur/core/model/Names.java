package io.bateleur.core.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What people read in place of the ids and keys of a trace: {@code T8} for transaction 8, {@code k1} for key 1, and
 * {@code item[1].stock} for a cell of a table.
 *
 * <p>Different ids have different names. Where a trace has both a transaction 8 and one called "T8", its numbers stay as they
 * are; and so for keys. All parts of a history have the names of the whole.
 */
public final class Names {
    /** Ids and keys as the mini-language writes them. */
    static final Names AS_WRITTEN = new Names("", "", Map.of());

    private static final Pattern LIKE_A_TRANSACTION = Pattern.compile("T-?[0-9]+");
    private static final Pattern LIKE_A_KEY = Pattern.compile("k-?[0-9]+");
    private static final Pattern BARE_COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
    /** Any values of the columns that are left of a primary key. */
    private static final String ANY = "*";

    private final String beforeTransactions;
    private final String beforeKeys;
    /** What the tables of cells are called, by their qualified names. */
    private final Map<String, String> tables;

    private Names(String beforeTransactions, String beforeKeys, Map<String, String> tables) {
        this.beforeTransactions = beforeTransactions;
        this.beforeKeys = beforeKeys;
        this.tables = Map.copyOf(tables);
    }

    static Names of(ValuePool ids, ValuePool keys) {
        return new Names(
                has(ids, LIKE_A_TRANSACTION.asMatchPredicate()) ? "" : "T",
                has(keys, LIKE_A_KEY.asMatchPredicate()) ? "" : "k",
                Map.of());
    }

    private static boolean has(ValuePool pool, Predicate<String> name) {
        for (int i = 0; i < pool.size(); i++) {
            if (!pool.isInteger(i) && pool.get(i) instanceof Value.Text text && name.test(text.value())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same where lists that begin with one of these tables are cells.
     *
     * @param qualified with their schemas, which are left out where the table alone tells as much
     */
    public Names withTables(Collection<String> qualified) {
        Set<String> once = new HashSet<>();
        Set<String> twice = new HashSet<>();
        new HashSet<>(qualified).forEach(table -> {
            if (!once.add(simple(table))) {
                twice.add(simple(table));
            }
        });
        Map<String, String> shown = new HashMap<>();
        qualified.forEach(table -> shown.put(table, twice.contains(simple(table)) ? table : simple(table)));
        return new Names(beforeTransactions, beforeKeys, shown);
    }

    private static String simple(String table) {
        return table.substring(table.lastIndexOf('.') + 1);
    }

    /** The name of a transaction, by its id. */
    public String transaction(Value id) {
        return isNumber(id) ? beforeTransactions + id : id.toString();
    }

    public String key(Value key) {
        return isNumber(key) ? beforeKeys + key : cell(key).orElseGet(key::toString);
    }

    private static boolean isNumber(Value value) {
        return value instanceof Value.Int || value instanceof Value.BigInt;
    }

    private Optional<String> cell(Value key) {
        if (!(key instanceof Value.Elements list)
                || list.value().size() < 2
                || !(list.value().get(0) instanceof Value.Text table)
                || !(list.value().get(1) instanceof Value.Text column)
                || !tables.containsKey(table.value())) {
            return Optional.empty();
        }
        List<Value> row = list.value().subList(2, list.value().size());
        String place = row.isEmpty() ? ANY : row.stream().map(Names::part).collect(Collectors.joining(","));
        return Optional.of(tables.get(table.value()) + "[" + place + "]." + (isBare(column) ? column.value() : column));
    }

    /** Bounds of ranges end in an empty list, above all values. */
    private static String part(Value value) {
        return value instanceof Value.Elements list && list.value().isEmpty() ? ANY : value.toString();
    }

    private static boolean isBare(Value.Text column) {
        return BARE_COLUMN.matcher(column.value()).matches();
    }

    /** An operation as in the mini-language, with these names. */
    public String operation(Operation operation) {
        return Notation.operation(operation, this);
    }

    /** Two bounds of a range, as they are written between parentheses; cells of a whole table are one. */
    public String range(Optional<Value> low, Optional<Value> high) {
        String from = low.map(this::key).orElse(Notation.UNBOUNDED);
        String to = high.map(this::key).orElse(Notation.UNBOUNDED);
        return from.equals(to) && low.flatMap(this::cell).isPresent() ? from : from + "," + to;
    }
}
