package io.bateleur.sql.schema;

/** Something in a schema that has a name of its own. */
public sealed interface SchemaObject permits BaseTable, StoredView, StoredRoutine, StoredSequence, StoredType {
    ObjectName name();
}
