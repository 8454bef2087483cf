package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the drivers of PostgreSQL and MariaDB know of the transaction that their server has open: it tells them with every answer. */
final class ServerState {
    private static final int IN_TRANSACTION = 1;
    private static final int MORE_RESULTS = 8;

    private static final ClassValue<Optional<Method>> STATE = asked("getTransactionState");
    private static final ClassValue<Optional<Method>> CONTEXT = asked("getContext");
    private static final ClassValue<Optional<Method>> STATUS = asked("getServerStatus");

    private ServerState() {}

    private static ClassValue<Optional<Method>> asked(String name) {
        return new ClassValue<>() {
            @Override
            protected Optional<Method> computeValue(Class<?> type) {
                for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                    Optional<Method> found = Stream.concat(Stream.of(each), Arrays.stream(each.getInterfaces()))
                            .filter(contract -> Modifier.isPublic(contract.getModifiers()))
                            .flatMap(contract -> Arrays.stream(contract.getMethods()))
                            .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
                            .filter(method ->
                                    Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                            .findFirst();
                    if (found.isPresent()) {
                        found.get().trySetAccessible(); // it is public anyway; this saves the look with every call
                        return found;
                    }
                }
                return Optional.empty();
            }
        };
    }

    /** IDLE, OPEN or FAILED; null when the driver does not say. */
    static @Nullable String of(Connection connection) {
        Object state = ask(connection, STATE);
        state = state == null ? ask(behind(connection), STATE) : state;
        return state == null ? null : state.toString();
    }

    /** IDLE or OPEN; null when the driver does not say, or its server has not yet said the last word. */
    static @Nullable String ofMariaDb(Connection connection) {
        Object context = ask(connection, CONTEXT);
        context = context == null ? ask(behind(connection), CONTEXT) : context;
        if (!(ask(context, STATUS) instanceof Integer status) || (status & MORE_RESULTS) != 0) {
            return null;
        }
        return (status & IN_TRANSACTION) != 0 ? "OPEN" : "IDLE";
    }

    /** The driver's own connection, where a pool shows it. */
    private static @Nullable Connection behind(Connection connection) {
        try {
            return connection.unwrap(Connection.class);
        } catch (SQLException e) {
            return null;
        }
    }

    private static @Nullable Object ask(@Nullable Object object, ClassValue<Optional<Method>> asked) {
        Optional<Method> method = object == null ? Optional.empty() : asked.get(object.getClass());
        if (method.isEmpty()) {
            return null;
        }
        try {
            return method.get().invoke(object);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return null;
        }
    }
}
