package io.bateleur.lab.jdbc;

import java.util.ArrayList;
import java.util.List;

/** All behaviours, theme by theme. */
final class Behaviours {
    private Behaviours() {}

    static List<Behaviour> of(Subject subject) {
        List<Behaviour> all = new ArrayList<>();
        all.addAll(Statements.all());
        all.addAll(StatementSettings.all());
        all.addAll(Keys.all());
        all.addAll(Prepared.all());
        all.addAll(Batches.all());
        all.addAll(Results.all());
        all.addAll(Updates.all());
        all.addAll(Transactions.all());
        all.addAll(Savepoints.all());
        all.addAll(Connections.all());
        all.addAll(Metadata.all());
        all.addAll(LargeObjects.all());
        all.addAll(Interfaces.all());
        all.addAll(Concurrency.all());
        all.addAll(Sources.all());
        all.addAll(Calls.all());
        all.addAll(subject.own());
        all.addAll(ValuesRead.all());
        all.addAll(ValuesWritten.all());
        return all;
    }
}
