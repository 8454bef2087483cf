package io.bateleur.lab.jdbc;

import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas, rows and statements, typed so that every database takes nearly all of them. */
final class SampledSql {
    private final Random random;
    private final SqlDialect dialect;
    private final List<Table> tables = new ArrayList<>();
    private final SampledFeatures features;

    enum Kind {
        INT,
        BIG,
        DECIMAL,
        DOUBLE,
        TEXT,
        DATE
    }

    record Column(String name, Kind kind, String type) {}

    record Table(String name, List<Column> columns) {}

    /** A table under a name that it has in one statement. */
    record Named(String alias, List<Column> columns) {}

    SampledSql(long seed, SqlDialect dialect) {
        this.random = new Random(seed * 31 + 7);
        this.dialect = dialect;
        this.features = new SampledFeatures(this);
    }

    List<Table> tables() {
        return tables;
    }

    boolean is(SqlDialect other) {
        return dialect == other;
    }

    int pick(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SafeVarargs
    final <T> T any(T... values) {
        return values[pick(values.length)];
    }

    <T> T any(List<T> values) {
        return values.get(pick(values.size()));
    }

    // ---- schemas

    List<String> schema() {
        List<String> statements = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            List<Column> columns = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            columns.add(new Column("id", Kind.INT, "INT"));
            lines.add(is(SqlDialect.SQLITE) && chance(50) ? "id INTEGER PRIMARY KEY" : "id INT NOT NULL PRIMARY KEY");
            if (t > 0 && chance(60)) {
                columns.add(new Column("r", Kind.INT, "INT"));
                String action = any(
                        "",
                        " ON DELETE CASCADE",
                        " ON DELETE SET NULL",
                        " ON DELETE RESTRICT ON UPDATE SET NULL",
                        " ON DELETE CASCADE ON UPDATE CASCADE");
                lines.add("r INT, FOREIGN KEY (r) REFERENCES t" + (t - 1) + " (id)" + action);
            }
            int size = 2 + pick(4);
            for (int i = 0; i < size; i++) {
                column("c" + i, columns, lines);
            }
            if (chance(20)) {
                lines.add("UNIQUE (" + columns.get(columns.size() - 1).name + ")");
            }
            if (chance(20)) {
                lines.add("CHECK (id < 40)");
            }
            lines.sort((a, b) -> Boolean.compare(isRule(a), isRule(b)));
            List<String> split = new ArrayList<>();
            List<String> rules = new ArrayList<>();
            for (String line : lines) {
                int comma = line.indexOf(", FOREIGN");
                split.add(comma < 0 ? line : line.substring(0, comma));
                if (comma >= 0) {
                    rules.add(line.substring(comma + 2));
                }
            }
            split.addAll(rules);
            split.sort((a, b) -> Boolean.compare(isRule(a), isRule(b)));
            String name = "t" + t;
            tables.add(new Table(name, columns));
            statements.add("CREATE TABLE " + name + " (" + String.join(", ", split) + ")");
            if (chance(30)) {
                statements.add("CREATE INDEX i" + t + " ON " + name + " (" + any(columns).name + ")");
            }
            if (chance(15)) {
                statements.addAll(features.trigger(name));
            }
        }
        return statements;
    }

    private static boolean isRule(String line) {
        return line.startsWith("UNIQUE") || line.startsWith("CHECK") || line.startsWith("FOREIGN");
    }

    private void column(String name, List<Column> columns, List<String> lines) {
        Kind kind = any(Kind.values());
        String type =
                switch (kind) {
                    case INT -> chance(20) ? "SMALLINT" : "INT";
                    case BIG -> "BIGINT";
                    case DECIMAL -> any("DECIMAL(8,2)", "DECIMAL(10,3)", "NUMERIC(5,0)");
                    case DOUBLE -> is(SqlDialect.MYSQL) ? "DOUBLE" : "DOUBLE PRECISION";
                    case TEXT ->
                        any("VARCHAR(8)", "VARCHAR(20)", is(SqlDialect.H2) ? "VARCHAR(12)" : "TEXT", "CHAR(4)");
                    case DATE -> is(SqlDialect.SQLITE) ? "VARCHAR(10)" : "DATE";
                };
        boolean key = type.equals("TEXT") && is(SqlDialect.MYSQL);
        columns.add(columns.size() > 1 && key ? columns.size() - 1 : columns.size(), new Column(name, kind, type));
        String rules = chance(15) ? " NOT NULL" : "";
        String def = chance(20) && kind != Kind.DATE && !key ? " DEFAULT " + literal(kind) : "";
        lines.add(name + " " + type + def + rules);
    }

