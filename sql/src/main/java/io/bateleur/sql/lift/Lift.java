package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.parse.Liftable;
import io.bateleur.sql.parse.Parsed;
import io.bateleur.sql.parse.TableDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lifts recorded SQL to reads and writes of cells.
 *
 * <p>The history is gone through twice: first to learn which columns something wrote that cannot be followed, and which columns
 * somebody read; then to tell everything that is left.
 */
public final class Lift {
    private Lift() {}

    /**
     * With the tables that the trace describes.
     *
     * @param schema a file of CREATE TABLE statements that is believed in place of the trace
     */
    public static Lifted lift(History recorded, Optional<Path> schema) throws IOException {
        return lift(recorded, schema.isPresent() ? SchemaFile.read(schema.get()) : SqlTable.of(recorded.about()));
    }

    /** The same history with its statements lifted; one without statements comes back as it is. */
    public static Lifted lift(History recorded, List<SqlTable> tables) {
        if (!hasStatements(recorded)) {
            return new Lifted(recorded, new Tally().coverage(template -> ""));
        }
        Map<Integer, Parsed> texts = Statements.parse(recorded);
        Schema schema = new Schema(
                withDefined(recorded, texts, tables), recorded.about(), new Uniques(recorded.about(), texts.values()));
        Statements statements = new Statements(recorded, texts, schema);
        Taints taints = new Taints(schema);
        if (recorded.about().containsKey("databases")) {
            taints.everything("tables of more than one database, which may have the same names");
        }
        Clears clears = new Clears(recorded);
        Survey survey = new Survey(schema.columnCount(), statements.clear() ? clears : null);
        Births births = new Births(recorded);
        statements.run(taints, clears, births, survey);
        clears.resolve(taints);
        Emission emission = new Emission(recorded, taints, survey, births, schema);
        statements.run(taints, clears, births, emission);
        return emission.lifted();
    }

    /** The tables that are given, and those that the trace itself defines, unless it does so in more than one way. */
    private static List<SqlTable> withDefined(History recorded, Map<Integer, Parsed> texts, List<SqlTable> tables) {
        Definitions definitions = new Definitions(tables);
        Map<String, TableDefinition> found = new TreeMap<>();
        Set<String> contested = new HashSet<>();
        texts.forEach((text, parsed) -> {
            boolean table = parsed.statement() instanceof Liftable.CreateTable
                    && !parsed.words().contains("TEMPORARY");
            TableDefinition definition = table ? TableDefinition.of(Statements.text(recorded, text)) : null;
            if (definition != null && !parsed.words().contains("TEMP")) {
                String name = Definitions.simple(definition.table().name()).toLowerCase(Locale.ROOT);
                TableDefinition other = found.putIfAbsent(name, definition);
                if (other != null && !other.table().equals(definition.table())) {
                    contested.add(name);
                }
            }
        });
        found.forEach((name, definition) -> {
            // What is there already may be another table than the one that is defined.
            boolean doubtful = definition.ifNotExists() && tables.isEmpty() || contested.contains(name);
            if (!definitions.has(name) && !doubtful) {
                definitions.add(definition);
            } else {
                definitions.refer(definition);
            }
        });
        return definitions.tables();
    }

    private static boolean hasStatements(History history) {
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                return true;
            }
        }
        return false;
    }
}
