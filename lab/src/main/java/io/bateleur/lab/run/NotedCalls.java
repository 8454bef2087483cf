package io.bateleur.lab.run;

import io.bateleur.recorder.KeyValueClient;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A client, or a connection with its statements and results, whose calls a {@link Caller} knows while they wait for an answer. */
final class NotedCalls implements InvocationHandler {
    private final Object real;
    private final Caller caller;
    private final String sql;

    /** @param sql of a statement or of its result; else empty */
    private NotedCalls(Object real, Caller caller, String sql) {
        this.real = real;
        this.caller = caller;
        this.sql = sql;
    }

    static KeyValueClient of(KeyValueClient real, Caller caller) {
        return KeyValueClient.class.cast(proxy(KeyValueClient.class, new NotedCalls(real, caller, "")));
    }

    static Connection of(Connection real, Caller caller) {
        return Connection.class.cast(proxy(Connection.class, new NotedCalls(real, caller, "")));
    }

    private static Object proxy(Class<?> type, NotedCalls calls) {
        return Proxy.newProxyInstance(NotedCalls.class.getClassLoader(), new Class<?>[] {type}, calls);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        Object answer = caller.call(() -> words(method, given), () -> invoke(method, given))
                .orElse(null);
        Class<?> type = method.getReturnType();
        boolean goesOn = Statement.class.isAssignableFrom(type) || ResultSet.class.isAssignableFrom(type);
        return answer != null && goesOn ? proxy(type, new NotedCalls(answer, caller, sql(given))) : answer;
    }

    private Optional<Object> invoke(Method method, Object[] arguments) throws Throwable {
        try {
            return Optional.ofNullable(method.invoke(real, arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** A statement is given its text when it is made or when it runs. */
    private String sql(Object[] arguments) {
        return sql.isEmpty() && arguments.length > 0 && arguments[0] instanceof String text ? text : sql;
    }

    private String words(Method method, Object[] arguments) {
        if (real instanceof KeyValueClient) {
            String all = Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
            return method.getName() + (arguments.length == 0 ? "" : all);
        }
        return (method.getName() + " " + sql(arguments)).strip();
    }
}
