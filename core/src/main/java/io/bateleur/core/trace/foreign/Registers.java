package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.RecentValues;
import io.bateleur.core.trace.ZeroInitial;

/** Adds reads and writes of integers to a history, and at the end the initial state that they imply. */
final class Registers {
    private final HistoryBuilder history;
    private final ZeroInitial initial = new ZeroInitial();
    private final RecentValues values;

    Registers(HistoryBuilder history) {
        this.history = history;
        this.values = new RecentValues(history.values());
    }

    void operation(int transaction, boolean write, int key, long value) {
        if (value == 0) {
            if (write) {
                initial.wroteZero(key);
            } else {
                initial.readZero(key);
            }
        }
        history.operation(transaction, write ? OpKind.PUT : OpKind.GET, key, values.number(key, value), 0);
    }

    History build() {
        initial.give(history);
        return history.build();
    }
}
