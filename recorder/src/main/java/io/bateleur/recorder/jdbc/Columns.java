package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Veil.Sight;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the rows of a result are read for the trace: of each column by the cheapest getter that does no harm. */
final class Columns {
    private enum Getter {
        INTEGER,
        DECIMAL,
        TEXT,
        BYTES,
        BOOLEAN,
        OBJECT,
        FLOAT,
        DOUBLE,
        /** Everything else, with the name of its type. */
        TAGGED,
        /** Large objects and streams, which often can be read only once: the application's. */
        UNTOUCHED
    }

    private final List<String> labels;
    private final Getter[] getters;
    private final String[] types;
    private final Sight[] sights;
    private final Ledger ledger;
    private final boolean hasUntouched;
    private final boolean areKnown;

    Columns(ResultSetMetaData about, ResultTypes told, Engine engine, Ledger ledger) throws SQLException {
        int count = about.getColumnCount();
        this.ledger = ledger;
        List<String> names = new ArrayList<>(count);
        getters = new Getter[count];
        types = new String[count];
        sights = new Sight[count];
        for (int i = 0; i < count; i++) {
            names.add(about.getColumnLabel(i + 1));
            getters[i] = getter(about, told, i + 1, engine);
            types[i] = getters[i] == Getter.TAGGED ? word(told, i + 1) : "";
            sights[i] = sight(about, i + 1, ledger.veil());
            if (sights[i] == Sight.HIDDEN) {
                getters[i] = Getter.UNTOUCHED;
            }
        }
        labels = List.copyOf(names);
        areKnown = told.areKnown();
        hasUntouched = Arrays.asList(getters).contains(Getter.UNTOUCHED);
    }

    private static Sight sight(ResultSetMetaData about, int column, Veil veil) throws SQLException {
        Sight label = veil.of(about.getColumnLabel(column));
        Sight name = veil.isThick() ? veil.of(about.getColumnName(column)) : label;
        return label.compareTo(name) > 0 ? label : name;
    }

    private static Getter getter(ResultSetMetaData about, ResultTypes types, int column, Engine engine)
            throws SQLException {
        if (engine.has(Trait.TYPES_OF_VALUES)) {
            return Getter.OBJECT;
        }
        return switch (types.type(column)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Getter.INTEGER;
            case Types.BIGINT -> about.isSigned(column) || engine != Engine.MYSQL ? Getter.INTEGER : Getter.DECIMAL;
            case Types.NUMERIC, Types.DECIMAL -> Getter.DECIMAL;
            case Types.REAL -> Getter.FLOAT;
            case Types.FLOAT, Types.DOUBLE -> Getter.DOUBLE;
            case Types.BOOLEAN, Types.BIT -> bool(types, column, engine);
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR -> Getter.TEXT;
            case Types.BINARY, Types.VARBINARY ->
                "UUID".equalsIgnoreCase(types.name(column)) ? Getter.TAGGED : Getter.BYTES; // of H2
            case Types.LONGVARCHAR, Types.LONGNVARCHAR ->
                engine.has(Trait.LONG_IN_MEMORY) ? Getter.TEXT : Getter.UNTOUCHED;
            case Types.LONGVARBINARY -> engine.has(Trait.LONG_IN_MEMORY) ? Getter.BYTES : Getter.UNTOUCHED;
            case Types.BLOB, Types.CLOB, Types.NCLOB, Types.SQLXML, Types.REF_CURSOR -> Getter.UNTOUCHED;
            default -> Getter.TAGGED;
        };
    }

    /** MySQL and MariaDB have integers that their drivers call booleans; some of them are 2. */
    private static Getter bool(ResultTypes types, int column, Engine engine) throws SQLException {
        String name = types.name(column).toUpperCase(Locale.ROOT);
        if (engine == Engine.MYSQL && !name.startsWith("BIT")) {
            return Getter.INTEGER;
        }
        return types.type(column) == Types.BOOLEAN ? Getter.BOOLEAN : Getter.OBJECT;
    }

