package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Wrapper.Action;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is done for a call, and its way to the real object, as if nobody were in between: by reflection, or straight where that is worth it. */
final class Passage {
    private interface Straight {
        @Nullable
        Object call(Object real, Object[] args) throws Throwable;
    }

    /** What applications call all the time. */
    private static final Map<String, Straight> STRAIGHT = Map.ofEntries(
            Map.entry("Connection.commit()", (real, args) -> {
                ((Connection) real).commit();
                return null;
            }),
            Map.entry("Connection.prepareStatement(String)", (real, args) -> ((Connection) real)
                    .prepareStatement((String) args[0])),
            Map.entry("PreparedStatement.execute()", (real, args) -> ((PreparedStatement) real).execute()),
            Map.entry("PreparedStatement.executeQuery()", (real, args) -> ((PreparedStatement) real).executeQuery()),
            Map.entry("PreparedStatement.executeUpdate()", (real, args) -> ((PreparedStatement) real).executeUpdate()),
            Map.entry("PreparedStatement.setInt(int, int)", (real, args) -> {
                ((PreparedStatement) real).setInt((Integer) args[0], (Integer) args[1]);
                return null;
            }),
            Map.entry("PreparedStatement.setLong(int, long)", (real, args) -> {
                ((PreparedStatement) real).setLong((Integer) args[0], (Long) args[1]);
                return null;
            }),
            Map.entry("PreparedStatement.setString(int, String)", (real, args) -> {
                ((PreparedStatement) real).setString((Integer) args[0], (String) args[1]);
                return null;
            }),
            Map.entry("PreparedStatement.setObject(int, Object)", (real, args) -> {
                ((PreparedStatement) real).setObject((Integer) args[0], args[1]);
                return null;
            }),
            Map.entry("ResultSet.getInt(int)", (real, args) -> ((ResultSet) real).getInt((Integer) args[0])),
            Map.entry("ResultSet.getInt(String)", (real, args) -> ((ResultSet) real).getInt((String) args[0])),
            Map.entry("ResultSet.getLong(int)", (real, args) -> ((ResultSet) real).getLong((Integer) args[0])),
            Map.entry("ResultSet.getLong(String)", (real, args) -> ((ResultSet) real).getLong((String) args[0])),
            Map.entry("ResultSet.getString(int)", (real, args) -> ((ResultSet) real).getString((Integer) args[0])),
            Map.entry("ResultSet.getString(String)", (real, args) -> ((ResultSet) real).getString((String) args[0])),
            Map.entry("ResultSet.getObject(int)", (real, args) -> ((ResultSet) real).getObject((Integer) args[0])),
            Map.entry("ResultSet.getObject(String)", (real, args) -> ((ResultSet) real).getObject((String) args[0])),
            Map.entry("ResultSet.close()", (real, args) -> {
                ((ResultSet) real).close();
                return null;
            }));

    private final Action<Wrapper> action;
    private final Method method;
    private final @Nullable Straight straight;

    Passage(Action<Wrapper> action, Method method) {
        this.action = action;
        this.method = method;
        this.straight =
                method.getDeclaringClass().getPackageName().equals("java.sql") ? STRAIGHT.get(name(method)) : null;
        method.trySetAccessible(); // it is public anyway; this saves the look with every call
    }

    private static String name(Method method) {
        String types = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "(" + types + ")";
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
        if (straight != null) {
            return straight.call(real, args);
        }
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
