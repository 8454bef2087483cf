package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import org.jspecify.annotations.Nullable;

/** The metadata of a recorded connection: as they are, but they know the connection that the application knows. */
final class Belonging extends Wrapper {
    private static final Shape.Kind KIND = new Shape.Kind(DatabaseMetaData.class, Belonging::action);

    private final Object owner;

    Belonging(Object real, Object owner) {
        super(real, KIND);
        this.owner = owner;
    }

    private static @Nullable Action action(Method method) {
        boolean asksForOwner = method.getName().equals("getConnection") && method.getParameterCount() == 0;
        return asksForOwner ? (self, called, args) -> ((Belonging) self).owner : null;
    }
}
