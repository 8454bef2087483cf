package io.bateleur.lab.store;

/**
 * An embedded engine that we have an adapter of.
 *
 * @param name what users call it
 * @param coordinates of the Maven artifact, group:artifact
 * @param version the one that is taken when nobody asks for another
 * @param adapter the class that implements {@link EmbeddedStore}
 * @param alone whether its native library endures no other version of itself in one process
 * @param levels what it offers and promises
 */
public record EmbeddedEngine(
        String name, String coordinates, String version, String adapter, boolean alone, EmbeddedLevels levels) {
    /** The package of the adapter, which has to be loaded beside the engine. */
    String room() {
        return adapter.substring(0, adapter.lastIndexOf('.') + 1);
    }
}
