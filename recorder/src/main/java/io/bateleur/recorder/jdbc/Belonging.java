package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What belongs to a recorded connection and is not recorded itself: its metadata, their rows, and the statements of those. As they are,
 * but they know the connection that the application knows.
 */
final class Belonging extends Wrapper {
    private static final Shape.Kind METADATA = Shape.Kind.of(DatabaseMetaData.class, Belonging::action);
    private static final Shape.Kind ROWS = Shape.Kind.of(ResultSet.class, Belonging::action);
    private static final Shape.Kind STATEMENT = Shape.Kind.of(Statement.class, Belonging::action);

    private final Object owner;

    private Belonging(Object real, Object owner, Shape.Kind kind) {
        super(real, kind);
        this.owner = owner;
    }

    static Belonging metadata(Object real, Object owner) {
        return new Belonging(real, owner, METADATA);
    }

    private static @Nullable Action<Belonging> action(Method method) {
        Class<?> type = method.getReturnType();
        if (type != Connection.class && type != ResultSet.class && type != Statement.class) {
            return null;
        }
        return (self, way, args) -> self.owned(self.pass(way, args));
    }

    private @Nullable Object owned(@Nullable Object made) {
        if (made instanceof Connection) {
            return owner;
        }
        if (made instanceof ResultSet) {
            return new Belonging(made, owner, ROWS).skin();
        }
        return made instanceof Statement ? new Belonging(made, owner, STATEMENT).skin() : made;
    }
}
