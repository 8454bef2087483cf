package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Expr;
import org.jspecify.annotations.Nullable;

/**
 * A type or a collation that was defined.
 *
 * @param type of a domain its base type, of an enum {@link DataType.Kind#TEXT} with its own name
 * @param check of a domain its condition on VALUE, else null
 * @param deterministic false of a collation under which different texts are equal
 */
public record StoredType(
        ObjectName name,
        Form form,
        DataType type,
        boolean notNull,
        @Nullable String collation,
        @Nullable Expr byDefault,
        @Nullable Expr check,
        boolean deterministic)
        implements SchemaObject {
    /** What it is. */
    public enum Form {
        DOMAIN,
        ENUM,
        COLLATION,
        OTHER
    }
}
