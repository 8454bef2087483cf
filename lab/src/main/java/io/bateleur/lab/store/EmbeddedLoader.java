package io.bateleur.lab.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads an adapter beside one version of its engine. The engine's classes and resources come from its jars first, whatever is on
 * our own class path; the adapter's classes are our own, but made anew here, or they would be bound to another version.
 */
public final class EmbeddedLoader extends URLClassLoader {
    /** Of engines that must be alone, by coordinates: the jars that this program has opened. */
    private static final Map<String, List<String>> OPENED = new ConcurrentHashMap<>();

    private final String room;
    private final ClassLoader ours;

    static {
        registerAsParallelCapable();
    }

    private EmbeddedLoader(EmbeddedEngine engine, List<Path> jars) {
        super(engine.name(), urls(jars), EmbeddedStore.class.getClassLoader());
        room = engine.room();
        ours = EmbeddedStore.class.getClassLoader();
    }

    /**
     * An engine of one version. It stays loaded as long as the program runs: a native library cannot be unloaded reliably.
     *
     * @param jars of the engine and of all that it needs
     * @throws IllegalArgumentException when they do not contain what the adapter needs
     */
    public static EmbeddedStore load(EmbeddedEngine engine, List<Path> jars) {
        EmbeddedLoader loader = new EmbeddedLoader(engine, jars);
        try {
            Class<?> adapter = loader.loadClass(engine.adapter());
            return new Loaded(
                    (EmbeddedStore) adapter.getConstructor().newInstance(), loader, engine, names(engine, jars));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException("the adapter of " + engine.name() + " does not fit " + jars, e);
        }
    }

    /** The names of the engine's own jars, which tell its version. */
    private static List<String> names(EmbeddedEngine engine, List<Path> jars) {
        String artifact = engine.coordinates().substring(engine.coordinates().indexOf(':') + 1);
        return jars.stream()
                .map(jar -> jar.getFileName().toString())
                .filter(name -> name.startsWith(artifact + "-"))
                .toList();
    }

    private static URL[] urls(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(jars.get(i) + " is no place of a jar", e);
            }
        }
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : name.startsWith(room) ? adapter(name) : engine(name);
        }
    }

    private Class<?> adapter(String name) throws ClassNotFoundException {
        try (InputStream in = ours.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, EmbeddedStore.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private Class<?> engine(String name) throws ClassNotFoundException {
        // What adapters and the rest of us exchange has to be the same class on both sides.
        if (!name.startsWith("java.") && !name.startsWith("io.bateleur.")) {
            try {
                return findClass(name);
            } catch (ClassNotFoundException e) {
                // It is the platform's, or ours.
            }
        }
        return super.loadClass(name, false);
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
        for (URL inherited : Collections.list(super.getResources(name))) {
            // By their text: to compare URLs themselves asks the network.
            if (all.stream().noneMatch(known -> known.toString().equals(inherited.toString()))) {
                all.add(inherited);
            }
        }
        return Collections.enumeration(all);
    }

    /** An adapter whose engine finds its services in its own loader: engines look for them with the thread's. */
    private record Loaded(EmbeddedStore store, ClassLoader loader, EmbeddedEngine engine, List<String> jars)
            implements EmbeddedStore {
        @Override
        public Store open(Path directory, Isolation level, Map<String, String> settings) {
            requireAlone();
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                return store.open(directory, level, settings);
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        private void requireAlone() {
            List<String> before = engine.alone() ? OPENED.putIfAbsent(engine.coordinates(), jars) : jars;
            if (before != null && !before.equals(jars)) {
                throw new IllegalStateException(
                        engine.name() + " endures one version in a process, and this one has opened " + before
                                + ": run " + jars + " in another");
            }
        }
    }
}
