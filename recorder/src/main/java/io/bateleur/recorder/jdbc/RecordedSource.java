package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose connections are recorded. */
final class RecordedSource extends Wrapper {
    private static final Shape.Kind KIND = new Shape.Kind(DataSource.class, RecordedSource::action);

    private final UnaryOperator<Connection> recorded;

    RecordedSource(DataSource real, UnaryOperator<Connection> recorded) {
        super(real, KIND);
        this.recorded = recorded;
    }

    private static @Nullable Action action(Method method) {
        return method.getName().equals("getConnection") ? RecordedSource::connect : null;
    }

    private static @Nullable Object connect(Wrapper self, Method method, Object @Nullable [] args) throws Throwable {
        Object made = self.pass(method, args);
        return made instanceof Connection connection ? ((RecordedSource) self).recorded.apply(connection) : made;
    }
}
