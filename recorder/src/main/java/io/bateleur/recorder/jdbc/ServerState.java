package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL's driver knows of the transaction that its server has open: the server tells it with every answer. */
final class ServerState {
    private static final ClassValue<Optional<Method>> METHODS = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Class<?> contract : each.getInterfaces()) {
                    for (Method method : contract.getMethods()) {
                        if (method.getName().equals("getTransactionState")
                                && method.getParameterCount() == 0
                                && Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
                            method.trySetAccessible(); // it is public anyway; this saves the look with every call
                            return Optional.of(method);
                        }
                    }
                }
            }
            return Optional.empty();
        }
    };

    private ServerState() {}

    /** IDLE, OPEN or FAILED; null when the driver does not say. */
    static @Nullable String of(Connection connection) {
        String state = ask(connection);
        if (state != null) {
            return state;
        }
        try {
            return ask(connection.unwrap(Connection.class)); // behind a pool
        } catch (SQLException e) {
            return null;
        }
    }

    private static @Nullable String ask(Connection connection) {
        Optional<Method> method = METHODS.get(connection.getClass());
        if (method.isEmpty()) {
            return null;
        }
        try {
            return String.valueOf(method.get().invoke(connection));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return null;
        }
    }
}
