package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Driver;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Struct;
import java.sql.Wrapper;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Made classes for interfaces of other class loaders: those of real drivers, and those compiled here. */
class SkinLoadersTest {
    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

    /** What an application asks of a driver; connections, statements, rows and sources of them are all wrappers. */
    private static final List<Class<?>> CONTRACTS = List.of(
            Wrapper.class,
            Array.class,
            Blob.class,
            Clob.class,
            Driver.class,
            Ref.class,
            RowId.class,
            Savepoint.class,
            SQLXML.class,
            Struct.class);

    @TempDir
    Path directory;

    private static URL home(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Sees what the JDK has and the given places, nothing else. */
    private static URLClassLoader apart(URL... places) {
        return new URLClassLoader(places, JDK);
    }

    /** An interface of its own, in the given directory. */
    private Path compile(String name, String body) throws IOException {
        Path source = directory.resolve(name + ".java");
        Files.writeString(source, "public interface " + name + " { " + body + " }");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        directory.toString(),
                        "-d",
                        directory.toString(),
                        source.toString());
        assertThat(failed).isZero();
        return directory.resolve(name + ".class");
    }

    /** All classes of a driver that an application may get an object of. */
    @ParameterizedTest
    @ValueSource(strings = {"org.h2.Driver", "org.sqlite.JDBC", "org.hsqldb.jdbc.JDBCDriver"})
    void aDriverThatWeDoNotSeeIsCovered(String driver) throws Exception {
        URL jar = home(Class.forName(driver));
        int classes = 0;
        int calls = 0;
        try (URLClassLoader loader = apart(jar)) {
            for (String name : classes(jar)) {
                Class<?> type = load(name, loader);
                if (type != null && isJdbc(type)) {
                    assertThat(type.getClassLoader()).isSameAs(loader);
                    classes++;
                    calls += new Twins(name, loader, Twins.interfaces(type), classes).compare();
                }
            }
        }
        assertThat(classes).isGreaterThan(5);
        assertThat(calls).isGreaterThan(700);
    }

    private static List<String> classes(URL jar) throws IOException, URISyntaxException {
        try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** Null for classes that need a library which the driver does without. */
    private static @Nullable Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static boolean isJdbc(Class<?> type) {
        return !type.isInterface() && CONTRACTS.stream().anyMatch(each -> each.isAssignableFrom(type));
    }

    /** As many as a method can have: 255 places with "this". */
    @Test
    void methodsMayHaveAsManyArgumentsAsJavaAllows() throws Exception {
        String ints = parameters("int", 254);
        String wide = parameters("long", 127);
        String both = "double a, " + parameters("byte", 120) + ", long y, Object z";
        compile("Many", "int i(" + ints + "); long l(" + wide + "); double d(" + both + ");");
        try (URLClassLoader loader = apart(directory.toUri().toURL())) {
            List<Class<?>> many = List.of(loader.loadClass("Many"));
            for (long seed = 1; seed <= 5; seed++) {
                assertThat(new Twins("Many", loader, many, seed).compare())
                        .as("seed %d", seed)
                        .isEqualTo(6);
            }
        }
    }

    private static String parameters(String type, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> type + " b" + i).collect(Collectors.joining(", "));
    }

    /** Drivers name classes of libraries that they do without. */
    @Test
    void anInterfaceThatLacksAClassIsRefused() throws Exception {
        Path gone = compile("Gone", "");
        compile("Lacking", "void come(Gone gone);");
        Files.delete(gone);
        try (URLClassLoader loader = apart(directory.toUri().toURL())) {
            List<Class<?>> lacking = List.of(loader.loadClass("Lacking"));
            assertThatThrownBy(() -> new Skins("Lacking", loader, lacking, Receiver.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Lacking");
        }
    }

    @Test
    void anInterfaceThatTheDriverHasAnotherOfIsRefused() throws Exception {
        try (URLClassLoader loader = apart(home(SkinsTest.class))) {
            assertThatThrownBy(() -> new Skins("Wide", loader, List.of(SkinsTest.Wide.class), Receiver.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sees another one");
        }
    }

    /** As in an application server, where the driver has a recorder beside it and the application another. */
    @Test
    void anotherCopyOfTheRecorderIsNotMistakenForThisOne() throws Exception {
        try (URLClassLoader loader = apart(home(Receiver.class), home(SkinsTest.class))) {
            Class<?> copied = loader.loadClass(Receiver.class.getName());
            assertThat(copied).isNotSameAs(Receiver.class);
            Class<?> skin = loader.loadClass(Receiver.Skin.class.getName());
            Class<?> wide = loader.loadClass(SkinsTest.Wide.class.getName());

            Receiver receiver = (method, args) -> "this one";
            Skins skins = new Skins("Copied", loader, List.of(wide), Receiver.class);
            Object made = skins.on(receiver);
            assertThat(wide.getMethod("get").invoke(made)).isEqualTo("this one");
            assertThat(Skins.receiver(made)).isSameAs(receiver);
            assertThat(skin.isInstance(made)).isFalse();
        }
    }

    /** A method with a type that is another class for the receiver is not the same, whatever the names say. */
    @Test
    void whatOnlyHasTheSameNamesDoesNotComeStraight() throws Exception {
        try (URLClassLoader loader = apart(home(SkinsTest.class))) {
            Class<?> type = loader.loadClass(Sending.class.getName());
            Skins skins = new Skins("Sending", loader, List.of(type), Straight.class);
            Object made = skins.on(new Straight() {
                @Override
                public void send(Parcel parcel) {
                    throw new IllegalStateException("it is another class");
                }

                @Override
                public Object call(int method, Object[] args) {
                    return skins.methods().get(method).toString();
                }
            });
            type.getMethod("send", loader.loadClass(Parcel.class.getName())).invoke(made, (Object) null);
            assertThat(made.toString()).contains("toString");
        }
    }

    public interface Parcel {}

    public interface Sending {
        void send(Parcel parcel);
    }

    public interface Straight extends Receiver {
        void send(Parcel parcel);
    }

    @Test
    void theClassGoesWithTheDriver() throws Exception {
        compile("Leaving", "java.util.List<Leaving> leave(Leaving other, long when);");
        WeakReference<Class<?>> made = new WeakReference<>(left());
        WeakReference<ClassLoader> driver =
                new WeakReference<>(made.get().getClassLoader().getParent());
        for (int i = 0; i < 100 && (made.get() != null || driver.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(made.get()).isNull();
        assertThat(driver.get()).isNull();
    }

    private Class<?> left() throws Exception {
        try (URLClassLoader loader = apart(directory.toUri().toURL())) {
            Class<?> type = loader.loadClass("Leaving");
            Skins skins = new Skins("Leaving", loader, List.of(type), Receiver.class);
            Object one = skins.on((method, args) -> List.of());
            assertThat(type.getMethod("leave", type, long.class).invoke(one, one, 1L))
                    .isEqualTo(List.of());
            return one.getClass();
        }
    }
}
