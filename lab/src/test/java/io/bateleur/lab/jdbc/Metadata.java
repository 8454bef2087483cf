package io.bateleur.lab.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** What a connection tells of its database. */
final class Metadata {
    private Metadata() {}

    private interface Body {
        void run(Trial t, Connection connection, DatabaseMetaData about) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("metadata: " + name, t -> {
            Connection connection = t.connect();
            Trial.run(
                    connection,
                    "create table made (id int primary key, item int references item (id), name varchar(9) unique)",
                    "create index made_name on made (name, id)");
            body.run(t, connection, connection.getMetaData());
        });
    }

    /** Every question without an argument whose name the predicate takes. */
    private static void sweep(Trial t, DatabaseMetaData about, Predicate<Method> which) {
        Arrays.stream(DatabaseMetaData.class.getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .filter(method -> !ResultSet.class.isAssignableFrom(method.getReturnType()))
                .filter(which)
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> t.note(method.getName(), () -> {
                    try {
                        return method.invoke(about);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                    }
                }));
    }

    private static boolean isAbout(Method method, String prefix) {
        return method.getName().startsWith(prefix);
    }

    private static final int[] LEVELS = {0, 1, 2, 4, 8};
    private static final int[] RESULTS = {1003, 1004, 1005};

    static List<Behaviour> all() {
        return List.of(
                with("all that is supported", (t, c, m) -> sweep(t, m, method -> isAbout(method, "supports"))),
                with("all limits", (t, c, m) -> sweep(t, m, method -> isAbout(method, "getMax"))),
                with(
                        "all other numbers and words",
                        (t, c, m) -> sweep(
                                t,
                                m,
                                method -> isAbout(method, "get")
                                        && !isAbout(method, "getMax")
                                        && !isAbout(method, "getClass"))),
                with(
                        "all habits",
                        (t, c, m) -> sweep(
                                t,
                                m,
                                method -> !isAbout(method, "get")
                                        && !isAbout(method, "supports")
                                        && method.getReturnType() == boolean.class)),
                with("what depends on a level or a kind", (t, c, m) -> {
                    for (int each : LEVELS) {
                        t.note("level " + each, () -> m.supportsTransactionIsolationLevel(each));
                    }
                    for (int each : RESULTS) {
                        t.note("type " + each, () -> m.supportsResultSetType(each));
                        t.note(
                                "updatable " + each,
                                () -> m.supportsResultSetConcurrency(each, ResultSet.CONCUR_UPDATABLE));
                        t.note("own " + each, () -> m.ownUpdatesAreVisible(each));
                        t.note("others " + each, () -> m.othersDeletesAreVisible(each));
                        t.note("detected " + each, () -> m.insertsAreDetected(each));
                    }
                    t.note("convert", () -> m.supportsConvert(Types.INTEGER, Types.VARCHAR));
                    t.note("hold", () -> m.supportsResultSetHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT));
                }),
                with("tables", (t, c, m) -> {
                    t.rows("made", () -> m.getTables(null, null, stored(m, "made"), null));
                    t.rows("of kinds", () -> m.getTables(null, null, stored(m, "item"), new String[] {"TABLE"}));
                    t.rows("none", () -> m.getTables(null, null, "nowhere", null));
                }),
                with("kinds of tables", (t, c, m) -> t.rows("types", m::getTableTypes)),
                with("columns", (t, c, m) -> {
                    t.rows("made", () -> m.getColumns(null, null, stored(m, "made"), null));
                    t.rows("one", () -> m.getColumns(null, null, stored(m, "made"), stored(m, "name")));
                }),
                with(
                        "columns of every type",
                        (t, c, m) -> t.rows("kinds", () -> m.getColumns(null, null, stored(m, "kinds"), null))),
                with("primary keys", (t, c, m) -> {
                    t.rows("made", () -> m.getPrimaryKeys(null, null, stored(m, "made")));
                    t.rows("none", () -> m.getPrimaryKeys(null, null, "nowhere"));
                }),
                with(
                        "imported keys",
                        (t, c, m) -> t.rows("made", () -> m.getImportedKeys(null, null, stored(m, "made")))),
                with(
                        "exported keys",
                        (t, c, m) -> t.rows("item", () -> m.getExportedKeys(null, null, stored(m, "item")))),
                with(
                        "a cross reference",
                        (t, c, m) -> t.rows(
                                "keys",
                                () -> m.getCrossReference(
                                        null, null, stored(m, "item"), null, null, stored(m, "made")))),
                with("indexes", (t, c, m) -> {
                    t.rows("made", () -> m.getIndexInfo(null, null, stored(m, "made"), false, true));
                    t.rows("unique", () -> m.getIndexInfo(null, null, stored(m, "made"), true, true));
                }),
                with(
                        "best row identifiers",
                        (t, c, m) -> t.rows(
                                "made",
                                () -> m.getBestRowIdentifier(
                                        null, null, stored(m, "made"), DatabaseMetaData.bestRowSession, true))),
                with(
                        "version columns",
                        (t, c, m) -> t.rows("made", () -> m.getVersionColumns(null, null, stored(m, "made")))),
                with("privileges", (t, c, m) -> {
                    t.rows("table", () -> m.getTablePrivileges(null, null, stored(m, "made")));
                    t.rows("column", () -> m.getColumnPrivileges(null, null, stored(m, "made"), stored(m, "id")));
                }),
                with("schemas and catalogs", (t, c, m) -> {
                    t.rows("schemas", m::getSchemas);
                    t.rows("named", () -> m.getSchemas(null, "public"));
                    t.rows("catalogs", m::getCatalogs);
                }),
                with(
                        "types",
                        (t, c, m) -> t.note("types", () -> {
                            int count = 0;
                            try (ResultSet rows = m.getTypeInfo()) {
                                while (rows.next()) {
                                    count += 31 * rows.getInt("DATA_TYPE")
                                            + rows.getString("TYPE_NAME").length();
                                }
                            }
                            return count;
                        })),
                with("procedures and functions", (t, c, m) -> {
                    t.rows("procedures", () -> m.getProcedures(null, null, "no%"));
                    t.rows("their columns", () -> m.getProcedureColumns(null, null, "no%", null));
                    t.rows("functions", () -> m.getFunctions(null, null, "no%"));
                    t.rows("columns of functions", () -> m.getFunctionColumns(null, null, "no%", null));
                }),
                with("what few have", (t, c, m) -> {
                    t.rows("types", () -> m.getUDTs(null, null, "no%", null));
                    t.rows("super types", () -> m.getSuperTypes(null, null, "no%"));
                    t.rows("super tables", () -> m.getSuperTables(null, null, "no%"));
                    t.rows("attributes", () -> m.getAttributes(null, null, "no%", null));
                    t.rows("pseudo columns", () -> m.getPseudoColumns(null, null, stored(m, "made"), null));
                    t.rows("client info", m::getClientInfoProperties);
                }),
                with("rows know no statement of ours", (t, c, m) -> {
                    ResultSet rows = m.getTables(null, null, stored(m, "made"), null);
                    t.note("statement", () -> rows.getStatement() == null);
                    t.note("connection", () -> rows.getStatement().getConnection() == c);
                    t.note("type", rows::getType);
                    t.attempt("close", rows::close);
                }),
                with("the same each time", (t, c, m) -> {
                    t.note("same", () -> c.getMetaData() == m);
                    t.note("connection", () -> m.getConnection() == c);
                    t.note("unwrap", () -> m.unwrap(DatabaseMetaData.class) != null);
                    t.note("wraps text", () -> m.isWrapperFor(String.class));
                }),
                with("of a closed connection", (t, c, m) -> {
                    c.close();
                    t.note("product", m::getDatabaseProductName);
                    t.note("version", m::getDatabaseProductVersion);
                    t.rows("tables", () -> m.getTables(null, null, "made", null));
                    t.note("connection", () -> m.getConnection() == c);
                }),
                with("asked inside a transaction", (t, c, m) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 5 where id = 1");
                    t.rows("keys", () -> m.getPrimaryKeys(null, null, stored(m, "made")));
                    t.attempt("rollback", c::rollback);
                    t.items();
                }));
    }

    private static String stored(DatabaseMetaData about, String name) throws java.sql.SQLException {
        return about.storesUpperCaseIdentifiers() ? name.toUpperCase(java.util.Locale.ROOT) : name;
    }
}
