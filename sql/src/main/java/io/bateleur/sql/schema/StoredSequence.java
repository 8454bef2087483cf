package io.bateleur.sql.schema;

/** A sequence. */
public record StoredSequence(ObjectName name) implements SchemaObject {}
