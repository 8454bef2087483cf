package io.bateleur.lab.jdbc;

import io.bateleur.lab.jdbc.SampledSql.Column;
import io.bateleur.lab.jdbc.SampledSql.Kind;
import io.bateleur.lab.jdbc.SampledSql.Named;
import io.bateleur.lab.jdbc.SampledSql.Table;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/** Random statements of kinds that not all databases have: windows, MERGE, changes in WITH, definitions, triggers. */
final class SampledFeatures {
    private final SampledSql sql;
    private final List<String> added = new ArrayList<>();
    private int names;

    SampledFeatures(SampledSql sql) {
        this.sql = sql;
    }

    String statement() {
        int choice = sql.pick(100);
        if (choice < 45) {
            return window();
        }
        if (choice < 60) {
            return joined();
        }
        if (choice < 70) {
            return quantified();
        }
        if (choice < 76) {
            return definition();
        }
        return sql.is(SqlDialect.POSTGRES)
                ? choice < 88 ? changeInWith() : merge()
                : sql.is(SqlDialect.H2) ? merge() : recursive();
    }

    // ---- queries

    private Table table() {
        return sql.any(sql.tables());
    }

    private static Named named(Table table, String alias) {
        return new Named(alias, table.columns());
    }

    private String window() {
        Table table = table();
        Named named = named(table, "x");
        List<Named> names = List.of(named);
        String partition = sql.chance(60)
                ? "PARTITION BY " + sql.column(named, sql.any(Kind.INT, Kind.TEXT, Kind.DATE)) + " "
                : "";
        String order = sql.chance(50) ? "x.id" + sql.any("", " DESC") : sql.column(named, Kind.INT) + ", x.id";
        String call =
                switch (sql.pick(10)) {
                    case 0 -> "ROW_NUMBER() OVER (" + partition + "ORDER BY " + order + ")";
                    case 1 -> "RANK() OVER (" + partition + "ORDER BY " + number(named) + ")";
                    case 2 -> "DENSE_RANK() OVER (" + partition + "ORDER BY " + number(named) + " DESC)";
                    case 3 ->
                        sql.any("LAG(", "LEAD(") + sql.column(named, Kind.INT) + ", " + (1 + sql.pick(2)) + ") OVER ("
                                + partition + "ORDER BY " + order + ")";
                    case 4 ->
                        sql.any("FIRST_VALUE(", "LAST_VALUE(") + number(named) + ") OVER (" + partition + "ORDER BY "
                                + order + ")";
                    case 5 -> "NTILE(" + (1 + sql.pick(4)) + ") OVER (ORDER BY " + order + ")";
                    default ->
                        sql.any("SUM(", "COUNT(", "MIN(", "MAX(", "AVG(") + number(named) + ") OVER ("
                                + frame(partition, order, named) + ")";
                };
        return "SELECT x.id, " + call + " AS o FROM " + table.name() + " x"
                + (sql.chance(40) ? " WHERE " + sql.condition(names, 1) : "")
                + (sql.chance(20) ? " ORDER BY 1" + sql.limit() : "");
    }

    private String number(Named named) {
        return sql.column(named, sql.any(Kind.INT, Kind.BIG, Kind.DECIMAL));
    }

    private String frame(String partition, String order, Named named) {
        return switch (sql.pick(5)) {
            case 0 -> partition.strip();
            case 1 -> partition + "ORDER BY " + number(named);
            case 2 ->
                partition + "ORDER BY " + order + " ROWS BETWEEN " + sql.pick(3) + " PRECEDING AND "
                        + sql.any("CURRENT ROW", "1 FOLLOWING", "UNBOUNDED FOLLOWING");
            case 3 ->
                partition + "ORDER BY x.id RANGE BETWEEN " + sql.pick(5) + " PRECEDING AND " + sql.pick(5)
                        + " FOLLOWING";
            default -> partition + "ORDER BY " + order + " ROWS UNBOUNDED PRECEDING";
        };
    }

