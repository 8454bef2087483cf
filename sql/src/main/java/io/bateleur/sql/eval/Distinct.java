package io.bateleur.sql.eval;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows that are the same, where NULL is the same as NULL. */
final class Distinct {
    private Distinct() {}

    /** What is equal for rows that are the same. No value is unknown. */
    static Object key(Object[] values, Code[] codes) {
        SqlType[] types = new SqlType[codes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = codes[i].type;
        }
        return key(values, types);
    }

    static Object key(Object[] values, SqlType[] types) {
        Object[] key = new Object[values.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = normal(values[i], types[i]);
        }
        return Arrays.asList(key);
    }

    private static @Nullable Object normal(@Nullable Object value, SqlType type) {
        if (value instanceof BigDecimal decimal) {
            BigDecimal plain = decimal.stripTrailingZeros();
            return plain.scale() <= 0 && plain.precision() - plain.scale() < 19 ? (Object) plain.longValue() : plain;
        }
        if (value instanceof String text) {
            return type.collation().normal(type.kind() == SqlType.Kind.CHAR ? text.stripTrailing() : text);
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof Double real) {
            return real == Math.rint(real) && Math.abs(real) < 1L << 53 ? (Object) (long) (double) real : real;
        }
        return value;
    }

    /** Each row once. Of rows that are not known it is not known which are the same. */
    static List<Tuple> of(List<Tuple> tuples, SqlType[] types) {
        Map<Object, Tuple> seen = new LinkedHashMap<>();
        List<Tuple> unsure = new ArrayList<>();
        for (Tuple tuple : tuples) {
            if (Unknown.in(tuple.values())) {
                unsure.add(tuple);
                continue;
            }
            Object key = key(tuple.values(), types);
            Tuple old = seen.get(key);
            if (old == null) {
                seen.put(key, tuple);
            } else {
                seen.put(key, merged(old, tuple));
            }
        }
        List<Tuple> all = new ArrayList<>(seen.values());
        boolean alone = all.isEmpty() && unsure.size() == 1;
        for (Tuple tuple : unsure) {
            all.add(alone ? tuple : tuple.as(tuple.presence().and(Presence.MAYBE)));
        }
        return all;
    }

    /** Equal values that are written differently: any of them is shown. */
    private static Tuple merged(Tuple a, Tuple b) {
        Presence presence = a.presence().compareTo(b.presence()) < 0 ? a.presence() : b.presence();
        Object[] values = a.values();
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof String && !values[i].equals(b.values()[i])) {
                values = values == a.values() ? values.clone() : values;
                values[i] = Unknown.UNKNOWN;
            }
        }
        return new Tuple(values, presence, a.keys);
    }
}
