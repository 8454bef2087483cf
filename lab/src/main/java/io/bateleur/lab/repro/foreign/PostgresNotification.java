package io.bateleur.lab.repro.foreign;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a session that listens was told. The driver is loaded at run time, so that it is asked by its methods' names. */
record PostgresNotification(int pid, String channel, String payload) {
    static List<PostgresNotification> of(Connection connection) throws SQLException {
        List<PostgresNotification> all = new ArrayList<>();
        try {
            Object told = connection.getClass().getMethod("getNotifications").invoke(connection);
            for (Object each : told == null ? new Object[0] : (Object[]) told) {
                all.add(new PostgresNotification(
                        (int) call(each, "getPID"),
                        String.valueOf(call(each, "getName")),
                        String.valueOf(call(each, "getParameter"))));
            }
        } catch (ReflectiveOperationException e) {
            throw new SQLException("this driver does not tell notifications", e);
        }
        return all;
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
        Method found = target.getClass().getMethod(method);
        return found.invoke(target);
    }
}
