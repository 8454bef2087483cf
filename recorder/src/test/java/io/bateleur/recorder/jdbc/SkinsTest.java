package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a made class does with calls. */
class SkinsTest {
    private static final ClassLoader LOADER = SkinsTest.class.getClassLoader();

    public interface Everything {
        boolean aBoolean(boolean a);

        byte aByte(byte a);

        char aChar(char a);

        short aShort(short a);

        int anInt(int a);

        long aLong(long a);

        float aFloat(float a);

        double aDouble(double a);

        String aText(String a);

        void nothing();

        long wide(long a, int b, double c, String d, long e, byte f, float g, double h);

        double mixed(int a, long b, Object c, boolean d, double e, char f, long[] g, short h, long i);

        int[] ints(int[] a, int[][] b);

        String[][] texts(String... a);

        <T extends Comparable<T>> T erased(T a, List<? super T> b);
    }

    public interface Wide {
        Object get();

        default String greeting(String name) {
            return "hello " + name;
        }

        static String ignored() {
            return "nobody asks an object for this";
        }
    }

    public interface Narrow extends Wide, Supplier<Object> {
        @Override
        String get();
    }

    public interface Unrelated {
        Object get();

        String greeting(String name);
    }

    sealed interface Closed permits Only {}

    public sealed interface Sealed permits Only {}

    record Only() implements Sealed, Closed {}

    private static Skins skins(Class<?>... interfaces) {
        return new Skins("SkinsTest", LOADER, List.of(interfaces), Receiver.class);
    }

    private static Receiver answering(@Nullable Object answer) {
        return (method, args) -> answer;
    }

