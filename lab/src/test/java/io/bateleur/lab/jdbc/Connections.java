package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** Connections: their properties, what they make, and what is left of them when they are closed. */
final class Connections {
    private Connections() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("connection: " + name, t -> body.run(t, t.connect()));
    }

    private static final Executor HERE = Runnable::run;

    static List<Behaviour> all() {
        return List.of(
                with("what a new one has", (t, c) -> {
                    t.note("auto-commit", c::getAutoCommit);
                    t.note("isolation", c::getTransactionIsolation);
                    t.note("read-only", c::isReadOnly);
                    t.note("holdability", c::getHoldability);
                    t.note("catalog", c::getCatalog);
                    t.note("schema", c::getSchema);
                    t.note("closed", c::isClosed);
                    t.note("type map", c::getTypeMap);
                    t.note("network timeout", c::getNetworkTimeout);
                    t.warnings("warnings", c::getWarnings);
                }),
                with("valid", (t, c) -> {
                    t.note("valid", () -> c.isValid(5));
                    t.note("at once", () -> c.isValid(0));
                    t.note("negative", () -> c.isValid(-1));
                    c.close();
                    t.note("closed", () -> c.isValid(5));
                }),
                with("valid in a transaction that failed", (t, c) -> {
                    c.setAutoCommit(false);
                    t.attempt("fail", () -> Trial.run(c, "selekt 1"));
                    t.note("valid", () -> c.isValid(5));
                    t.attempt("rollback", c::rollback);
                }),
                with("closed", Connections::closed),
                with("closed, its transactions", (t, c) -> {
                    c.close();
                    t.attempt("commit", c::commit);
                    t.attempt("rollback", c::rollback);
                    t.note("savepoint", c::setSavepoint);
                    t.attempt("auto-commit", () -> c.setAutoCommit(false));
                    t.note("get auto-commit", c::getAutoCommit);
                    t.attempt("isolation", () -> c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
                    t.note("get isolation", c::getTransactionIsolation);
                    t.attempt("read-only", () -> c.setReadOnly(true));
                    t.note("get read-only", c::isReadOnly);
                }),
                with("closed twice", (t, c) -> {
                    c.close();
                    t.attempt("again", c::close);
                    t.note("closed", c::isClosed);
                }),
                with("aborted", (t, c) -> {
                    Statement s = c.createStatement();
                    t.attempt("abort", () -> c.abort(HERE));
                    t.note("closed", c::isClosed);
                    t.note("valid", () -> c.isValid(1));
                    t.note("query", () -> s.executeQuery("select 1"));
                    t.attempt("again", () -> c.abort(HERE));
                }),
                with("aborted in a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 99");
                    t.attempt("abort", () -> c.abort(HERE));
                    t.attempt("commit", c::commit);
                    t.items();
                }),
                with("aborted by nobody", (t, c) -> {
                    t.attempt("abort", () -> c.abort(null));
                    t.note("closed", c::isClosed);
                }),
                with("holdability", (t, c) -> {
                    for (int each :
                            new int[] {ResultSet.CLOSE_CURSORS_AT_COMMIT, ResultSet.HOLD_CURSORS_OVER_COMMIT, 99}) {
                        t.attempt("set " + each, () -> c.setHoldability(each));
                        t.note("get", c::getHoldability);
                        t.note("statement's", () -> c.createStatement().getResultSetHoldability());
                    }
                }),
                with("schema", (t, c) -> {
                    t.note("before", c::getSchema);
                    t.attempt("set", () -> c.setSchema("public"));
                    t.note("after", c::getSchema);
                    t.attempt("wrong", () -> c.setSchema("nowhere"));
                    t.note("then", c::getSchema);
                    t.attempt("null", () -> c.setSchema(null));
                }),
                with("catalog", (t, c) -> {
                    t.note("before", c::getCatalog);
                    t.attempt("wrong", () -> c.setCatalog("nowhere"));
                    t.note("after", c::getCatalog);
                    t.attempt("null", () -> c.setCatalog(null));
                }),
                with("client info", (t, c) -> {
                    t.note("all", () -> c.getClientInfo().size());
                    t.attempt("set", () -> c.setClientInfo("ApplicationName", "trial"));
                    t.note("get", () -> c.getClientInfo("ApplicationName"));
                    t.attempt("unknown", () -> c.setClientInfo("no such name", "x"));
                    t.note("get unknown", () -> c.getClientInfo("no such name"));
                    Properties several = new Properties();
                    several.setProperty("ApplicationName", "several");
                    t.attempt("set several", () -> c.setClientInfo(several));
                    t.note("get then", () -> c.getClientInfo("ApplicationName"));
                    c.close();
                    t.attempt("closed", () -> c.setClientInfo("ApplicationName", "trial"));
                    t.note("get closed", () -> c.getClientInfo("ApplicationName"));
                }),
                with("network timeout", (t, c) -> {
                    t.attempt("set", () -> c.setNetworkTimeout(HERE, 12_345));
                    t.note("get", c::getNetworkTimeout);
                    t.attempt("negative", () -> c.setNetworkTimeout(HERE, -1));
                    t.attempt("nobody", () -> c.setNetworkTimeout(null, 20_000));
                    t.note("query", () -> Trial.ask(c, "select 1"));
                }),
                with("native SQL", (t, c) -> {
                    t.note("plain", () -> c.nativeSQL("select 1"));
                    t.note("function", () -> c.nativeSQL("select {fn upper('a')}, {d '2024-02-29'}"));
                    t.note("call", () -> c.nativeSQL("{call plus(?)}"));
                    t.note("broken", () -> c.nativeSQL("select {fn upper('a'"));
                    t.note("null", () -> c.nativeSQL(null));
                }),
                with("type map", (t, c) -> {
                    t.attempt("set", () -> c.setTypeMap(Map.of("x", String.class)));
                    t.note("get", c::getTypeMap);
                    t.attempt("null", () -> c.setTypeMap(null));
                }),
                with("unwrap", (t, c) -> {
                    t.note("connection", () -> c.isWrapperFor(Connection.class));
                    t.note("unwrapped", () -> c.unwrap(Connection.class) != null);
                    t.note("text", () -> c.isWrapperFor(String.class));
                    t.note("no text", () -> c.unwrap(String.class));
                    t.note("null", () -> c.isWrapperFor(null));
                }),
                with("equal to itself only", (t, c) -> {
                    t.equality(c, t.connect());
                }),
                with("large objects made", (t, c) -> {
                    t.note("blob", c::createBlob);
                    t.note("clob", c::createClob);
                    t.note("nclob", c::createNClob);
                    t.note("xml", () -> c.createSQLXML() != null);
                }),
                with("arrays made", (t, c) -> {
                    t.note("integers", () -> c.createArrayOf("integer", new Object[] {1, 2, null}));
                    t.note("texts", () -> c.createArrayOf("varchar", new Object[] {"a", "b"}));
                    t.note("null", () -> c.createArrayOf("integer", null));
                    t.note("wrong", () -> c.createArrayOf("no such type", new Object[] {1}));
                }),
                with("structs made", (t, c) -> t.note("struct", () -> c.createStruct("x", new Object[] {1}))),
                with("sharding keys", (t, c) -> {
                    t.attempt("set", () -> c.setShardingKey(null));
                    t.attempt("set both", () -> c.setShardingKey(null, null));
                    t.note("valid", () -> c.setShardingKeyIfValid(null, 1));
                    t.attempt("begin", c::beginRequest);
                    t.attempt("end", c::endRequest);
                }),
                with("its metadata know it", (t, c) -> {
                    t.note("same", () -> c.getMetaData().getConnection() == c);
                    t.note("url", () -> c.getMetaData().getURL());
                    t.note("user", () -> c.getMetaData().getUserName());
                }),
                with("warnings are cleared", (t, c) -> {
                    t.attempt("clear", c::clearWarnings);
                    t.warnings("warnings", c::getWarnings);
                    c.close();
                    t.attempt("clear closed", c::clearWarnings);
                    t.note("closed", c::getWarnings);
                }),
                with("two at once are two sessions", (t, c) -> {
                    Connection other = t.connect();
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 99 where id = 1");
                    t.note("mine", () -> Trial.ask(c, "select qty from item where id = 1"));
                    t.note("other's", () -> Trial.ask(other, "select qty from item where id = 1"));
                    t.attempt("commit", c::commit);
                    t.note("other's then", () -> Trial.ask(other, "select qty from item where id = 1"));
                }),
                with("closed while rows are open", (t, c) -> {
                    ResultSet rows = c.createStatement().executeQuery(Statements.ITEMS);
                    rows.next();
                    t.attempt("close", c::close);
                    t.note("rows closed", rows::isClosed);
                    t.note("value", () -> rows.getInt(1));
                    t.note("next", rows::next);
                }),
                with("statements with columns of keys that are null", (t, c) -> {
                    t.note("indexes", () -> c.prepareStatement("select 1", (int[]) null));
                    t.note("names", () -> c.prepareStatement("select 1", (String[]) null));
                }));
    }

    private static void closed(Trial t, Connection c) throws SQLException {
        c.close();
        t.note("closed", c::isClosed);
        t.note("statement", c::createStatement);
        t.note("prepared", () -> c.prepareStatement("select 1"));
        t.note("callable", () -> c.prepareCall("{call plus(1)}"));
        t.note("metadata", c::getMetaData);
        t.note("catalog", c::getCatalog);
        t.note("schema", c::getSchema);
        t.attempt("set schema", () -> c.setSchema("public"));
        t.note("holdability", c::getHoldability);
        t.note("type map", c::getTypeMap);
        t.note("native", () -> c.nativeSQL("select 1"));
        t.note("timeout", c::getNetworkTimeout);
        t.attempt("abort", () -> c.abort(HERE));
        t.note("blob", c::createBlob);
        t.note("array", () -> c.createArrayOf("integer", new Object[] {1}));
        t.note("unwrap", () -> c.unwrap(Connection.class) != null);
    }
}