    // ---- statements

    String statement() {
        if (chance(18)) {
            return features.statement();
        }
        int choice = pick(100);
        if (choice < 55) {
            return query();
        }
        if (choice < 72) {
            return insert();
        }
        return choice < 90 ? update() : delete();
    }

    String insert() {
        Table table = any(tables);
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns) {
            if (column.name.equals("id") || chance(85)) {
                columns.add(column);
            }
        }
        StringBuilder sql = new StringBuilder("INSERT INTO " + table.name + " ("
                + String.join(", ", columns.stream().map(Column::name).toList()) + ")");
        if (chance(12)) {
            Table from = any(tables);
            Named named = new Named(from.name, from.columns);
            sql.append(" SELECT ");
            for (int i = 0; i < columns.size(); i++) {
                sql.append(i == 0 ? "" : ", ")
                        .append(
                                i == 0
                                        ? "id + " + (20 + pick(30))
                                        : expression(columns.get(i).kind, List.of(named), 1));
            }
            sql.append(" FROM ").append(from.name).append(" WHERE ").append(condition(List.of(named), 1));
        } else {
            sql.append(" VALUES ");
            int rows = chance(25) ? 1 + pick(3) : 1;
            for (int r = 0; r < rows; r++) {
                sql.append(r == 0 ? "(" : ", (");
                for (int i = 0; i < columns.size(); i++) {
                    String value = i == 0
                            ? String.valueOf(pick(45))
                            : columns.get(i).name.equals("r")
                                    ? chance(20) ? "NULL" : String.valueOf(pick(15))
                                    : chance(8) ? "NULL" : literal(columns.get(i).kind);
                    sql.append(i == 0 ? "" : ", ").append(value);
                }
                sql.append(")");
            }
        }
        if (chance(20)) {
            sql.append(conflict(table));
        }
        return sql.toString();
    }

    private String conflict(Table table) {
        Column column = any(table.columns.subList(1, table.columns.size()));
        return switch (dialect) {
            case POSTGRES, SQLITE ->
                chance(30)
                        ? " ON CONFLICT DO NOTHING"
                        : " ON CONFLICT (id) DO UPDATE SET " + column.name + " = "
                                + any("excluded." + column.name, literal(column.kind));
            case MYSQL ->
                " ON DUPLICATE KEY UPDATE " + column.name + " = "
                        + any("VALUES(" + column.name + ")", literal(column.kind));
            default -> "";
        };
    }

    private String update() {
        Table table = any(tables);
        Named named = new Named(table.name, table.columns);
        StringBuilder sql = new StringBuilder("UPDATE " + table.name + " SET ");
        int sets = 1 + pick(2);
        List<Column> done = new ArrayList<>();
        for (int i = 0; i < sets; i++) {
            Column column = any(table.columns);
            if (done.contains(column)) {
                continue;
            }
            sql.append(done.isEmpty() ? "" : ", ").append(column.name).append(" = ");
            sql.append(
                    column.name.equals("id")
                            ? any("id + 1", "id + 20", "id - 3")
                            : expression(column.kind, List.of(named), 2));
            done.add(column);
        }
        sql.append(" WHERE ").append(chance(50) ? "id = " + pick(30) : condition(List.of(named), 2));
        return sql + returning(table);
    }

    private String returning(Table table) {
        boolean can = is(SqlDialect.POSTGRES);
        return can && chance(30) ? " RETURNING " + any("*", table.columns.get(1).name, "id") : "";
    }

    private String delete() {
        Table table = any(tables);
        Named named = new Named(table.name, table.columns);
        return "DELETE FROM " + table.name + " WHERE "
                + (chance(60) ? "id = " + pick(30) : condition(List.of(named), 2) + " AND id > " + pick(25))
                + returning(table);
    }

    // ---- queries

    String query() {
        int choice = pick(100);
        if (choice < 10) {
            return setOperation();
        }
        if (choice < 16) {
            return common();
        }
        return choice < 45 ? grouped() : plain();
    }

    private record Source(String text, List<Named> names) {}

    private Source source() {
        int size = chance(55) ? 1 : chance(70) ? 2 : 3;
        List<Named> names = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            Named named;
            String item;
            if (chance(12)) {
                Table table = any(tables);
                Column column = any(table.columns);
                item = "(SELECT id, " + column.name + " AS v FROM " + table.name + " WHERE "
                        + condition(List.of(new Named(table.name, table.columns)), 1) + ") q" + i;
                named = new Named("q" + i, List.of(table.columns.get(0), new Column("v", column.kind, column.type)));
            } else {
                Table table = any(tables);
                item = table.name + " x" + i;
                named = new Named("x" + i, table.columns);
            }
            if (i == 0) {
                text.append(item);
                names.add(named);
                continue;
            }
            List<Named> both = List.of(any(names), named);
            String on = chance(70)
                    ? both.get(0).alias + "." + both.get(0).columns.get(0).name + " = " + both.get(1).alias + ".id"
                    : condition(both, 1);
            if (chance(10)) {
                text.append(" CROSS JOIN ").append(item);
            } else {
                boolean full =
                        chance(10) && (is(SqlDialect.SQLITE) || is(SqlDialect.POSTGRES) && on.matches("\\S+ = \\S+"));
                text.append(full ? " FULL JOIN " : any(" JOIN ", " LEFT JOIN ", " RIGHT JOIN "))
                        .append(item)
                        .append(" ON ")
                        .append(on);
            }
            names.add(named);
        }
        return new Source(text.toString(), names);
    }

    private String plain() {
        Source source = source();
        boolean distinct = chance(12);
        StringBuilder sql = new StringBuilder("SELECT ").append(distinct ? "DISTINCT " : "");
        int items = 1 + pick(3);
        String first = source.names.get(0).alias + ".id";
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(expression(any(Kind.values()), source.names, 3))
                    .append(" AS o")
                    .append(i);
        }
        if (!distinct && chance(10)) {
            sql = new StringBuilder("SELECT *");
            items = 0;
        }
        sql.append(" FROM ").append(source.text);
        if (chance(75)) {
            sql.append(" WHERE ").append(condition(source.names, 3));
        }
        if (items > 0 && chance(50)) {
            sql.append(" ORDER BY ").append(any("1", "o0", items + " DESC", "o0 DESC, " + items));
            sql.append(limit());
        } else if (items > 0 && !distinct && chance(20)) {
            sql.append(" ORDER BY ")
                    .append(first + " + ")
                    .append(expression(any(Kind.INT, Kind.DECIMAL), source.names, 1))
                    .append(limit());
        }
        return sql.toString();
    }

    String limit() {
        return chance(40) ? " LIMIT " + pick(5) + (chance(30) ? " OFFSET " + pick(4) : "") : "";
    }

    private String grouped() {
        Source source = source();
        StringBuilder sql = new StringBuilder("SELECT ");
        String key = null;
        if (chance(70)) {
            Named named = any(source.names);
            key = chance(80) ? column(named, any(Kind.values())) : expression(Kind.INT, source.names, 1);
            if (key.matches("-?[0-9.]+|NULL|'.*'|DATE.*|CAST\\(NULL.*|\\(NULL.*")) {
                key = named.alias + "." + named.columns.get(0).name;
            }
            sql.append(key).append(" AS k, ");
        }
        int size = 1 + pick(3);
        for (int i = 0; i < size; i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(aggregate(source.names))
                    .append(" AS o")
                    .append(i);
        }
        sql.append(" FROM ").append(source.text);
        if (chance(60)) {
            sql.append(" WHERE ").append(condition(source.names, 2));
        }
        if (key != null) {
            sql.append(" GROUP BY ").append(key);
            if (chance(30)) {
                sql.append(" HAVING ")
                        .append(aggregateNumber(source.names))
                        .append(comparison())
                        .append(pick(20));
            }
            if (chance(40)) {
                sql.append(" ORDER BY ").append(any("1", "2", "k DESC, 2")).append(limit());
            }
        }
        return sql.toString();
    }

    private String aggregate(List<Named> names) {
        return switch (pick(6)) {
            case 0 -> "COUNT(*)";
            case 1 -> "COUNT(" + (chance(40) ? "DISTINCT " : "") + expression(any(Kind.values()), names, 1) + ")";
            case 2 -> any("MIN(", "MAX(") + expression(any(Kind.values()), names, 2) + ")";
            default -> aggregateNumber(names);
        };
    }

    private String aggregateNumber(List<Named> names) {
        return any("SUM(", "AVG(", "MIN(", "MAX(", "SUM(DISTINCT ")
                + expression(any(Kind.INT, Kind.BIG, Kind.DECIMAL, Kind.DOUBLE), names, 1) + ")";
    }

    private String setOperation() {
        Kind one = any(Kind.values());
        Kind two = any(Kind.values());
        String operator = any(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ");
        String sql = arm(one, two) + operator + arm(one, two);
        return sql + (chance(50) ? " ORDER BY 1, 2" + limit() : "");
    }

    private String arm(Kind one, Kind two) {
        Table table = any(tables);
        Named named = new Named(table.name, table.columns);
        return "SELECT " + expression(one, List.of(named), 1) + " AS a, " + expression(two, List.of(named), 1)
                + " AS b FROM " + table.name + " WHERE " + condition(List.of(named), 1);
    }

    private String common() {
        Table table = any(tables);
        Named named = new Named(table.name, table.columns);
        Kind kind = any(Kind.values());
        Named with = new Named("w", List.of(table.columns.get(0), new Column("v", kind, "")));
        return "WITH w AS (SELECT id, " + expression(kind, List.of(named), 2) + " AS v FROM " + table.name
                + ") SELECT w.id, w.v, x.id AS z FROM w" + any(" JOIN ", " LEFT JOIN ") + any(tables).name
                + " x ON x.id = w.id WHERE " + condition(List.of(with), 2);
    }

    // ---- conditions

    String condition(List<Named> names, int depth) {
        if (depth > 0 && chance(35)) {
            return "(" + condition(names, depth - 1) + any(" AND ", " OR ") + condition(names, depth - 1) + ")";
        }
        if (depth > 0 && chance(8)) {
            return "NOT " + "(" + condition(names, depth - 1) + ")";
        }
        Kind kind = any(Kind.values());
        return switch (pick(depth > 1 ? 14 : 10)) {
            case 0 -> expression(kind, names, 1) + any(" IS NULL", " IS NOT NULL");
            case 1 ->
                expression(kind, names, 1) + any(" BETWEEN ", " NOT BETWEEN ") + expression(kind, names, 0) + " AND "
                        + expression(kind, names, 0);
            case 2 ->
                expression(kind, names, 1) + any(" IN (", " NOT IN (") + expression(kind, names, 0) + ", "
                        + expression(kind, names, 0) + ")";
            case 3 ->
                expression(Kind.TEXT, names, 1) + any(" LIKE '", " NOT LIKE '") + any("a%", "%b%", "_", "A_", "%", "b")
                        + "'";
            case 10 -> any("EXISTS (", "NOT EXISTS (") + subquery(names, null) + ")";
            case 11 -> expression(Kind.INT, names, 1) + any(" IN (", " NOT IN (") + subquery(names, Kind.INT) + ")";
            case 12 ->
                expression(Kind.INT, names, 1) + comparison() + "(SELECT MAX(s.id) FROM " + any(tables).name + " s)";
            default -> expression(kind, names, depth) + comparison() + expression(kind, names, Math.min(depth, 1));
        };
    }

    private String comparison() {
        return any(" = ", " = ", " <> ", " < ", " <= ", " > ", " >= ");
    }

    private String subquery(List<Named> names, Kind kind) {
        Table table = any(tables);
        Named inner = new Named("s", table.columns);
        String item = kind == null ? "1" : expression(kind, List.of(inner), 1);
        List<Named> visible = new ArrayList<>(names);
        visible.add(inner);
        String where = chance(60) ? "s.id = " + column(any(names), Kind.INT) : condition(visible, 1);
        return "SELECT " + item + " FROM " + table.name + " s WHERE " + where;
    }

    // ---- expressions

    String column(Named named, Kind kind) {
        List<Column> fit =
                named.columns.stream().filter(column -> column.kind == kind).toList();
        return fit.isEmpty() ? literal(kind) : named.alias + "." + any(fit).name;
    }

    String expression(Kind kind, List<Named> names, int depth) {
        if (depth <= 0 || chance(35)) {
            return chance(75) ? column(any(names), kind) : literal(kind);
        }
        if (chance(8)) {
            return "CASE WHEN " + condition(names, 0) + " THEN " + expression(kind, names, depth - 1)
                    + (chance(70) ? " ELSE " + expression(kind, names, depth - 1) : "") + " END";
        }
        if (chance(8)) {
            return "COALESCE(" + column(any(names), kind) + ", " + expression(kind, names, depth - 1) + ")";
        }
        if (chance(5)) {
            return "NULLIF(" + column(any(names), kind) + ", " + expression(kind, names, depth - 1) + ")";
        }
        return switch (kind) {
            case INT, BIG -> integer(kind, names, depth);
            case DECIMAL ->
                "(" + expression(any(Kind.DECIMAL, Kind.DECIMAL, Kind.INT), names, depth - 1)
                        + any(" + ", " - ", " * ", " / ") + expression(Kind.DECIMAL, names, depth - 1) + ")";
            case DOUBLE ->
                "(" + expression(any(Kind.DOUBLE, Kind.INT), names, depth - 1) + any(" + ", " - ", " * ")
                        + expression(Kind.DOUBLE, names, depth - 1) + ")";
            case TEXT -> text(names, depth);
            case DATE -> expression(Kind.DATE, names, 0);
        };
    }

    private String integer(Kind kind, List<Named> names, int depth) {
        return switch (pick(9)) {
            case 0 -> "ABS(" + expression(kind, names, depth - 1) + ")";
            case 1 -> "LENGTH(" + expression(Kind.TEXT, names, depth - 1) + ")";
            case 2 ->
                "CAST(" + expression(any(Kind.DECIMAL, Kind.INT), names, depth - 1) + " AS "
                        + (is(SqlDialect.MYSQL) ? "SIGNED" : "INTEGER") + ")";
            case 3 -> "(" + expression(kind, names, depth - 1) + " % " + any("2", "3", "7") + ")";
            case 4 ->
                "(" + expression(kind, names, depth - 1) + (is(SqlDialect.MYSQL) ? " * " : " / ")
                        + any("2", "3", "7", expression(Kind.INT, names, 0)) + ")";
            default ->
                "(" + expression(kind, names, depth - 1) + any(" + ", " - ", " * ") + expression(kind, names, depth - 1)
                        + ")";
        };
    }

    private String text(List<Named> names, int depth) {
        String one = expression(Kind.TEXT, names, depth - 1);
        return switch (pick(6)) {
            case 0 -> "UPPER(" + one + ")";
            case 1 -> "LOWER(" + one + ")";
            case 2 ->
                is(SqlDialect.SQLITE)
                        ? "SUBSTR(" + one + ", " + (1 + pick(3)) + ", " + pick(3) + ")"
                        : "SUBSTRING(" + one + ", " + (1 + pick(3)) + ", " + pick(3) + ")";
            case 3 -> "TRIM(" + one + ")";
            default ->
                is(SqlDialect.MYSQL)
                        ? "CONCAT(" + one + ", " + expression(Kind.TEXT, names, 0) + ")"
                        : "(" + one + " || " + expression(Kind.TEXT, names, 0) + ")";
        };
    }

    String literal(Kind kind) {
        return switch (kind) {
            case INT -> any("0", "1", "2", "3", "5", "10", "17", "-4", "100");
            case BIG -> any("0", "1", "7", "3000000000", "-12345678901", "42");
            case DECIMAL -> any("0.0", "1.5", "2.25", "10.00", "-3.75", "0.333", "99.99");
            case DOUBLE ->
                is(SqlDialect.MYSQL) || is(SqlDialect.SQLITE)
                        ? any("0.5e0", "1.25e0", "-2.0e0", "8.0e1")
                        : "CAST(" + any("0.5", "1.25", "-2.0", "80.0") + " AS DOUBLE PRECISION)";
            case TEXT -> any("'a'", "'b'", "'ab'", "'abc'", "'A'", "''", "'zz'", "'B b'", "'10'");
            case DATE ->
                (is(SqlDialect.SQLITE) ? "" : "DATE ")
                        + any("'2020-01-01'", "'2020-02-29'", "'1999-12-31'", "'2021-06-15'");
        };
    }
}
