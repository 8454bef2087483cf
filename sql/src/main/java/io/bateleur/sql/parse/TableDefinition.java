package io.bateleur.sql.parse;

import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.ForeignKeyIndex;
import net.sf.jsqlparser.statement.create.table.Index;
import org.jspecify.annotations.Nullable;

/**
 * A table as {@code CREATE TABLE} defines it.
 *
 * @param parents tables whose deletes and changed keys reach this one
 */
public record TableDefinition(SqlTable table, List<String> parents, boolean ifNotExists) {

    /** The definition in a text; null when it is none, or one that is not understood. */
    public static @Nullable TableDefinition of(String sql) {
        if (!(SqlParser.tree(sql) instanceof CreateTable create)
                || create.getColumnDefinitions() == null
                || create.getSelect() != null
                || create.getLikeTable() != null) {
            return null;
        }
        try {
            return of(create);
        } catch (RuntimeException e) {
            return null; // a tree that lacks parts
        }
    }

    private static TableDefinition of(CreateTable create) {
        List<SqlTable.Column> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        List<String> parents = new ArrayList<>();
        for (ColumnDefinition definition : create.getColumnDefinitions()) {
            String name = name(definition.getColumnName());
            String options = options(definition);
            columns.add(column(name, definition.getColDataType(), options));
            if (options.contains("PRIMARY KEY")) {
                key.add(name);
            }
            if (definition.getForeignKeyReference() != null && acts(options)) {
                parents.add(name(definition.getForeignKeyReference().getTable().getName()));
            }
        }
        List<Index> indexes = create.getIndexes() == null ? List.of() : create.getIndexes();
        for (Index index : indexes) {
            if (index.getType() != null && index.getType().equalsIgnoreCase("primary key")) {
                index.getColumnsNames().forEach(name -> key.add(name(name)));
            }
            boolean acts =
                    index instanceof ForeignKeyIndex && acts(index.toString().toUpperCase(Locale.ROOT));
            if (acts) {
                parents.add(name(((ForeignKeyIndex) index).getTable().getName()));
            }
        }
        String schema = create.getTable().getSchemaName();
        String name = (schema == null ? "" : name(schema) + ".")
                + name(create.getTable().getName());
        return new TableDefinition(new SqlTable(name, key, columns, false, List.of()), parents, create.isIfNotExists());
    }

    private static String options(ColumnDefinition definition) {
        return definition.getColumnSpecs() == null
                ? ""
                : String.join(" ", definition.getColumnSpecs()).toUpperCase(Locale.ROOT);
    }

    /** Whether a reference changes rows by itself. */
    private static boolean acts(String reference) {
        return reference.contains("CASCADE") || reference.contains("SET NULL") || reference.contains("SET DEFAULT");
    }

    private static String name(String written) {
        return Name.of(written).text();
    }

    private static SqlTable.Column column(String name, ColDataType type, String options) {
        String full = type.toString().toUpperCase(Locale.ROOT);
        String base = full.replaceAll("\\(.*", "").strip();
        List<Integer> sizes = sizes(full);
        boolean serial = base.contains("SERIAL");
        boolean computed = serial
                || options.contains("GENERATED")
                || options.contains("IDENTITY")
                || options.contains("AUTO_INCREMENT")
                || options.contains("AUTOINCREMENT")
                || options.contains("ON UPDATE CURRENT")
                || options.contains(" AS (")
                || options.startsWith("AS (");
        String jdbc = full.contains("[")
                        || type.getArrayData() != null && !type.getArrayData().isEmpty()
                ? "ARRAY"
                : jdbcType(base);
        int unsized = Set.of("VARCHAR", "CLOB", "VARBINARY", "BLOB").contains(jdbc) ? Integer.MAX_VALUE : 0;
        int size = sizes.isEmpty() ? (jdbc.equals("CHAR") ? 1 : unsized) : sizes.get(0);
        return new SqlTable.Column(name, jdbc, size, sizes.size() > 1 ? sizes.get(1) : 0, computed);
    }

    private static List<Integer> sizes(String type) {
        List<Integer> sizes = new ArrayList<>();
        java.util.regex.Matcher matcher =
                java.util.regex.Pattern.compile("\\b[0-9]{1,9}\\b").matcher(type);
        while (matcher.find()) {
            sizes.add(Integer.parseInt(matcher.group()));
        }
        return sizes;
    }

    private static String jdbcType(String base) {
        String first = base.split("\\s+")[0];
        return switch (first) {
            case "TINYINT" -> "TINYINT";
            case "SMALLINT", "INT2", "SMALLSERIAL" -> "SMALLINT";
            case "INT", "INTEGER", "INT4", "SERIAL", "SERIAL4", "MEDIUMINT" -> "INTEGER";
            case "BIGINT", "INT8", "BIGSERIAL", "SERIAL8" -> "BIGINT";
            case "NUMERIC", "DECIMAL", "DEC" -> "NUMERIC";
            case "VARCHAR", "NVARCHAR", "VARCHAR2", "TEXT", "STRING" -> "VARCHAR";
            case "CHARACTER", "CHAR", "NCHAR" -> base.contains("VARYING") ? "VARCHAR" : "CHAR";
            case "CLOB", "LONGTEXT", "MEDIUMTEXT" -> "CLOB";
            case "BOOLEAN", "BOOL" -> "BOOLEAN";
            case "BYTEA", "VARBINARY" -> "VARBINARY";
            case "UUID" -> "OTHER";
            default -> "JAVA_OBJECT";
        };
    }
}
