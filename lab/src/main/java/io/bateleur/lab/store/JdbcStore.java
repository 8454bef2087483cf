package io.bateleur.lab.store;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A SQL database as a key-value store: tables of keys and values, and tables of keys and lists. */
public final class JdbcStore implements Store {
    /** Keys are spread over so many tables, because what goes wrong between tables is not what goes wrong within one. */
    static final int TABLES = 3;

    private final JdbcConnections connections;

    public JdbcStore(JdbcConnections connections) {
        this.connections = connections;
    }

    static String values(int table) {
        return "bateleur_kv" + table;
    }

    static String lists(int table) {
        return "bateleur_list" + table;
    }

    @Override
    public void prepare() throws CallFailedException {
        Dialect dialect = connections.dialect();
        Map<String, String> tables = new LinkedHashMap<>();
        for (int table = 0; table < TABLES; table++) {
            tables.put(values(table), columns(dialect.integerType()));
            tables.put(lists(table), columns(dialect.textType()));
        }
        connections.create(tables);
    }

    private String columns(String type) {
        return "k " + connections.dialect().integerType() + " NOT NULL PRIMARY KEY, v " + type;
    }

    @Override
    public KeyValueClient open() throws CallFailedException {
        return new JdbcClient(connections.open(), connections.dialect());
    }

    @Override
    public boolean locksReads() {
        return connections.dialect().locksReads();
    }

    @Override
    public String answeredLevel() {
        return connections.answeredLevel();
    }

    @Override
    public List<Value> listKeys() throws CallFailedException {
        List<Value> keys = new ArrayList<>();
        try (Connection connection = connections.connect();
                Statement statement = connection.createStatement()) {
            for (int table = 0; table < TABLES; table++) {
                try (ResultSet rows = statement.executeQuery("SELECT k FROM " + lists(table))) {
                    while (rows.next()) {
                        keys.add(Value.of(rows.getLong(1)));
                    }
                }
            }
        } catch (SQLException e) {
            throw new CallFailedException(
                    "the lists cannot be told: " + JdbcConnections.said(e), Fate.ABORTED, true, e);
        }
        return keys;
    }

    @Override
    public void close() {}
}
