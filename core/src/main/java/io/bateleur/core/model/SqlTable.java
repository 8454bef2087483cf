package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of a SQL database as its metadata describe it: what one must know to tell which rows a recorded statement read or wrote.
 * Traces keep it in what they tell of themselves, under {@code table NAME}; docs/trace-format.md says how.
 *
 * @param name as the database stores it, after its schema and a dot where it has one
 * @param key columns of the primary key, in key order; empty when there is none
 * @param triggers whether statements may do more than they say, because there are triggers or rules; true also when nobody could tell
 * @param cascades tables whose rows a delete or a changed key of this one deletes or changes too
 * @param uniques columns of each unique index but that of the primary key; null when nobody looked
 */
public record SqlTable(
        String name,
        List<String> key,
        List<Column> columns,
        boolean triggers,
        List<String> cascades,
        @Nullable List<List<String>> uniques) {
    /** What precedes the name of a table in {@link History#about}. */
    public static final String ABOUT = "table ";

    /** What precedes the kind and the name of an object whose definitions in SQL the trace has. */
    public static final String DEFINITIONS = "sql ";

    /**
     * A column.
     *
     * @param type the name of a {@link java.sql.JDBCType}
     * @param size how many characters or digits at most
     * @param scale how many of the digits follow the point
     * @param computed whether the database may write it by itself: generated, or changed with every update
     */
    public record Column(String name, String type, int size, int scale, boolean computed) {}

    /** One of which nobody knows its unique indexes. */
    public SqlTable(String name, List<String> key, List<Column> columns, boolean triggers, List<String> cascades) {
        this(name, key, columns, triggers, cascades, null);
    }

    public Value toValue() {
        List<Value> parts = new ArrayList<>();
        parts.add(tagged("key", key));
        for (Column column : columns) {
            parts.add(Value.list(
                    Value.of("column"),
                    Value.of(column.name),
                    Value.of(column.type),
                    Value.of(column.size),
                    Value.of(column.scale),
                    Value.of(column.computed)));
        }
        parts.add(Value.list(Value.of("triggers"), Value.of(triggers)));
        parts.add(tagged("cascades", cascades));
        if (uniques != null) {
            List<Value> list = new ArrayList<>(List.of(Value.of("uniques")));
            uniques.forEach(
                    names -> list.add(Value.list(names.stream().map(Value::of).toList())));
            parts.add(Value.list(list));
        }
        return Value.list(parts);
    }

    private static Value tagged(String word, List<String> names) {
        List<Value> list = new ArrayList<>(List.of(Value.of(word)));
        names.forEach(name -> list.add(Value.of(name)));
        return Value.list(list);
    }

    /** The tables that a trace tells of; what it tells in other words is left out. */
    public static List<SqlTable> of(Map<String, Value> about) {
        List<SqlTable> tables = new ArrayList<>();
        about.forEach((name, value) -> {
            if (name.startsWith(ABOUT)) {
                of(name.substring(ABOUT.length()), value).ifPresent(tables::add);
            }
        });
        return tables;
    }

    static Optional<SqlTable> of(String name, Value value) {
        List<String> key = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        List<String> cascades = new ArrayList<>();
        boolean triggers = true;
        List<List<String>> uniques = null;
        if (!(value instanceof Value.Elements parts)) {
            return Optional.empty();
        }
        for (Value part : parts.value()) {
            if (!(part instanceof Value.Elements list)
                    || list.value().isEmpty()
                    || !(list.value().get(0) instanceof Value.Text word)) {
                return Optional.empty();
            }
            List<Value> rest = list.value().subList(1, list.value().size());
            switch (word.value()) {
                case "key" -> key.addAll(texts(rest));
                case "cascades" -> cascades.addAll(texts(rest));
                case "uniques" ->
                    uniques = rest.stream()
                            .map(each ->
                                    each instanceof Value.Elements names ? texts(names.value()) : List.<String>of())
                            .toList();
                case "triggers" -> triggers = !rest.equals(List.of(Value.of(false)));
                case "column" -> {
                    Optional<Column> column = column(rest);
                    if (column.isEmpty()) {
                        return Optional.empty();
                    }
                    columns.add(column.get());
                }
                default -> {} // a newer recorder tells more
            }
        }
        return Optional.of(new SqlTable(name, key, columns, triggers, cascades, uniques));
    }

    private static List<String> texts(List<Value> values) {
        return values.stream()
                .filter(Value.Text.class::isInstance)
                .map(text -> ((Value.Text) text).value())
                .toList();
    }

    private static Optional<Column> column(List<Value> parts) {
        return parts.size() == 5
                        && parts.get(0) instanceof Value.Text name
                        && parts.get(1) instanceof Value.Text type
                        && parts.get(2) instanceof Value.Int size
                        && parts.get(3) instanceof Value.Int scale
                        && parts.get(4) instanceof Value.Bool computed
                ? Optional.of(new Column(
                        name.value(), type.value(), (int) size.value(), (int) scale.value(), computed.value()))
                : Optional.empty();
    }
}
