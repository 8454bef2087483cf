package io.bateleur.app.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The first Ctrl-C only asks: a command that records can stop recording and go on with what it has. The second does what it did
 * before.
 *
 * <p>The handler of signals is no documented part of Java, so it is looked up: where there is none, Ctrl-C ends the program at once.
 */
final class Interrupts implements AutoCloseable {
    private volatile boolean requested;
    private @Nullable Object signal;
    private @Nullable Object before;

    Interrupts() {
        this(() -> {}, true);
    }

    /** @param once whether the next Ctrl-C does again what it did before */
    private Interrupts(Runnable answer, boolean once) {
        try {
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            signal = Class.forName("sun.misc.Signal")
                    .getConstructor(String.class)
                    .newInstance("INT");
            InvocationHandler handler = (proxy, method, arguments) -> {
                requested = true;
                if (once) {
                    close();
                }
                answer.run();
                return null;
            };
            before = handle(Proxy.newProxyInstance(handlers.getClassLoader(), new Class<?>[] {handlers}, handler));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            signal = null;
        }
    }

    /** From now on each Ctrl-C is answered like this, unless a command asks for it in between. */
    static void answer(Runnable answer) {
        new Interrupts(answer, false);
    }

    boolean requested() {
        return requested;
    }

    private @Nullable Object handle(@Nullable Object handler) throws ReflectiveOperationException {
        return Class.forName("sun.misc.Signal")
                .getMethod("handle", Class.forName("sun.misc.Signal"), Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal, handler);
    }

    /** From now on Ctrl-C does again what it did before. */
    @Override
    public synchronized void close() {
        Object earlier = before;
        if (signal != null && earlier != null) {
            before = null;
            try {
                handle(earlier);
            } catch (ReflectiveOperationException e) {
                // Then the second Ctrl-C is not heard either, and a kill is.
            }
        }
    }
}
