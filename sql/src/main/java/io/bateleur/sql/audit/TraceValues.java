package io.bateleur.sql.audit;

import io.bateleur.core.model.Value;
import io.bateleur.sql.eval.Unknown;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of traces as the evaluator has them. */
final class TraceValues {
    private TraceValues() {}

    /** What was not recorded is unknown. */
    static @Nullable Object value(Value value) {
        if (value instanceof Value.Int integer) {
            return integer.value();
        }
        if (value instanceof Value.BigInt integer) {
            return new BigDecimal(integer.value());
        }
        if (value instanceof Value.Decimal decimal) {
            return new BigDecimal(decimal.literal());
        }
        if (value instanceof Value.Text text) {
            return text.value();
        }
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        if (value instanceof Value.Bytes bytes) {
            return bytes.value();
        }
        if (value instanceof Value.Elements list) {
            return ofList(list.value());
        }
        return null;
    }

    /** Something that is none of the types of a trace, or left out. */
    private static Object ofList(List<Value> parts) {
        boolean text = parts.size() == 3 && parts.get(0).equals(Value.of("text")) && parts.get(2) instanceof Value.Text;
        return text ? ((Value.Text) parts.get(2)).value() : Unknown.UNKNOWN;
    }

    static Object[] row(List<Value> values) {
        Object[] row = new Object[values.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = value(values.get(i));
        }
        return row;
    }

    static List<Object[]> rows(List<List<Value>> rows) {
        return rows.stream().map(TraceValues::row).toList();
    }
}
