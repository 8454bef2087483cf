package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.recorder.jdbc.SkinsTest.Everything;
import io.bateleur.recorder.jdbc.SkinsTest.Wide;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that a receiver has methods of its own for. */
class SkinStraightTest {
    private static final ClassLoader LOADER = SkinStraightTest.class.getClassLoader();

    /** Of what is taken straight: some in the interface itself, some in one above it. */
    public interface Above {
        String greeting(String name);
    }

    public interface Straight extends Receiver, Above {
        long wide(long a, int b, double c, String d, long e, byte f, float g, double h);

        int anInt(int a);

        void nothing();

        /** Another type than the interface has: not the same method. */
        int aLong(long a);

        static short aShort(short a) {
            return a;
        }
    }

    /** Takes down what came how. */
    private static final class Taking implements Straight {
        final List<Object> straight = new ArrayList<>();
        final List<Integer> called = new ArrayList<>();

        @Override
        public long wide(long a, int b, double c, String d, long e, byte f, float g, double h) {
            straight.addAll(List.of(a, b, c, d, e, f, g, h));
            return a - e;
        }

        @Override
        public int anInt(int a) {
            straight.add(a);
            return -a;
        }

        @Override
        public void nothing() {
            straight.add("nothing");
        }

        @Override
        public int aLong(long a) {
            throw new IllegalStateException("the interface has no such method");
        }

        @Override
        public String greeting(String name) {
            straight.add(name);
            return "straight";
        }

        @Override
        public Object call(int method, Object[] args) {
            called.add(method);
            return args[0];
        }
    }

    @Test
    void whatTheReceiverHasAMethodForComesStraight() {
        Skins skins = new Skins("Straight", LOADER, List.of(Everything.class, Wide.class), Straight.class);
        Taking taking = new Taking();
        Everything made = (Everything) skins.on(taking);
        assertThat(made.wide(Long.MIN_VALUE, 2, 3.5, "four", 5, (byte) 6, 7.5f, 8.5))
                .isEqualTo(Long.MAX_VALUE - 4);
        assertThat(made.anInt(1_000)).isEqualTo(-1_000);
        made.nothing();
        assertThat(((Wide) made).greeting("you")).isEqualTo("straight");
        assertThat(taking.called).isEmpty();
        assertThat(taking.straight)
                .containsExactly(Long.MIN_VALUE, 2, 3.5, "four", 5L, (byte) 6, 7.5f, 8.5, 1_000, "nothing", "you");

        assertThat(made.aLong(11)).isEqualTo(11);
        assertThat(made.aShort((short) 12)).isEqualTo((short) 12);
        assertThat(taking.called)
                .extracting(each -> skins.methods().get(each).getName())
                .containsExactly("aLong", "aShort");
        assertThat(taking.straight).hasSize(11);
    }

    public interface Telling extends Receiver {
        @Override
        boolean equals(Object other);

        int anInt(int a) throws IOException;
    }

    @Test
    void failuresPassAsTheyAre() {
        IOException undeclared = new IOException("the interface does not declare it");
        Everything made =
                (Everything) new Skins("Telling", LOADER, List.of(Everything.class), Telling.class).on(new Telling() {
                    @Override
                    public int anInt(int a) throws IOException {
                        throw undeclared;
                    }

                    @Override
                    public boolean equals(Object other) {
                        return "me".equals(other);
                    }

                    @Override
                    public int hashCode() {
                        throw new IllegalStateException("not declared: it is called by number");
                    }

                    @Override
                    public Object call(int method, Object[] args) {
                        return 42;
                    }
                });
        assertThatThrownBy(() -> made.anInt(1)).isSameAs(undeclared);
        assertThat(made.equals("me")).isTrue();
        assertThat(made.hashCode()).isEqualTo(42);
    }

    interface Hidden extends Receiver {}

    @Test
    void aReceiverOfAnInterfaceThatIsNotPublicIsRefused() {
        assertThatThrownBy(() -> new Skins("Hidden", LOADER, List.of(Wide.class), Hidden.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Hidden.class.getName());
    }
}
