package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.schema.StoredView;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Qualified;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something in a statement whose rows have columns. Every mention of a table is one of its own: two are the same only if identical. */
public final class RowSource {

    /** Where its rows come from. */
    public enum Kind {
        TABLE,
        VIEW,
        /** A sub-query, a query of WITH, or a change that returns rows. */
        QUERY,
        FUNCTION,
        /** A join in parentheses with a name of its own. */
        GROUP,
        /** The row that an upsert wanted to insert. */
        PROPOSED,
        /** A name that nobody knows. */
        UNKNOWN
    }

    /** @param type {@link DataType#UNKNOWN} where nobody knows it @param from the column whose value it is unchanged, or null */
    public record Field(
            String name, DataType type, @Nullable CellRef from) {}

    private final Kind kind;
    private final Node node;
    private final @Nullable Qualified written;
    private final @Nullable Name called;
    private final List<Field> fields;
    private final boolean complete;
    private final boolean optional;
    private final @Nullable BaseTable table;
    private final @Nullable StoredView view;

    RowSource(
            Kind kind,
            Node node,
            @Nullable Qualified written,
            @Nullable Name called,
            List<Field> fields,
            boolean complete,
            boolean optional,
            @Nullable BaseTable table,
            @Nullable StoredView view) {
        this.kind = kind;
        this.node = node;
        this.written = written;
        this.called = called;
        this.fields = List.copyOf(fields);
        this.complete = complete;
        this.optional = optional;
        this.table = table;
        this.view = view;
    }

    /** One whose rows a query, a function or another part of the statement makes. */
    static RowSource derived(Kind kind, Node node, @Nullable Name called, Fields fields, boolean optional) {
        return new RowSource(kind, node, null, called, fields.list(), fields.complete(), optional, null, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The part of the statement that it is. */
    public Node node() {
        return node;
    }

    /** What columns of it are qualified by; null where they cannot be. */
    public @Nullable Name called() {
        return called;
    }

    public List<Field> fields() {
        return fields;
    }

    /** Whether these are all its columns, in their order. */
    public boolean isComplete() {
        return complete;
    }

    /** Whether a join may put nulls in place of its rows. */
    public boolean isOptional() {
        return optional;
    }

    public @Nullable BaseTable table() {
        return table;
    }

    public @Nullable StoredView view() {
        return view;
    }

    /** Whether a qualified column may be one of this: a name without schema, or the table as it was named. */
    boolean isMeantBy(Qualified qualifier, Casing casing) {
        if (called == null || !casing.same(qualifier.last(), called)) {
            return false;
        }
        Name schema = qualifier.schema();
        Name own = written == null ? null : written.schema();
        if (schema == null) {
            return true;
        }
        boolean aliased = written == null || !written.last().equals(called);
        boolean stored = table != null && casing.matches(schema, table.name().schema());
        return !aliased && (own == null ? stored || table == null : casing.same(schema, own));
    }

    @Override
    public String toString() {
        return called == null ? kind.name() : called.text();
    }
}
