package io.bateleur.sql.eval;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates statements on tables of one schema. A text is compiled once. Of one thread. */
public final class Evaluator {
    private final Catalog catalog;
    private final Shapes shapes;
    private final Rulebook rulebook;
    private final Map<String, Prepared> prepared = new HashMap<>();

    public Evaluator(Catalog catalog) {
        this.catalog = catalog;
        this.shapes = new Shapes(catalog);
        this.rulebook = new Rulebook(shapes);
    }

    public Catalog catalog() {
        return catalog;
    }

    Rulebook rulebook() {
        return rulebook;
    }

    /** A table of the schema by its name as it is stored, or null. */
    public @Nullable TableShape table(String name) {
        for (io.bateleur.sql.schema.BaseTable table : catalog.tables()) {
            if (table.name().toString().equals(name) || table.name().name().equals(name)) {
                return shapes.of(table);
            }
        }
        return null;
    }

    /** The first statement of a text, compiled. */
    public Prepared prepare(String text) {
        Prepared known = prepared.get(text);
        if (known == null) {
            List<Statement> statements = SqlReader.read(text, catalog.dialect());
            known = statements.isEmpty() ? Prepared.nothing() : prepare(statements.get(0));
            prepared.put(text, known);
        }
        return known;
    }

    /**
     * The rule that a row breaks at the commit of its transaction; null: none for certain.
     *
     * @param old what it was before the transaction; null: it was not there
     * @param row what it is; null: it is not there any more
     * @param tables with everything that was committed before, and by the transaction
     */
    public @Nullable SqlError atCommit(
            TableShape table, Object @Nullable [] old, @Nullable Row row, Tables tables, Environment environment) {
        Frame frame = new Frame(0, 0, new Object[0], tables, new NoChanges(), environment);
        try {
            new Writer(rulebook, frame).checkAtCommit(table, old, row);
            return null;
        } catch (SqlError broken) {
            return broken;
        }
    }

    public Prepared prepare(Statement statement) {
        return StatementCompiler.compile(statement, rulebook);
    }
}