    private String joined() {
        Table a = table();
        Table b = table();
        String kind = sql.any(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ");
        if (sql.is(SqlDialect.H2)) {
            return "SELECT " + sql.any("*", "*", "id") + " FROM " + a.name() + " x" + sql.any(" JOIN ", " LEFT JOIN ")
                    + "(SELECT id, 7 AS k FROM " + b.name() + ") y USING (id)";
        }
        boolean pair = sql.chance(60);
        String where = pair ? "" : " JOIN " + table().name() + " z USING (id)";
        return "SELECT id, COUNT(*) AS n FROM " + a.name() + " x" + (pair ? kind : " JOIN ") + b.name()
                + " y USING (id)" + where + " GROUP BY id" + (sql.chance(50) ? " ORDER BY n, id" + sql.limit() : "");
    }

    private String quantified() {
        Table a = table();
        Table b = table();
        if (sql.is(SqlDialect.SQLITE)) {
            return "SELECT x.id FROM " + a.name() + " x WHERE (x.id, 1) IN (SELECT id, 1 FROM " + b.name() + ")";
        }
        return "SELECT x.id FROM " + a.name() + " x WHERE "
                + sql.expression(Kind.INT, List.of(named(a, "x")), 1)
                + sql.any(" = ", " <> ", " < ", " >= ")
                + sql.any("ANY", "ALL") + " (SELECT " + sql.column(named(b, "y"), Kind.INT) + " FROM " + b.name()
                + " y WHERE " + sql.condition(List.of(named(b, "y")), 1) + ")";
    }

    private String recursive() {
        Table table = table();
        return "WITH RECURSIVE n (i) AS (SELECT " + sql.pick(4) + " UNION ALL SELECT i + " + (1 + sql.pick(3))
                + " FROM n WHERE i < " + (5 + sql.pick(9)) + ") SELECT n.i, x.id FROM n"
                + sql.any(" JOIN ", " LEFT JOIN ") + table.name() + " x ON x.id = n.i";
    }

    // ---- changes

    private String changeInWith() {
        Table a = table();
        Table b = table();
        Column column = sql.any(a.columns().subList(1, a.columns().size()));
        String condition = "id " + sql.any("= ", "< ", "> ") + sql.pick(40);
        String change = sql.any(
                "DELETE FROM " + a.name() + " WHERE " + condition,
                "UPDATE " + a.name() + " SET " + column.name() + " = " + sql.literal(column.kind()) + " WHERE "
                        + condition,
                "INSERT INTO " + a.name() + " (id) VALUES (" + sql.pick(60) + ")");
        String rest = sql.any(
                "SELECT COUNT(*) FROM c",
                "SELECT x.id, c.k FROM " + a.name() + " x LEFT JOIN c ON c.k = x.id",
                "DELETE FROM " + b.name() + " WHERE id IN (SELECT k + 1 FROM c)",
                "SELECT k FROM c ORDER BY 1" + sql.limit());
        return "WITH c (k) AS (" + change + " RETURNING id) " + rest;
    }

    private String merge() {
        Table a = table();
        Table b = table();
        Column column = sql.any(a.columns().subList(1, a.columns().size()));
        String value = sql.expression(column.kind(), List.of(named(a, "x"), named(b, "y")), 1);
        StringBuilder text = new StringBuilder("MERGE INTO " + a.name() + " x USING " + b.name() + " y ON x.id = y.id"
                + (sql.chance(30) ? " + " + (1 + sql.pick(3)) : ""));
        if (sql.chance(30)) {
            text.append(" WHEN MATCHED AND y.id > ").append(sql.pick(30)).append(" THEN DELETE");
        }
        text.append(" WHEN MATCHED THEN UPDATE SET ")
                .append(column.name())
                .append(" = ")
                .append(value);
        if (sql.chance(70)) {
            text.append(" WHEN NOT MATCHED AND y.id < ")
                    .append(sql.pick(40))
                    .append(" THEN INSERT (id) VALUES (y.id")
                    .append(sql.any("", " + 1", " + 50"))
                    .append(")");
        }
        return text.toString();
    }

    // ---- definitions

    private String definition() {
        if (!added.isEmpty() && sql.chance(50)) {
            String[] place = added.remove(sql.pick(added.size())).split(" ");
            if (sql.chance(50)) {
                return "ALTER TABLE " + place[0] + " DROP COLUMN " + place[1];
            }
            String name = "n" + names++;
            added.add(place[0] + " " + name);
            return sql.is(SqlDialect.H2)
                    ? "ALTER TABLE " + place[0] + " ALTER COLUMN " + place[1] + " RENAME TO " + name
                    : "ALTER TABLE " + place[0] + " RENAME COLUMN " + place[1] + " TO " + name;
        }
        String table = table().name();
        String name = "n" + names++;
        added.add(table + " " + name);
        return "ALTER TABLE " + table + " ADD COLUMN " + name
                + sql.any(" INT", " INT DEFAULT 7", " VARCHAR(5) DEFAULT 'd' NOT NULL", " BIGINT DEFAULT 3 NOT NULL");
    }

    /** A trigger that keeps a log of a table, or changes its rows. */
    List<String> trigger(String table) {
        String log = "l" + table.substring(1);
        String made = "CREATE TABLE " + log + " (op VARCHAR(10), id INT)";
        String event = sql.any("INSERT", "UPDATE", "DELETE");
        String row = event.equals("DELETE") ? "OLD" : "NEW";
        String insert = "INSERT INTO " + log + " VALUES ('" + event + "', " + row + ".id)";
        String on = "CREATE TRIGGER g" + table + " AFTER " + event + " ON " + table + " FOR EACH ROW ";
        if (sql.is(SqlDialect.POSTGRES)) {
            String function = "CREATE OR REPLACE FUNCTION f" + table
                    + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                    + (sql.chance(30) ? "IF " + row + ".id = 13 THEN RAISE EXCEPTION 'no'; END IF; " : "") + insert
                    + "; RETURN NULL; END $$";
            return List.of(made, function, on + "EXECUTE FUNCTION f" + table + "()");
        }
        return sql.is(SqlDialect.H2)
                ? List.of()
                : List.of(made, sql.is(SqlDialect.SQLITE) ? on + "BEGIN " + insert + "; END" : on + insert);
    }
}
