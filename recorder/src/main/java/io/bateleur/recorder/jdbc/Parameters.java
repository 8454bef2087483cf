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
import java.util.Arrays;
import java.util.Calendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parameters of a prepared statement as they were set, by number, and of a callable one also by name. */
final class Parameters {
    /** No driver takes so many. */
    private static final int NUMBER_MAX = 1 << 20;

    private static final Set<Integer> INTEGERS = Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);
    /** Setters of statements that have two parameters and set no parameter. */
    private static final Set<String> OTHERS = Set.of("setPoolable", "setCursorName");

    private final Veil veil;
    private final int largeBytes;
    private final @Nullable String text;
    /** Those that were never set are hidden. */
    private Value[] numbered = {};

    private int count;
    private @Nullable Map<String, Value> named;
    /** Of what the driver reads only when it sends the statement, by number or name. */
    private @Nullable Map<Object, Supplier<Value>> streams;

    private @Nullable List<@Nullable String> names;

    Parameters(Ledger ledger, @Nullable String text) {
        this.veil = ledger.veil();
        this.largeBytes = ledger.largeBytes();
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
        return streams != null;
    }

    /** A setter is about to be called; a stream is exchanged for one that watches what is read of it. */
    void set(Object[] args) {
        Sight sight = sight(args[0]);
        keep(args[0], veil.veil(value(args), sight));
        if (args[1] instanceof InputStream in) {
            DigestedInput watched = new DigestedInput(in, largeBytes);
            args[1] = watched;
            late(args[0], () -> veil.veil(watched.value(), sight));
        } else if (args[1] instanceof Reader in) {
            DigestedReader watched = new DigestedReader(in, largeBytes);
            args[1] = watched;
            late(args[0], () -> veil.veil(watched.value(), sight));
        }
    }

    void setNull(Object which) {
        keep(which, veil.veil(Value.NULL, sight(which)));
    }

    /** A setter is about to be called of what is no stream. */
    void set(int number, Value value) {
        if (streams == null && !veil.isThick()) {
            keep(number, value);
        } else {
            keep((Object) number, veil.veil(value, sight(number)));
        }
    }

    private void late(Object which, Supplier<Value> stream) {
        if (streams == null) {
            streams = new HashMap<>();
        }
        streams.put(which, stream);
    }

    private void keep(Object which, Value value) {
        if (streams != null) {
            streams.remove(which);
        }
        if (which instanceof Integer number) {
            keep(number.intValue(), value);
        } else if (which instanceof String name) {
            named = named == null ? new LinkedHashMap<>() : named;
            named.put(name, value);
        }
    }

    private void keep(int number, Value value) {
        if (number < 1 || number > NUMBER_MAX) {
            return;
        }
        if (number > numbered.length) {
            int old = numbered.length;
            numbered = Arrays.copyOf(numbered, Math.max(number, 2 * old));
            Arrays.fill(numbered, old, numbered.length, Values.HIDDEN);
        }
        count = Math.max(count, number);
        numbered[number - 1] = value;
    }

    private Value value(Object[] args) {
        if (args.length > 2 && args[2] instanceof Calendar) {
            return Values.HIDDEN; // what the database gets depends on it
        }
        return converted(args[1], args.length > 2 && args[2] instanceof Integer type ? type : Types.OTHER);
    }

    /** What becomes of a text that is set as a number. */
    private Value converted(@Nullable Object given, int type) {
        if (given instanceof String text
                && (INTEGERS.contains(type) || type == Types.NUMERIC || type == Types.DECIMAL)) {
            try {
                return Values.number(new BigDecimal(text.trim()));
            } catch (NumberFormatException e) {
                return Values.of(given, largeBytes);
            }
        }
        return Values.of(given, largeBytes);
    }

    /** How much may be seen of a parameter: what the column it is for has, or the least when that is not plain. */
    private Sight sight(Object which) {
        if (!veil.isThick() || text == null) {
            return Sight.SHOWN;
        }
        if (!(which instanceof Integer number)) {
            return veil.of(String.valueOf(which));
        }
        if (names == null) {
            names = ParameterNames.of(text);
        }
        String name = number >= 1 && number <= names.size() ? names.get(number - 1) : null;
        return name == null ? veil.ofUnnamed(text) : veil.of(name);
    }

    void clear() {
        numbered = new Value[0];
        count = 0;
        named = null;
        streams = null;
    }

    /** By number; then by name, each as a list of the name and the value. */
    List<Value> list() {
        List<Value> plain = Values.list(numbered, count);
        return named == null && streams == null ? plain : withNamesAndStreams(plain);
    }

    private List<Value> withNamesAndStreams(List<Value> plain) {
        List<Value> values = new ArrayList<>(plain);
        for (int i = 0; i < values.size(); i++) {
            values.set(i, seen(i + 1, values.get(i)));
        }
        if (named != null) {
            named.forEach(
                    (name, value) -> values.add(Value.list(Value.of("named"), Value.of(name), seen(name, value))));
        }
        return values;
    }

    private Value seen(Object which, Value known) {
        Supplier<Value> stream = streams == null ? null : streams.get(which);
        return stream == null ? known : stream.get();
    }
}
