package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.SQLException;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a procedure gave back by its parameters, as far as the application asked: one row, whose columns are called {@code out} and their number or name. */
final class OutParameters implements Call.Growing {
    private final Map<String, Value> seen = new LinkedHashMap<>();

    static boolean isGetter(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return method.getName().startsWith("get")
                && types.length >= 1
                && (types[0] == int.class || types[0] == String.class)
                && CallableStatement.class.isAssignableFrom(method.getDeclaringClass());
    }

    /** The application read one. */
    void read(Object which, @Nullable Object value, CallableStatement statement, Ledger ledger, String text)
            throws SQLException {
        Veil.Sight sight = which instanceof String name
                ? ledger.veil().of(name)
                : ledger.veil().isThick() ? ledger.veil().ofUnnamed(text) : Veil.Sight.SHOWN;
        seen.put("out " + which, ledger.veil().veil(value(value, statement, ledger), sight));
    }

    private static Value value(@Nullable Object value, CallableStatement statement, Ledger ledger) throws SQLException {
        boolean zero = value instanceof Number number && number.doubleValue() == 0 || Boolean.FALSE.equals(value);
        if (value == null || zero && statement.wasNull()) {
            return Value.NULL;
        }
        boolean plain = value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof byte[]
                || value instanceof Date
                || value instanceof Temporal
                || value instanceof UUID;
        return plain ? Values.of(value, ledger.largeBytes()) : Values.HIDDEN;
    }

    /** There may be others, which nobody asked for. */
    @Override
    public SqlResult result() {
        return new SqlResult.Rows(List.copyOf(seen.keySet()), List.of(List.copyOf(seen.values())), false);
    }
}
