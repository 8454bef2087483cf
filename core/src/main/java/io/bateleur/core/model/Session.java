package io.bateleur.core.model;

import java.util.AbstractList;
import java.util.List;

/** One client, which issued its transactions one after another. */
public record Session(History history, int number) {

    public Value name() {
        return history.sessionName(number);
    }

    /** The transactions in the order in which they were issued. */
    public List<Transaction> transactions() {
        return new AbstractList<>() {
            @Override
            public Transaction get(int position) {
                return history.transaction(history.transactionOfSession(number, position));
            }

            @Override
            public int size() {
                return history.sessionSize(number);
            }
        };
    }

    @Override
    public String toString() {
        return name().toString();
    }
}
