package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Wrapper.Action;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** What is done for a call that does not come {@link Straight}, and its way to the real object, as if nobody were in between. */
final class Passage {
    private final Action<Wrapper> action;
    private final Method method;

    Passage(Action<Wrapper> action, Method method) {
        this.action = action;
        this.method = method;
        method.trySetAccessible(); // it is public anyway; this saves the look with every call
    }

    Method method() {
        return method;
    }

    /** What the recorded object does. */
    @Nullable
    Object take(Wrapper from, Object[] args) throws Throwable {
        return action.run(from, this, args);
    }

    /** With the exceptions of the real object. */
    @Nullable
    Object to(Object real, Object[] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
