package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The variables of a routine, innermost last: places in one row. Records are rows of their own. */
final class RoutineScope implements Scope.Variables {
    private final int slot;
    private final SqlDialect dialect;
    private final List<Variable> visible = new ArrayList<>();
    private final List<Scope.Origin> records = new ArrayList<>();
    private int size;
    private int found = -1;
    /** Cursors by their names in lower case. */
    final java.util.Map<String, io.bateleur.sql.tree.Query> cursors = new java.util.HashMap<>();

    private record Variable(String name, int place, SqlType type) {}

    RoutineScope(int slot, SqlDialect dialect) {
        this.slot = slot;
        this.dialect = dialect;
    }

    int size() {
        return size;
    }

    /** Where PL/pgSQL's FOUND is. */
    int found() {
        return found;
    }

    int declare(String name, SqlType type) {
        visible.add(new Variable(name, size, type));
        if (found < 0 && name.equals("found")) {
            found = size;
        }
        return size++;
    }

    void record(Scope.Origin origin) {
        records.add(origin);
    }

    int enter() {
        return visible.size();
    }

    void leave(int depth) {
        visible.subList(depth, visible.size()).clear();
    }

    @Override
    public @Nullable Code find(@Nullable Qualified table, Name name) {
        if (table != null) {
            for (int i = records.size() - 1; i >= 0; i--) {
                Scope.Origin origin = records.get(i);
                int column = origin.called() != null && table.last().matches(origin.called())
                        ? Scope.column(origin, name)
                        : -1;
                if (column >= 0) {
                    return new Code.Slot(origin.types().get(column), origin.slot(), column);
                }
            }
            return null;
        }
        Variable variable = variable(name);
        return variable == null ? null : new Code.Slot(variable.type, slot, variable.place);
    }

    private @Nullable Variable variable(Name name) {
        for (int i = visible.size() - 1; i >= 0; i--) {
            if (name.matches(visible.get(i).name)) {
                return visible.get(i);
            }
        }
        return null;
    }

    /** A parameter by its number, from 0. */
    Code parameter(int position) {
        Variable variable = visible.get(position);
        return new Code.Slot(variable.type, slot, variable.place);
    }

    /** Where a value is put. */
    record Place(int slot, int column, SqlType type) {
        void set(Frame frame, @Nullable Object value, SqlDialect dialect) {
            Object[] row = frame.slots[slot].clone();
            row[column] = new Casting(dialect, type, false).cast(value);
            if (slot == 0) {
                frame.slots[0][column] = row[column];
            } else {
                frame.slots[slot] = row;
            }
        }
    }

    Place place(Expr target) {
        Code code = target instanceof Expr.Column column ? find(column.table(), column.name()) : null;
        if (!(code instanceof Code.Slot place)) {
            throw new Outside(target, "an assignment to what is no variable");
        }
        return new Place(place.slot, place.column, place.type);
    }

    SqlDialect dialect() {
        return dialect;
    }
}
