package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of dates and times. */
final class TimeFunctions {
    private TimeFunctions() {}

    static @Nullable Code code(String name, List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        int size = arguments.size();
        if (dialect == SqlDialect.SQLITE) {
            return null;
        }
        return switch (name) {
            case "year", "month", "day", "hour", "minute" ->
                size == 1 && dialect != SqlDialect.POSTGRES ? part(name, arguments) : null;
            case "dayofmonth" -> size == 1 ? part("day", arguments) : null;
            case "extract" -> size == 1 ? extract(arguments, call) : null;
            case "date_add", "adddate" -> size == 2 && dialect == SqlDialect.MYSQL ? add(arguments, 1) : null;
            case "date_sub", "subdate" -> size == 2 && dialect == SqlDialect.MYSQL ? add(arguments, -1) : null;
            case "datediff" -> size == 2 && dialect == SqlDialect.MYSQL ? difference(arguments) : null;
            case "date" ->
                size == 1
                        ? Functions.strict(SqlType.of(SqlType.Kind.DATE), arguments, values -> dated(values[0]))
                        : null;
            default -> null;
        };
    }

    private static Object dated(Object value) {
        return value instanceof LocalDate
                ? value
                : value instanceof LocalDateTime time ? time.toLocalDate() : Unknown.UNKNOWN;
    }

    private static @Nullable Code extract(List<Code> arguments, Expr.FunctionCall call) {
        String lead = call.arguments().get(0).lead().toLowerCase(Locale.ROOT);
        String field =
                lead.endsWith(" from") ? lead.substring(0, lead.length() - 5).trim() : lead;
        boolean known = List.of("year", "month", "day", "hour", "minute").contains(field);
        return known ? part(field, arguments) : null;
    }

    private static Code part(String field, List<Code> arguments) {
        ChronoField chrono =
                switch (field) {
                    case "year" -> ChronoField.YEAR;
                    case "month" -> ChronoField.MONTH_OF_YEAR;
                    case "day" -> ChronoField.DAY_OF_MONTH;
                    case "hour" -> ChronoField.HOUR_OF_DAY;
                    default -> ChronoField.MINUTE_OF_HOUR;
                };
        return Functions.strict(
                SqlType.INTEGER,
                arguments,
                values -> values[0] instanceof Temporal time && time.isSupported(chrono)
                        ? (Object) time.getLong(chrono)
                        : Unknown.UNKNOWN);
    }

    private static Code add(List<Code> arguments, int sign) {
        return Functions.strict(arguments.get(0).type, arguments, values -> {
            Object start = values[0] instanceof String ? Unknown.UNKNOWN : values[0];
            boolean date = start instanceof LocalDate || start instanceof LocalDateTime || start instanceof LocalTime;
            if (values[1] instanceof TimeSpan span && date) {
                return span.addTo(start, sign, SqlDialect.MYSQL);
            }
            return values[1] instanceof Long days && start instanceof LocalDate day
                    ? day.plusDays(sign * days)
                    : Unknown.UNKNOWN;
        });
    }

    private static Code difference(List<Code> arguments) {
        return Functions.strict(
                SqlType.INTEGER,
                arguments,
                values -> dated(values[0]) instanceof LocalDate a && dated(values[1]) instanceof LocalDate b
                        ? (Object) ChronoUnit.DAYS.between(b, a)
                        : Unknown.UNKNOWN);
    }
}
