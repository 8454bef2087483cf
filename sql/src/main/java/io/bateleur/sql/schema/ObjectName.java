package io.bateleur.sql.schema;

/**
 * The name of an object, spelled as the database stores it.
 *
 * @param schema empty where the engine has none, or where nobody knows it
 */
public record ObjectName(String schema, String name) implements Comparable<ObjectName> {

    /** A name as traces write it: after its schema and a dot. A dot that is part of a name goes to the schema. */
    public static ObjectName of(String full) {
        int dot = full.lastIndexOf('.');
        return dot < 0 ? new ObjectName("", full) : new ObjectName(full.substring(0, dot), full.substring(dot + 1));
    }

    @Override
    public int compareTo(ObjectName other) {
        int schemas = schema.compareTo(other.schema);
        return schemas != 0 ? schemas : name.compareTo(other.name);
    }

    /** As traces write it. */
    @Override
    public String toString() {
        return schema.isEmpty() ? name : schema + "." + name;
    }
}
