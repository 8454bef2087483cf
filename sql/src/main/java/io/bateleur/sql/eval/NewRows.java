package io.bateleur.sql.eval;

import io.bateleur.sql.schema.TableColumn.Filled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows to be inserted, completed: defaults, identity, generated columns, everything as the columns hold it. */
final class NewRows {
    private final Target target;
    private final Code[] defaults;
    private final int[] columns;
    private final boolean identityAlways;

    /**
     * @param columns those that are given
     * @param identityAlways whether values for columns that are always generated are refused
     * @param implicitDefaults whether MySQL takes a value of its own for columns that are left out
     */
    NewRows(Target target, int[] columns, boolean identityAlways, boolean implicitDefaults) {
        this.target = target;
        this.columns = columns;
        this.identityAlways = identityAlways;
        this.defaults = new Code[target.table.columns().size()];
        for (int i = 0; i < defaults.length; i++) {
            Code byDefault = target.byDefault(i);
            boolean none = byDefault instanceof Code.Constant constant && constant.constant == null;
            defaults[i] =
                    implicitDefaults && none && target.table.columns().get(i).notNull()
                            ? implicit(target.table.columns().get(i).type())
                            : byDefault;
        }
    }

    /** What MySQL takes for a column that is NOT NULL and has no default, where it does not refuse to leave it out. */
    static Code implicit(SqlType type) {
        Object value = type.isInteger()
                ? (Object) 0L
                : type.isNumber() ? java.math.BigDecimal.ZERO : type.isText() ? "" : Unknown.UNKNOWN;
        return new Code.Constant(type, value);
    }

    /** @param generated where values of identity columns are added that were not given */
    Object[] complete(Frame frame, Object[] given, List<Object[]> generated) {
        Object[] values = new Object[defaults.length];
        boolean[] named = new boolean[values.length];
        for (int i = 0; i < given.length; i++) {
            values[columns[i]] = given[i];
            named[columns[i]] = true;
        }
        for (int i = 0; i < values.length; i++) {
            boolean identity = target.rules.filled[i].isIdentity() || target.rules.isRowid(i);
            boolean wanted = named[i] && !(identity && asksForIdentity(values[i]));
            if (!wanted) {
                values[i] = defaults[i].value(frame);
                if (identity) {
                    generated.add(new Object[] {values[i]});
                }
            } else if (identity) {
                given(frame, i, values[i]);
            }
        }
        try {
            target.rules.complete(frame, values);
        } catch (SqlError error) {
            throw SqlError.oneOf(target.rules.nulls(values, error));
        }
        return values;
    }

    private boolean asksForIdentity(@Nullable Object value) {
        return switch (target.compilation.dialect) {
            case MYSQL -> value == null || value.equals(0L);
            case SQLITE -> value == null;
            default -> false;
        };
    }

    private void given(Frame frame, int column, @Nullable Object value) {
        boolean forbidden = target.rules.filled[column] == Filled.IDENTITY_ALWAYS && identityAlways;
        if (forbidden) {
            throw new SqlError("428C9", "a value for a column that is always generated");
        }
        if (value != null) {
            frame.environment.identityGiven(target.table, column, value);
        }
    }
}
