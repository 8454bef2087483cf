package io.bateleur.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one driver, what they need, and Java.
 *
 * <p>DuckDB's driver carries its native library in its jar, unpacks it into the temporary directory, and can be told no other place: a
 * kill would leave it there. Only when it does not find it in the jar does it ask Java for a library of that name. So the entry is
 * hidden from it, and what Java is asked for is unpacked where {@link Drivers#NATIVE_PLACE} says. A file of its own for each loader: Java allows a
 * library to one loader only. Versions that do not ask Java unpack as they always do; see {@link #loadNativeCode}.
 */
final class DriverLoader extends URLClassLoader {
    /** What the library is called to Java, and what its entries in the jar begin with, one for each platform. */
    private static final String LIBRARY = "duckdb_java";

    private static final String ENTRY = "lib" + LIBRARY;
    private static final String LOADING = "org.duckdb.DuckDBNative";

    private final boolean asksJava;

    /** The entry that the driver has looked for: it knows best which is this platform's. */
    private @Nullable String hidden;

    DriverLoader(String name, URL[] jars) {
        super(name, jars, ClassLoader.getPlatformClassLoader());
        asksJava = System.getProperty(Drivers.NATIVE_PLACE) != null && mentions("loadLibrary");
    }

    private boolean mentions(String method) {
        try (InputStream in = getResourceAsStream(LOADING.replace('.', '/') + ".class")) {
            return in != null && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(method);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        if (asksJava && name.startsWith(ENTRY)) {
            hidden = name;
            return null;
        }
        return super.getResource(name);
    }

    @Override
    protected @Nullable String findLibrary(String name) {
        URL entry = hidden == null || !name.equals(LIBRARY) ? null : findResource(hidden);
        if (entry == null) {
            return super.findLibrary(name);
        }
        try (InputStream in = entry.openStream()) {
            Path place = Files.createTempDirectory(Path.of(System.getProperty(Drivers.NATIVE_PLACE)), "driver-");
            Path library = place.resolve(System.mapLibraryName(name));
            Files.copy(in, library);
            return library.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("the native library cannot be unpacked: " + e.getMessage(), e);
        }
    }

    /**
     * Has the driver load its native library now, and not when somebody first connects: so that it is heard of here when that fails, and
     * a file that an older version has unpacked can go at once. Linux needs its name no more; elsewhere it goes when the program ends.
     */
    void loadNativeCode() {
        if (findResource(LOADING.replace('.', '/') + ".class") == null) {
            return; // another driver
        }
        Thread whenWeEnd = new Thread(() -> OpenFiles.forget(ENTRY)); // Ctrl-C while it is being unpacked
        try {
            Runtime.getRuntime().addShutdownHook(whenWeEnd);
            try {
                Class.forName(LOADING, true, this);
            } finally {
                OpenFiles.forget(ENTRY);
                Runtime.getRuntime().removeShutdownHook(whenWeEnd);
            }
        } catch (ClassNotFoundException e) {
            throw new LinkageError(LOADING + " is damaged", e);
        } catch (IllegalStateException e) {
            // We are ending.
        }
    }
}
