package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Passes operations on cells to a listener. */
final class OpEvents {
    private final LiveWorld world;
    private final TraceListener to;

    OpEvents(LiveWorld world, TraceListener to) {
        this.world = world;
        this.to = to;
    }

    void pass(int transaction, Op op, long before, long after) {
        if (!world.isTold(op, before)) {
            return;
        }
        if (op.lock() != null) {
            to.lockMode(op.lock());
        }
        Op.Scanned scanned = op.scanned();
        if (scanned != null) {
            range(transaction, op, scanned, before, after);
            return;
        }
        first(op, op.key());
        int key = to.key(op.key());
        OpKind kind = op.kind() == Op.Kind.PUT ? OpKind.PUT : op.isWrite() ? OpKind.DELETE : OpKind.GET;
        boolean dead = op.kind() == Op.Kind.DELETE || op.kind() == Op.Kind.GET_ABSENT;
        int value = dead ? History.ABSENT : op.value() == null ? History.UNKNOWN : to.value(key, op.value());
        to.operation(transaction, kind, key, value, op.lock() == null ? 0 : HistoryBuilder.LOCKING, before, after);
    }

    private void range(int transaction, Op op, Op.Scanned scanned, long before, long after) {
        List<Item> items = new ArrayList<>(scanned.rows().size());
        for (List<Value> row : scanned.rows()) {
            Value cell = op.relation().cell(op.column(), row);
            first(op, cell);
            items.add(new Item(cell, Content.live(row.get(0))));
        }
        to.range(
                transaction,
                new RangeRead(
                        OpKind.SCAN,
                        Optional.of(op.key()),
                        Optional.of(scanned.high()),
                        items,
                        Optional.empty(),
                        false,
                        op.lock() != null),
                before,
                after);
    }

    private void first(Op op, Value cell) {
        Content held = world.first(op.relation(), op.column(), cell);
        if (held != null) {
            to.initial(cell, held);
        }
    }
}