    private static String word(ResultTypes types, int column) throws SQLException {
        String name = types.name(column).toLowerCase(Locale.ROOT);
        boolean zoned = name.endsWith("tz") || name.contains("zone") && !name.contains("without");
        return switch (types.type(column)) {
            case Types.DATE -> "date";
            case Types.TIME -> zoned ? name : "time";
            case Types.TIMESTAMP -> zoned ? name : "timestamp";
            default -> name;
        };
    }

    /** Whether this is what a new result of the same statement has, too. */
    boolean fits(ResultSetMetaData about) throws SQLException {
        if (about.getColumnCount() != labels.size()) {
            return false;
        }
        for (int i = 0; i < labels.size(); i++) {
            if (!labels.get(i).equals(about.getColumnLabel(i + 1))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the names of all types were known. */
    boolean areKnown() {
        return areKnown;
    }

    List<String> labels() {
        return labels;
    }

    /** The column of a label, or 0. */
    int column(String label) {
        for (int i = 0; i < labels.size(); i++) {
            if (labels.get(i).equalsIgnoreCase(label)) {
                return i + 1;
            }
        }
        return 0;
    }

    boolean hasUntouched() {
        return hasUntouched;
    }

    boolean isUntouched(int column) {
        return column >= 1 && column <= getters.length && getters[column - 1] == Getter.UNTOUCHED;
    }

    /** A value of an untouched column that the application read. */
    Value seen(int column, Value value) {
        return ledger.veil().veil(value, sights[column - 1]);
    }

    /** The row that the result stands at. */
    List<Value> row(ResultSet rows, boolean cut) {
        Value[] cells = new Value[getters.length];
        for (int i = 0; i < cells.length; i++) {
            Value value = cell(rows, i);
            // A driver that was told to cut long values gives us what is not in the database.
            boolean unsure =
                    cut && (getters[i] == Getter.TEXT || getters[i] == Getter.BYTES || getters[i] == Getter.OBJECT);
            cells[i] = unsure ? Values.HIDDEN : ledger.veil().veil(value, sights[i]);
        }
        // What is untouched is set later, and a long row need not be copied.
        return hasUntouched || cells.length > Values.FEW ? Arrays.asList(cells) : Values.list(cells, cells.length);
    }

    private Value cell(ResultSet rows, int i) {
        int column = i + 1;
        try {
            return switch (getters[i]) {
                case INTEGER -> {
                    long value = rows.getLong(column);
                    yield value == 0 && rows.wasNull() ? Value.NULL : Value.of(value);
                }
                case DECIMAL -> {
                    BigDecimal value = rows.getBigDecimal(column);
                    yield value == null ? Value.NULL : Values.number(value);
                }
                case TEXT -> Values.of(rows.getString(column), ledger.largeBytes());
                case BYTES -> Values.of(rows.getBytes(column), ledger.largeBytes());
                case BOOLEAN -> {
                    boolean value = rows.getBoolean(column);
                    yield !value && rows.wasNull() ? Value.NULL : Value.of(value);
                }
                case FLOAT -> {
                    float value = rows.getFloat(column);
                    yield value == 0 && rows.wasNull() ? Value.NULL : Values.of(value, 0);
                }
                case DOUBLE -> {
                    double value = rows.getDouble(column);
                    yield value == 0 && rows.wasNull() ? Value.NULL : Values.of(value, 0);
                }
                case OBJECT -> Values.of(rows.getObject(column), ledger.largeBytes());
                case TAGGED -> tagged(rows.getString(column), types[i]);
                case UNTOUCHED -> Values.HIDDEN;
            };
        } catch (SQLException | RuntimeException e) {
            return asText(rows, column);
        }
    }

    private Value tagged(@Nullable String text, String type) {
        if (text == null) {
            return Value.NULL;
        }
        Value plain = Values.text(text, ledger.largeBytes());
        return plain instanceof Value.Text ? Values.tagged(type, text) : plain;
    }

    /** What the getter for its type cannot give, such as a number that is none. */
    private Value asText(ResultSet rows, int column) {
        try {
            return tagged(rows.getString(column), "text");
        } catch (SQLException | RuntimeException e) {
            return Values.HIDDEN;
        }
    }
}
