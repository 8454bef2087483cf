package io.bateleur.recorder.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A recorded object: a proxy with all interfaces of the real one, which gets every call; some are recorded on the way. */
abstract class Wrapper implements InvocationHandler {
    /** What is done for a call. */
    interface Action<W extends Wrapper> {
        @Nullable
        Object run(W self, Passage way, Object[] args) throws Throwable;
    }

    private static final Object[] NONE = {};

    private final Object real;
    private final Shape shape;
    private final Object proxy;

    Wrapper(Object real, Shape.Kind kind) {
        this.real = real;
        this.shape = kind.of(real.getClass());
        this.proxy = shape.proxy(this);
    }

    /** The object that the application gets. */
    final Object proxy() {
        return proxy;
    }

    final Object real() {
        return real;
    }

    @Override
    public final @Nullable Object invoke(Object self, Method method, Object @Nullable [] args) throws Throwable {
        return shape.way(method).take(this, args == null ? NONE : args);
    }

    /** The call as if nobody were here. */
    final @Nullable Object pass(Passage way, Object[] args) throws Throwable {
        return way.to(real, args);
    }

    /** The recorded object behind a proxy of ours, or null. */
    static @Nullable Wrapper of(@Nullable Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof Wrapper wrapper
                ? wrapper
                : null;
    }

    /** Two proxies are equal when what they wrap is. */
    static boolean same(Wrapper self, @Nullable Object other) {
        Wrapper that = of(other);
        return that != null && (that.real == self.real || that.real.equals(self.real));
    }
}
