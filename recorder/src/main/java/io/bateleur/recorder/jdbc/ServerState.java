package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the drivers of PostgreSQL and MariaDB know of the transaction that their server has open: it tells them with every answer. Guarded by
 * its session.
 */
final class ServerState {
    private static final int IN_TRANSACTION = 1;
    private static final int MORE_RESULTS = 8;

    private static final Methods STATES = new Methods("getTransactionState");
    private static final Methods CONTEXTS = new Methods("getContext");
    private static final Methods STATUSES = new Methods("getServerStatus");

    private final Question state = new Question(STATES);
    private final Question context = new Question(CONTEXTS);
    private final Question status = new Question(STATUSES);

    /** Asked with every transaction, mostly of objects of one class: what that has is kept. */
    private static final class Question {
        private final Methods methods;
        private @Nullable Class<?> type;
        private @Nullable Method method;

        Question(Methods methods) {
            this.methods = methods;
        }

        @Nullable
        Object ask(@Nullable Object object) {
            if (object == null) {
                return null;
            }
            if (type != object.getClass()) {
                type = object.getClass();
                method = methods.get(type).orElse(null);
            }
            try {
                return method == null ? null : method.invoke(object, Receiver.NONE);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** A method that a driver may or may not have; looked for once in each class. */
    private static final class Methods extends ClassValue<Optional<Method>> {
        private final String name;

        Methods(String name) {
            this.name = name;
        }

        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return Optional.ofNullable(find(type, name));
        }

        private static @Nullable Method find(Class<?> type, String name) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                Method found = Stream.concat(Stream.of(each), Arrays.stream(each.getInterfaces()))
                        .filter(contract -> Modifier.isPublic(contract.getModifiers()))
                        .flatMap(contract -> Arrays.stream(contract.getMethods()))
                        .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
                        .filter(method ->
                                Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                        .findFirst()
                        .orElse(null);
                if (found != null) {
                    found.trySetAccessible(); // it is public anyway; this saves the look with every call
                    return found;
                }
            }
            return null;
        }
    }

    /** IDLE, OPEN or FAILED; null when the driver does not say. */
    @Nullable
    String of(Connection connection) {
        Object told = state.ask(connection);
        told = told == null ? state.ask(behind(connection)) : told;
        return told == null ? null : told.toString();
    }

    /** IDLE or OPEN; null when the driver does not say, or its server has not yet said the last word. */
    @Nullable
    String ofMariaDb(Connection connection) {
        Object told = context.ask(connection);
        told = told == null ? context.ask(behind(connection)) : told;
        if (!(status.ask(told) instanceof Integer bits) || (bits & MORE_RESULTS) != 0) {
            return null;
        }
        return (bits & IN_TRANSACTION) != 0 ? "OPEN" : "IDLE";
    }

    /** The driver's own connection, where a pool shows it. */
    private static @Nullable Connection behind(Connection connection) {
        try {
            return connection.unwrap(Connection.class);
        } catch (SQLException e) {
            return null;
        }
    }
}
