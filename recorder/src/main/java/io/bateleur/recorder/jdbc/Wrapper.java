package io.bateleur.recorder.jdbc;

import org.jspecify.annotations.Nullable;

/** A recorded object: behind one with all interfaces of the real one, it gets every call to that; some are recorded on the way. */
public abstract class Wrapper implements Receiver {
    /** What is done for a call. */
    interface Action<W extends Wrapper> {
        @Nullable
        Object run(W self, Passage way, Object[] args) throws Throwable;
    }

    private final Object real;
    private final Shape shape;
    private final Object skin;

    Wrapper(Object real, Shape.Kind kind) {
        this(real, kind.of(real.getClass()));
    }

    /** @param shape of the class of the real one */
    Wrapper(Object real, Shape shape) {
        this.real = real;
        this.shape = shape;
        this.skin = shape.skin(this);
    }

    /** The object that the application gets. */
    final Object skin() {
        return skin;
    }

    final Object real() {
        return real;
    }

    @Override
    public final @Nullable Object call(int method, Object[] args) throws Throwable {
        return shape.way(method).take(this, args);
    }

    /** The call as if nobody were here. */
    final @Nullable Object pass(Passage way, Object[] args) throws Throwable {
        return way.to(real, args);
    }

    /** The recorded object behind one that an application has, or null. */
    static @Nullable Wrapper of(@Nullable Object object) {
        return Skins.receiver(object) instanceof Wrapper wrapper ? wrapper : null;
    }

    /** Two are equal when what they wrap is. */
    static boolean same(Wrapper self, @Nullable Object other) {
        Wrapper that = of(other);
        return that != null && (that.real == self.real || that.real.equals(self.real));
    }
}
