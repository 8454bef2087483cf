package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.UnrecordedWork;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.EventListener;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ways of a driver's own to the server, which no statement of JDBC takes: what may be done there is noted in the trace. */
final class DriversOwn {
    /** Give something that can execute anything. */
    private static final Set<String> ANYTHING = Set.of(
            "getFastpathAPI",
            "getReplicationAPI",
            "getSession",
            "getActiveMySQLConnection",
            "getActiveMySQLConnectionInternal",
            "getDatabase");
    /** What stands for work on large objects: it touches no table of an application. */
    private static final String LARGE_OBJECTS = "SELECT pg_catalog.lo_open(0, 0)";

    private DriversOwn() {}

    /** What to do for a call of the connection, or null to pass it on. */
    static Wrapper.@Nullable Action<RecordedConnection> action(Method method) {
        String name = method.getName();
        if (name.equals("unwrap")) {
            return (self, way, args) -> unwrap(self, self.session(), way, args);
        }
        if (method.getDeclaringClass().getName().startsWith("java.")) {
            return null;
        }
        return switch (name) {
            case "getCopyAPI" -> DriversOwn::copies;
            case "getQueryExecutor" ->
                (self, way, args) -> {
                    Object made = self.pass(way, args);
                    return made == null ? null : new Executor(made, self.session()).skin();
                };
            case "getLargeObjectAPI" -> (self, way, args) -> noted(self, "large objects", LARGE_OBJECTS, way, args);
            case "execSQLQuery", "execSQLUpdate" ->
                (self, way, args) -> noted(self, name, String.valueOf(args[0]), way, args);
            default -> ANYTHING.contains(name) ? (self, way, args) -> noted(self, name, "", way, args) : null;
        };
    }

    private static @Nullable Object noted(
            RecordedConnection self, String way, String statement, Passage passage, Object[] args) throws Throwable {
        self.session().passedBy(new UnrecordedWork(way, statement));
        return self.pass(passage, args);
    }

    /** The recorded object itself where it has the driver's interface that is asked for; else the driver's own, of which nothing is recorded. */
    static @Nullable Object unwrap(Wrapper self, Session session, Passage way, Object[] args) throws Throwable {
        Object own = self.pass(way, args);
        boolean plain = args[0] instanceof Class<?> type && type.getName().startsWith("java");
        if (own == self.real() && !plain && args[0] instanceof Class<?> type && type.isInstance(self.skin())) {
            return self.skin();
        }
        if (own != null) {
            session.passedBy(new UnrecordedWork("unwrap " + own.getClass().getName(), ""));
        }
        return own;
    }

    /** A manager of copies that asks the recorded connection for the way to the server. */
    private static @Nullable Object copies(RecordedConnection self, Passage way, Object[] args) throws Throwable {
        Object manager = self.pass(way, args);
        if (manager == null) {
            return null;
        }
        for (Constructor<?> each : manager.getClass().getConstructors()) {
            Class<?>[] needs = each.getParameterTypes();
            if (needs.length == 1 && needs[0].isInstance(self.skin())) {
                try {
                    return each.newInstance(self.skin());
                } catch (InvocationTargetException e) {
                    throw e.getCause() == null ? e : e.getCause();
                }
            }
        }
        self.session().passedBy(new UnrecordedWork("copy", ""));
        return manager;
    }

    /** PostgreSQL's way to the server. */
    private static final class Executor extends Wrapper {
        private static final Shape.Kind KIND = Shape.Kind.of(EventListener.class, Executor::action);
        private final Session session;

        Executor(Object real, Session session) {
            super(real, KIND);
            this.session = session;
        }

        private static @Nullable Action<Executor> action(Method method) {
            return switch (method.getName()) {
                case "startCopy" -> (self, way, args) -> self.noted("copy", String.valueOf(args[0]), way, args);
                case "execute", "fastpathCall" -> (self, way, args) -> self.noted(method.getName(), "", way, args);
                default -> null;
            };
        }

        private @Nullable Object noted(String way, String statement, Passage passage, Object[] args) throws Throwable {
            session.passedBy(new UnrecordedWork(way, statement));
            return pass(passage, args);
        }
    }
}
