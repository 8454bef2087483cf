package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the names of one statement mean. Parts of the tree are found by identity: two equal ones may mean different things. */
public final class Resolution {
    private final Map<Expr.Column, ColumnSense> senses = new IdentityHashMap<>();
    private final Map<Node, RowSource> sources = new IdentityHashMap<>();
    private final Map<Node, List<Output>> outputs = new IdentityHashMap<>();
    private final Map<Node, NameScope.Rows> rows = new IdentityHashMap<>();
    private final Map<Node, RowSource> proposed = new IdentityHashMap<>();
    private final List<Unresolved> unresolved = new ArrayList<>();

    private Resolution() {}

    /** Resolves a statement along the usual path of a catalog. */
    public static Resolution of(Statement statement, Catalog catalog) {
        return of(statement, catalog, catalog.path());
    }

    /**
     * Resolves a statement; it never throws, and what it cannot resolve is in {@link #unresolved}.
     *
     * @param path where its session looks names up; empty: nobody knows
     */
    public static Resolution of(Statement statement, Catalog catalog, List<String> path) {
        Resolution resolution = new Resolution();
        new Resolver(resolution, new SearchPath(catalog, path), new Casing(catalog.dialect()))
                .statement(statement, NameScope.top(List.of()));
        return resolution;
    }

    static Resolution empty() {
        return new Resolution();
    }

    /** What a column means; null where that is not certain. */
    public @Nullable ColumnSense sense(Expr.Column column) {
        return senses.get(column);
    }

    /** The source that a table, a sub-query or a function of FROM is, or the target of a change. */
    public @Nullable RowSource source(From from) {
        return sources.get(from);
    }

    /** The row that an upsert wanted to insert, as its updates name it; null where the statement has none. */
    public @Nullable RowSource proposed(Change.Insert insert) {
        return proposed.get(insert);
    }

    /** All sources whose columns a SELECT sees in its FROM, in their order. */
    public List<RowSource> sources(QueryBody.Select select) {
        NameScope.Rows found = rows.get(select);
        return found == null ? List.of() : found.sources();
    }

    /** All sources that the conditions of an update, a delete or a merge see. */
    public List<RowSource> sources(Change change) {
        NameScope.Rows found = rows.get(change);
        return found == null ? List.of() : found.sources();
    }

    /** The columns of a result; null where stars stand for columns that are not known. */
    public @Nullable List<Output> outputs(Query query) {
        return outputs.get(query);
    }

    public @Nullable List<Output> outputs(QueryBody body) {
        return outputs.get(body);
    }

    public @Nullable List<Output> outputs(Change.Returning returning) {
        return outputs.get(returning);
    }

    /** What could not be resolved, in the order of the text as far as it was resolved. */
    public List<Unresolved> unresolved() {
        return List.copyOf(unresolved);
    }

    /** The column of a source that an expression is; null where it is anything else. */
    public @Nullable CellRef cell(Expr expr) {
        return expr instanceof Expr.Column column && senses.get(column) instanceof ColumnSense.Cell cell
                ? cell.cell()
                : null;
    }

    // ---- for the resolver

    void put(Expr.Column column, ColumnSense sense) {
        senses.put(column, sense);
    }

    RowSource put(From from, RowSource source) {
        sources.put(from, source);
        return source;
    }

    void propose(Change.Insert insert, RowSource source) {
        proposed.put(insert, source);
    }

    void rows(Node node, NameScope.Rows found) {
        rows.put(node, found);
    }

    NameScope.Rows rows(Node node) {
        return rows.getOrDefault(node, NameScope.Rows.NONE);
    }

    void outputs(Node node, @Nullable List<Output> columns) {
        if (columns != null) {
            outputs.put(node, List.copyOf(columns));
        }
    }

    void unresolved(Span at, String why) {
        unresolved.add(new Unresolved(at, why));
    }

    static Fields fields(@Nullable List<Output> outputs) {
        if (outputs == null) {
            return Fields.UNKNOWN;
        }
        List<RowSource.Field> fields = new ArrayList<>();
        for (Output output : outputs) {
            CellRef from = output.sense() instanceof ColumnSense.Cell cell ? cell.cell() : null;
            DataType type = output.type();
            fields.add(new RowSource.Field(output.label(), type, from));
        }
        return new Fields(fields, true);
    }
}
