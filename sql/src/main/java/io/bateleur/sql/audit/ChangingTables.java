package io.bateleur.sql.audit;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tables that are defined anew while a log goes on: what a statement means there depends on when it was executed, so it is not evaluated. */
final class ChangingTables {
    private final SqlDialect dialect;
    private final Set<String> names = new HashSet<>();
    private final Set<String> mentioned = new HashSet<>();

    ChangingTables(History history, Catalog before, SqlDialect dialect) {
        this.dialect = dialect;
        Set<String> atFirst = FirstRows.atFirst(history);
        for (BaseTable table : before.tables()) {
            // What a recorder describes of a table that the log makes is that same table.
            if (atFirst == null || atFirst.contains(table.name().toString())) {
                mentioned.add(table.name().name().toLowerCase(Locale.ROOT));
            }
        }
        for (Transaction t : history.transactions()) {
            for (Operation operation : t.operations()) {
                if (operation.kind() == OpKind.SQL && !failed(operation)) {
                    note(operation.statement());
                }
            }
        }
    }

    private static boolean failed(Operation operation) {
        return operation.content() instanceof Content.Live live
                && LoggedAnswers.of(live.value())
                        .filter(results -> results.stream().anyMatch(SqlResult.Failure.class::isInstance))
                        .isPresent();
    }

    private void note(String text) {
        if (!LogCatalog.isDefinition(text)) {
            return;
        }
        for (Statement statement : SqlReader.read(text, dialect)) {
            if (statement instanceof Definition.CreateTable create) {
                boolean fresh = mentioned.add(simple(create.name())) && create.as() == null;
                if (!fresh && !(create.ifNotExists() && create.as() == null)) {
                    names.add(simple(create.name()));
                }
            } else if (statement instanceof Definition definition) {
                tables(definition).forEach(table -> names.add(simple(table)));
            }
        }
    }

    private static List<Qualified> tables(Definition definition) {
        if (definition instanceof Definition.AlterTable alter) {
            return List.of(alter.table());
        }
        if (definition instanceof Definition.Drop drop) {
            return drop.kind().contains("INDEX") ? List.of() : drop.names();
        }
        if (definition instanceof Definition.CreateTrigger trigger) {
            return List.of(trigger.table());
        }
        if (definition instanceof Definition.CreateRule rule) {
            return List.of(rule.table());
        }
        boolean unique = definition instanceof Definition.CreateIndex index
                && index.modifiers().contains("UNIQUE");
        return unique ? List.of(((Definition.CreateIndex) definition).table()) : List.of();
    }

    private static String simple(Qualified name) {
        return name.last().text().toLowerCase(Locale.ROOT);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** Whether a statement mentions one of them. */
    boolean concern(String text) {
        return !names.isEmpty()
                && Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_$]+"))
                        .anyMatch(names::contains);
    }
}
