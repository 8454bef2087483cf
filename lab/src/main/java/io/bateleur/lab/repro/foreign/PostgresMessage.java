package io.bateleur.lab.repro.foreign;

import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error or a notice of PostgreSQL in its parts. The driver is loaded at run time, so that its own class for them is asked by its
 * methods' names.
 */
record PostgresMessage(String severity, String primary, Optional<String> detail, Optional<String> hint) {
    private static final Pattern WHOLE =
            Pattern.compile("(?s)([A-Z]+): (.*?)(?:\n  (?:Detail|Hint|Position|Where|Location|Internal Query)[:.].*)?");

    static PostgresMessage of(SQLException e) {
        Object server = call(e, "getServerErrorMessage");
        if (server != null) {
            return new PostgresMessage(
                    text(server, "getSeverity").orElse("ERROR"),
                    text(server, "getMessage").orElse(""),
                    text(server, "getDetail"),
                    text(server, "getHint"));
        }
        String message = String.valueOf(e.getMessage());
        Matcher whole = WHOLE.matcher(message);
        return whole.matches()
                ? new PostgresMessage(whole.group(1), whole.group(2), Optional.empty(), Optional.empty())
                : new PostgresMessage("", message, Optional.empty(), Optional.empty());
    }

    private static Optional<String> text(Object server, String method) {
        return Optional.ofNullable(call(server, method)).map(Object::toString);
    }

    private static @org.jspecify.annotations.Nullable Object call(Object target, String method) {
        try {
            return target.getClass().getMethod(method).invoke(target);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    /** As isolationtester shows an error; behind a fatal one libpq says that the connection is gone. */
    String line() {
        String line = severity.isEmpty() ? primary : severity + ":  " + primary;
        return severity.equals("FATAL")
                ? line + "\nserver closed the connection unexpectedly\n"
                        + "\tThis probably means the server terminated abnormally\n"
                        + "\tbefore or while processing the request."
                : line;
    }

    /** As libpq shows a notice. */
    String whole() {
        return line()
                + detail.map(text -> "\nDETAIL:  " + text).orElse("")
                + hint.map(text -> "\nHINT:  " + text).orElse("");
    }
}
