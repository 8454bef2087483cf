package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import java.util.ArrayList;
import java.util.List;

/** The functions over windows of one SELECT: computed when all its rows are there, and put into a row of their own. */
final class Windowing {
    private final Compilation compilation;
    private int slot = -1;
    private final List<QueryBody.NamedWindow> named;
    private final List<Expr.Windowed> calls = new ArrayList<>();
    private final List<WindowFunction> functions = new ArrayList<>();

    Windowing(Compilation compilation, List<QueryBody.NamedWindow> named) {
        this.compilation = compilation;
        this.named = List.copyOf(named);
    }

    /** @param compiler of what is computed of single rows, or groups */
    Code code(Expr.Windowed call, ExpressionCompiler compiler) {
        if (slot < 0) {
            slot = compilation.newSlot();
        }
        int found = calls.indexOf(call);
        if (found < 0) {
            WindowFunction function = WindowFunction.of(call, window(call), compiler);
            found = calls.size();
            calls.add(call);
            functions.add(function);
        }
        return new Code.Slot(functions.get(found).type(), slot, found);
    }

    /** Where the values are put. */
    int slot() {
        return slot;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Rows that were kept, each with the values of all functions. */
    List<Object[]> values(List<Loop.Kept> rows, int[] slots, Frame frame) {
        List<Object[]> values = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            values.add(new Object[functions.size()]);
        }
        for (int f = 0; f < functions.size(); f++) {
            Object[] column = functions.get(f).values(rows, slots, frame);
            for (int i = 0; i < column.length; i++) {
                values.get(i)[f] = column[i];
            }
        }
        return values;
    }

    private Expr.Window window(Expr.Windowed call) {
        Name name = call.name();
        return name != null ? whole(named(name, call)) : whole(java.util.Objects.requireNonNull(call.window()));
    }

    private Expr.Window named(Name name, Expr.Windowed call) {
        for (QueryBody.NamedWindow each : named) {
            if (each.name().matches(name)) {
                return each.window();
            }
        }
        throw new SqlError("42704", "there is no window " + name + " for " + ExpressionCompiler.words(call));
    }

    /** With what it takes from a window that it names. */
    private Expr.Window whole(Expr.Window window) {
        if (window.base() == null) {
            return window;
        }
        for (QueryBody.NamedWindow each : named) {
            if (each.name().matches(window.base())) {
                Expr.Window base = whole(each.window());
                List<Expr> partition = base.partition().isEmpty() ? window.partition() : base.partition();
                List<Query.OrderItem> order = base.order().isEmpty() ? window.order() : base.order();
                Expr.Frame frame = window.frame() == null ? base.frame() : window.frame();
                return new Expr.Window(window.at(), null, partition, order, frame);
            }
        }
        throw new SqlError("42704", "there is no window " + window.base());
    }
}