    private static Receiver throwing(Throwable failure) {
        return (method, args) -> {
            throw failure;
        };
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Connection.class,
                PreparedStatement.class,
                CallableStatement.class,
                ResultSet.class,
                DatabaseMetaData.class,
                Everything.class,
                Wide.class,
                Narrow.class
            })
    void everyCallArrivesAsWithAProxy(Class<?> type) throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(new Twins("a." + type.getName(), LOADER, List.of(type), seed).compare())
                    .as("seed %d", seed)
                    .isGreaterThan(3);
        }
    }

    @Test
    void interfacesMayShareMethods() throws Exception {
        List<Class<?>> all = List.of(Unrelated.class, Wide.class, Everything.class, Narrow.class, Serializable.class);
        for (long seed = 1; seed <= 20; seed++) {
            new Twins("Shared", LOADER, all, seed).compare();
        }
    }

    @Test
    void aMethodIsThatOfTheMostSpecialInterface() throws Exception {
        List<Method> methods = skins(AutoCloseable.class, Connection.class, java.util.Comparator.class)
                .methods();
        assertThat(methods)
                .contains(Connection.class.getMethod("close"), Object.class.getMethod("equals", Object.class))
                .doesNotContain(AutoCloseable.class.getMethod("close"))
                .doesNotHaveDuplicates();
        assertThat(methods.stream().filter(each -> each.getName().equals("equals")))
                .hasSize(1);
    }

    @Test
    void methodsOfTheObjectAloneAreThere() {
        assertThat(skins(Wide.class, Wide.class).methods())
                .extracting(Method::getName)
                .containsExactlyInAnyOrder("equals", "hashCode", "toString", "get", "greeting");
    }

    @Test
    void theNameSaysWhatIsCovered() {
        for (String name : List.of("org.example.Rows", "Rows", "org.example.Rows$1", "Rows$$Lambda/0x12;[")) {
            Class<?> made = new Skins(name, LOADER, List.of(Wide.class), Receiver.class)
                    .on(answering(null))
                    .getClass();
            assertThat(made.getName()).startsWith("bateleur.recorded.Rows");
        }
    }

    @Test
    void failuresPassAsTheyAre() {
        SQLException declared = new SQLException("declared");
        IOException undeclared = new IOException("not declared");
        Error error = new AssertionError("an error");
        Skins skins = skins(Connection.class, Everything.class);
        for (Throwable each : List.of(declared, undeclared, error, new IllegalStateException("unchecked"))) {
            Object made = skins.on(throwing(each));
            assertThatThrownBy(() -> ((Connection) made).commit()).isSameAs(each);
            assertThatThrownBy(() -> ((Everything) made).aLong(1)).isSameAs(each);
            assertThatThrownBy(made::hashCode).isSameAs(each);
        }
    }

    @Test
    void anAnswerOfAWrongTypeIsRefused() {
        Everything text = (Everything) skins(Everything.class).on(answering("text"));
        assertThat(text.aText("")).isEqualTo("text");
        text.nothing();
        assertThatThrownBy(() -> text.anInt(1)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> text.ints(new int[0], new int[0][])).isInstanceOf(ClassCastException.class);
        Everything none = (Everything) skins(Everything.class).on(answering(null));
        assertThat(none.aText("")).isNull();
        assertThatThrownBy(() -> none.anInt(1)).isInstanceOf(NullPointerException.class);
    }

    /** Also of those that have a number in the way of all others: a class with more methods than a byte counts. */
    @Test
    void theIdentityIsTheReceiversToTell() throws Exception {
        Skins skins = skins(CallableStatement.class, ResultSet.class);
        assertThat(skins.methods()).hasSizeGreaterThan(256);
        List<Method> seen = new ArrayList<>();
        Object made = skins.on((method, args) -> {
            Method called = skins.methods().get(method);
            seen.add(called);
            return switch (called.getName()) {
                case "equals" -> args[0].equals("me");
                case "hashCode" -> 42;
                default -> "I";
            };
        });
        assertThat(made.equals("me")).isTrue();
        assertThat(made.equals("you")).isFalse();
        assertThat(made.hashCode()).isEqualTo(42);
        assertThat(made.toString()).isEqualTo("I");
        Method equals = Object.class.getMethod("equals", Object.class);
        assertThat(seen)
                .containsExactly(
                        equals, equals, Object.class.getMethod("hashCode"), Object.class.getMethod("toString"));
    }

    @Test
    void theReceiverIsFoundAgain() {
        Skins skins = skins(Wide.class);
        Receiver one = answering("one");
        Receiver two = answering("two");
        Wide first = (Wide) skins.on(one);
        Wide second = (Wide) ((Receiver.Skin) first).bateleurAnother(two);
        assertThat(first.get()).isEqualTo("one");
        assertThat(second.get()).isEqualTo("two");
        assertThat(second.getClass() == first.getClass()).isTrue();
        assertThat(Skins.receiver(first)).isSameAs(one);
        assertThat(Skins.receiver(second)).isSameAs(two);
        assertThat(Skins.receiver("neither")).isNull();
        assertThat(Skins.receiver(null)).isNull();
    }

    @Test
    void anObjectCanBeCoveredTwice() {
        Object once = skins(Wide.class).on(answering("once"));
        Skins outer = new Skins(
                once.getClass().getName(),
                once.getClass().getClassLoader(),
                Twins.interfaces(once.getClass()),
                Receiver.class);
        Receiver receiver = answering("twice");
        Wide twice = (Wide) outer.on(receiver);
        assertThat(twice.get()).isEqualTo("twice");
        assertThat(Skins.receiver(twice)).isSameAs(receiver);
        assertThat(outer.methods()).noneMatch(each -> each.getName().startsWith("bateleur"));
    }

    @Test
    void whatNoClassCanImplementIsRefused() {
        Consumer<Class<?>> refused = type -> assertThatThrownBy(() -> skins(Wide.class, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(type.getName());
        refused.accept(String.class);
        refused.accept(Closed.class);
        refused.accept(Sealed.class);
        assertThatThrownBy(() ->
                        new Skins("Unseen", ClassLoader.getPlatformClassLoader(), List.of(Wide.class), Receiver.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not see it");
    }
}
