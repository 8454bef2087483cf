package io.bateleur.sql.audit;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of a log: what somebody says, or the log itself, with those that it makes. */
final class LogCatalog {
    private LogCatalog() {}

    static Catalog of(History history, AuditOptions options, SqlDialect dialect) {
        Catalog catalog = with(given(history, options, dialect), definitions(history, dialect));
        return withRows(catalog, history, dialect);
    }

    /** Before the first statement. */
    static Catalog given(History history, AuditOptions options, SqlDialect dialect) {
        Catalog catalog;
        if (options.schema().isPresent()) {
            catalog =
                    Catalog.empty(dialect).with(SqlReader.read(options.schema().get(), dialect));
        } else {
            Map<String, Value> about = new LinkedHashMap<>(history.about());
            if (options.dialect().isPresent()) {
                about.put("engine", Value.of(dialect.name()));
            }
            catalog = Catalog.of(about);
        }
        if (options.initial().isPresent()) {
            catalog = with(catalog, SqlReader.read(options.initial().get(), dialect));
        }
        return catalog;
    }

    /** What is there already stays as it is. */
    private static Catalog with(Catalog catalog, List<? extends Statement> statements) {
        List<Statement> news = new ArrayList<>();
        for (Statement statement : statements) {
            boolean there = statement instanceof Definition.CreateTable create
                    && catalog.table(create.name(), catalog.path()).isPresent();
            if (!there && statement instanceof Definition) {
                news.add(statement);
            }
        }
        return catalog.with(news);
    }

    private static List<Statement> definitions(History history, SqlDialect dialect) {
        List<Statement> definitions = new ArrayList<>();
        Set<String> read = new HashSet<>();
        for (Transaction t : history.transactions()) {
            for (Operation operation : t.operations()) {
                if (operation.kind() == OpKind.SQL
                        && isDefinition(operation.statement())
                        && read.add(operation.statement())) {
                    for (Statement statement : SqlReader.read(operation.statement(), dialect)) {
                        if (statement instanceof Definition && !(statement instanceof Definition.Drop)) {
                            definitions.add(statement);
                        }
                    }
                }
            }
        }
        return definitions;
    }

    static boolean isDefinition(String text) {
        String start = text.stripLeading();
        return start.regionMatches(true, 0, "CREATE", 0, 6)
                || start.regionMatches(true, 0, "ALTER", 0, 5)
                || start.regionMatches(true, 0, "DROP", 0, 4)
                || start.regionMatches(true, 0, "RENAME", 0, 6);
    }

    /** Tables of which only rows are told. */
    private static Catalog withRows(Catalog catalog, History history, SqlDialect dialect) {
        StringBuilder tables = new StringBuilder();
        for (TableRows rows : history.initialRows()) {
            String simple = rows.table().substring(rows.table().lastIndexOf('.') + 1);
            boolean there = catalog.tables().stream().map(BaseTable::name).anyMatch(name -> name.name()
                    .equalsIgnoreCase(simple));
            if (!there) {
                tables.append("CREATE TABLE ").append(simple).append(" (");
                for (int i = 0; i < rows.columns().size(); i++) {
                    tables.append(i == 0 ? "" : ", ")
                            .append(rows.columns().get(i))
                            .append(' ')
                            .append(type(rows, i));
                }
                tables.append(");\n");
            }
        }
        return catalog.with(SqlReader.read(tables.toString(), dialect));
    }

    private static String type(TableRows rows, int column) {
        for (List<Value> row : rows.rows()) {
            Value value = row.get(column);
            if (value instanceof Value.Int) {
                return "BIGINT";
            }
            if (value instanceof Value.Decimal || value instanceof Value.BigInt) {
                return "DECIMAL(38, 10)";
            }
            if (value instanceof Value.Bool) {
                return "BOOLEAN";
            }
        }
        return "VARCHAR(1000)";
    }
}
