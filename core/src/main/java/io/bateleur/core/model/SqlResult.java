package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One result of a SQL statement. The answer of a statement is a list of them, in the order in which they came, kept in the trace as a
 * list of lists that each begin with a word; docs/trace-format.md says which.
 */
public sealed interface SqlResult {

    /**
     * Rows, as far as the client read them.
     *
     * @param columns labels, as the driver gives them
     * @param complete whether the client read to the end, so that there are no other rows
     */
    record Rows(List<String> columns, List<List<Value>> rows, boolean complete) implements SqlResult {
        @Override
        public Value toValue() {
            return Value.list(Value.of("rows"), texts(columns), table(rows), Value.of(complete));
        }
    }

    /** How many rows were changed; null where the driver does not tell. */
    record Count(@Nullable Long rows) implements SqlResult {
        @Override
        public Value toValue() {
            return Value.list(Value.of("count"), rows == null ? Value.NULL : Value.of(rows));
        }
    }

    /** Keys that the database generated for inserted rows. */
    record Keys(List<String> columns, List<List<Value>> rows) implements SqlResult {
        @Override
        public Value toValue() {
            return Value.list(Value.of("keys"), texts(columns), table(rows));
        }
    }

    /** The statement failed and changed nothing. */
    record Failure(String state, String message) implements SqlResult {
        @Override
        public Value toValue() {
            return Value.list(Value.of("error"), Value.of(state), Value.of(message));
        }
    }

    Value toValue();

    static Value toValue(List<? extends SqlResult> answer) {
        return Value.list(answer.stream().map(SqlResult::toValue).toList());
    }

    /** An answer as a trace has it, or empty when it is something else: then nothing is known of it. */
    static Optional<List<SqlResult>> of(Value answer) {
        if (!(answer instanceof Value.Elements list)) {
            return Optional.empty();
        }
        List<SqlResult> results = new ArrayList<>();
        for (Value each : list.value()) {
            SqlResult result = each instanceof Value.Elements parts ? one(parts.value()) : null;
            if (result == null) {
                return Optional.empty();
            }
            results.add(result);
        }
        return Optional.of(results);
    }

    private static @Nullable SqlResult one(List<Value> parts) {
        if (parts.isEmpty() || !(parts.get(0) instanceof Value.Text word)) {
            return null;
        }
        switch (word.value() + " " + parts.size()) {
            case "rows 4", "keys 3" -> {
                List<String> columns = texts(parts.get(1));
                List<List<Value>> rows = columns == null ? null : table(parts.get(2), columns.size());
                if (columns == null || rows == null) {
                    return null;
                }
                if (parts.size() == 3) {
                    return new Keys(columns, rows);
                }
                return parts.get(3) instanceof Value.Bool complete ? new Rows(columns, rows, complete.value()) : null;
            }
            case "count 2" -> {
                if (parts.get(1) instanceof Value.Int rows) {
                    return new Count(rows.value());
                }
                return parts.get(1).equals(Value.NULL) ? new Count(null) : null;
            }
            case "error 3" -> {
                return parts.get(1) instanceof Value.Text state && parts.get(2) instanceof Value.Text message
                        ? new Failure(state.value(), message.value())
                        : null;
            }
            default -> {
                return null;
            }
        }
    }

    private static Value texts(List<String> texts) {
        return Value.list(texts.stream().map(Value::of).toList());
    }

    private static Value table(List<List<Value>> rows) {
        return Value.list(rows.stream().map(Value::list).toList());
    }

    private static @Nullable List<String> texts(Value value) {
        if (!(value instanceof Value.Elements list)) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (Value each : list.value()) {
            if (!(each instanceof Value.Text text)) {
                return null;
            }
            texts.add(text.value());
        }
        return texts;
    }

    private static @Nullable List<List<Value>> table(Value value, int width) {
        if (!(value instanceof Value.Elements list)) {
            return null;
        }
        List<List<Value>> rows = new ArrayList<>();
        for (Value each : list.value()) {
            if (!(each instanceof Value.Elements row) || row.value().size() != width) {
                return null;
            }
            rows.add(row.value());
        }
        return rows;
    }
}
