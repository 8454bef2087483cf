package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Veil.Sight;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parameters of a prepared statement as they were set, by number, and of a callable one also by name. */
final class Parameters {
    private static final Set<Integer> INTEGERS = Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);
    /** Setters of statements that have two parameters and set no parameter. */
    private static final Set<String> OTHERS = Set.of("setPoolable", "setCursorName");

    private final Ledger ledger;
    private final @Nullable String text;
    private final List<@Nullable Supplier<Value>> numbered = new ArrayList<>();
    private final Map<String, Supplier<Value>> named = new LinkedHashMap<>();
    private @Nullable List<@Nullable String> names;
    private boolean streams;

    Parameters(Ledger ledger, @Nullable String text) {
        this.ledger = ledger;
        this.text = text;
    }

    static boolean isSetter(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return method.getName().startsWith("set")
                && types.length >= 2
                && (types[0] == int.class || types[0] == String.class)
                && !OTHERS.contains(method.getName())
                && PreparedStatement.class.isAssignableFrom(method.getDeclaringClass());
    }

    boolean hasStreams() {
        return streams;
    }

    /** A setter is about to be called; a stream is exchanged for one that watches what is read of it. */
    void set(Method method, Object[] args) {
        Supplier<Value> value = value(method, args);
        if (args[0] instanceof Integer number && number >= 1) {
            while (numbered.size() < number) {
                numbered.add(null);
            }
            Sight sight = sight(number);
            numbered.set(
                    number - 1,
                    sight == Sight.SHOWN ? value : () -> ledger.veil().veil(value.get(), sight));
        } else if (args[0] instanceof String name) {
            Sight sight = ledger.veil().of(name);
            named.put(name, () -> ledger.veil().veil(value.get(), sight));
        }
    }

    private Supplier<Value> value(Method method, Object[] args) {
        Object given = args[1];
        if (method.getName().equals("setNull")) {
            return () -> Value.NULL;
        }
        if (given instanceof InputStream in) {
            DigestedInput watched = new DigestedInput(in, ledger.largeBytes());
            args[1] = watched;
            streams = true;
            return watched::value;
        }
        if (given instanceof Reader in) {
            DigestedReader watched = new DigestedReader(in, ledger.largeBytes());
            args[1] = watched;
            streams = true;
            return watched::value;
        }
        if (args.length > 2 && args[2] instanceof Calendar) {
            return () -> Values.HIDDEN; // what the database gets depends on it
        }
        Value value = converted(given, args.length > 2 && args[2] instanceof Integer type ? type : Types.OTHER);
        return () -> value;
    }

    /** What becomes of a text that is set as a number. */
    private Value converted(@Nullable Object given, int type) {
        if (given instanceof String text
                && (INTEGERS.contains(type) || type == Types.NUMERIC || type == Types.DECIMAL)) {
            try {
                return Values.number(new BigDecimal(text.trim()));
            } catch (NumberFormatException e) {
                return Values.of(given, ledger.largeBytes());
            }
        }
        return Values.of(given, ledger.largeBytes());
    }

    /** How much may be seen of a parameter: what the column it is for has, or the least when that is not plain. */
    private Sight sight(int number) {
        if (!ledger.veil().isThick() || text == null) {
            return Sight.SHOWN;
        }
        if (names == null) {
            names = ParameterNames.of(text);
        }
        String name = number <= names.size() ? names.get(number - 1) : null;
        return name == null ? ledger.veil().ofUnnamed(text) : ledger.veil().of(name);
    }

    void clear() {
        numbered.clear();
        named.clear();
        streams = false;
    }

    /** By number; then by name, each as a list of the name and the value. */
    List<Value> list() {
        if (numbered.isEmpty() && named.isEmpty()) {
            return List.of();
        }
        List<Value> values = new ArrayList<>(numbered.size());
        for (Supplier<Value> each : numbered) {
            values.add(each == null ? Values.HIDDEN : each.get());
        }
        named.forEach((name, value) -> values.add(Value.list(Value.of("named"), Value.of(name), value.get())));
        return values;
    }
}
