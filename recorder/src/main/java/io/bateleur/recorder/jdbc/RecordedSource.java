package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose connections are recorded. */
final class RecordedSource extends Wrapper {
    private static final Shape.Kind KIND = Shape.Kind.of(DataSource.class, RecordedSource::action);

    private final UnaryOperator<Connection> recorded;

    RecordedSource(DataSource real, UnaryOperator<Connection> recorded) {
        super(real, KIND);
        this.recorded = recorded;
    }

    private static @Nullable Action<RecordedSource> action(Method method) {
        return method.getName().equals("getConnection") ? RecordedSource::connect : null;
    }

    private @Nullable Object connect(Passage way, Object[] args) throws Throwable {
        Object made = pass(way, args);
        return made instanceof Connection connection ? recorded.apply(connection) : made;
    }
}
