package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;
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
            case "year", "month", "day", "hour", "minute", "second", "quarter", "dayofyear", "day_of_year" ->
                size == 1 && dialect != SqlDialect.POSTGRES ? part(name, arguments, dialect) : null;
            case "dayofweek", "day_of_week" ->
                size == 1 && dialect != SqlDialect.POSTGRES ? part(name, arguments, dialect) : null;
            case "weekday" -> size == 1 && dialect == SqlDialect.MYSQL ? part(name, arguments, dialect) : null;
            case "dayofmonth" -> size == 1 ? part("day", arguments, dialect) : null;
            case "extract" -> size == 1 ? extract(arguments, call, dialect) : null;
            case "timestampdiff" -> size == 3 && dialect == SqlDialect.MYSQL ? between(arguments, false) : null;
            case "dateadd", "timestampadd" -> size == 3 ? added(arguments) : null;
            case "date_trunc" -> size == 2 && dialect == SqlDialect.POSTGRES ? truncated(arguments) : null;
            case "last_day" ->
                size == 1 && dialect == SqlDialect.MYSQL
                        ? Functions.strict(SqlType.of(SqlType.Kind.DATE), arguments, values -> lastDay(values[0]))
                        : null;
            case "date_add", "adddate" -> size == 2 && dialect == SqlDialect.MYSQL ? add(arguments, 1) : null;
            case "date_sub", "subdate" -> size == 2 && dialect == SqlDialect.MYSQL ? add(arguments, -1) : null;
            case "datediff" ->
                size == 2 && dialect == SqlDialect.MYSQL
                        ? difference(arguments)
                        : size == 3 && dialect == SqlDialect.H2 ? between(arguments, true) : null;
            case "date" ->
                size == 1
                        ? Functions.strict(SqlType.of(SqlType.Kind.DATE), arguments, values -> dated(values[0]))
                        : null;
            default -> null;
        };
    }

    private static Object lastDay(Object value) {
        return dated(value) instanceof LocalDate date ? date.withDayOfMonth(date.lengthOfMonth()) : Unknown.UNKNOWN;
    }

    private static Object dated(Object value) {
        return value instanceof LocalDate
                ? value
                : value instanceof LocalDateTime time ? time.toLocalDate() : Unknown.UNKNOWN;
    }

    /** Whether the first argument is a unit of time, as a word. */
    static boolean takesUnit(String name, int arguments) {
        return arguments == 3
                && List.of("timestampdiff", "timestampadd", "dateadd", "datediff")
                        .contains(name);
    }

    private static @Nullable Code extract(List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        String lead = call.arguments().get(0).lead().toLowerCase(Locale.ROOT);
        String field =
                lead.endsWith(" from") ? lead.substring(0, lead.length() - 5).trim() : lead;
        boolean fraction = field.equals("second") && dialect != SqlDialect.MYSQL;
        return fraction ? null : part(field, arguments, dialect);
    }

    /** A part of a date or a time; null where it is not known. */
    private static @Nullable Code part(String field, List<Code> arguments, SqlDialect dialect) {
        Part part =
                switch (field) {
                    case "year" -> time -> time.get(ChronoField.YEAR);
                    case "month" -> time -> time.get(ChronoField.MONTH_OF_YEAR);
                    case "day" -> time -> time.get(ChronoField.DAY_OF_MONTH);
                    case "hour" -> time -> time.get(ChronoField.HOUR_OF_DAY);
                    case "minute" -> time -> time.get(ChronoField.MINUTE_OF_HOUR);
                    case "second" -> time -> time.get(ChronoField.SECOND_OF_MINUTE);
                    case "quarter" -> time -> (time.get(ChronoField.MONTH_OF_YEAR) + 2) / 3;
                    case "doy", "dayofyear", "day_of_year" -> time -> time.get(ChronoField.DAY_OF_YEAR);
                    case "isodow" -> time -> time.get(ChronoField.DAY_OF_WEEK);
                    case "dow" -> time -> time.get(ChronoField.DAY_OF_WEEK) % 7;
                    case "dayofweek", "day_of_week" -> time -> time.get(ChronoField.DAY_OF_WEEK) % 7 + 1;
                    case "weekday" -> time -> time.get(ChronoField.DAY_OF_WEEK) - 1;
                    case "week" ->
                        dialect == SqlDialect.POSTGRES ? time -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) : null;
                    default -> null;
                };
        if (part == null) {
            return null;
        }
        boolean ofDay = List.of("hour", "minute", "second").contains(field);
        return Functions.strict(SqlType.INTEGER, arguments, values -> {
            boolean known = values[0] instanceof LocalDateTime
                    || values[0] instanceof LocalDate && !ofDay
                    || values[0] instanceof LocalTime && ofDay;
            return known ? (Object) (long) part.of((TemporalAccessor) values[0]) : Unknown.UNKNOWN;
        });
    }

    private interface Part {
        int of(TemporalAccessor time);
    }

    private static @Nullable LocalDateTime moment(Object value) {
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof String text) {
            try {
                return Temporals.dateTime(text);
            } catch (java.time.DateTimeException e) {
                return null;
            }
        }
        return value instanceof LocalDateTime time ? time : null;
    }

    private static @Nullable ChronoUnit unit(Code code) {
        String word = code instanceof Code.Constant constant ? String.valueOf(constant.constant) : "";
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "year" -> ChronoUnit.YEARS;
            case "month" -> ChronoUnit.MONTHS;
            case "week" -> ChronoUnit.WEEKS;
            case "day" -> ChronoUnit.DAYS;
            case "hour" -> ChronoUnit.HOURS;
            case "minute" -> ChronoUnit.MINUTES;
            case "second" -> ChronoUnit.SECONDS;
            default -> null;
        };
    }

    /** How many whole units lie between two times, as MySQL counts; H2 counts the borders of units between them. */
    private static @Nullable Code between(List<Code> arguments, boolean borders) {
        ChronoUnit unit = unit(arguments.get(0));
        if (unit == null || borders && unit == ChronoUnit.WEEKS) {
            return null;
        }
        return Functions.strict(SqlType.BIGINT, arguments, values -> {
            LocalDateTime from = moment(values[1]);
            LocalDateTime to = moment(values[2]);
            if (from == null || to == null) {
                return Unknown.UNKNOWN;
            }
            return borders ? unit.between(start(from, unit), start(to, unit)) : unit.between(from, to);
        });
    }

    private static LocalDateTime start(LocalDateTime time, ChronoUnit unit) {
        return switch (unit) {
            case YEARS -> time.toLocalDate().withDayOfYear(1).atStartOfDay();
            case MONTHS -> time.toLocalDate().withDayOfMonth(1).atStartOfDay();
            default -> time.truncatedTo(unit);
        };
    }

    /** TIMESTAMPADD and DATEADD. */
    private static @Nullable Code added(List<Code> arguments) {
        ChronoUnit unit = unit(arguments.get(0));
        SqlType type = arguments.get(2).type;
        if (unit == null || !type.kind().isTemporal()) {
            return null;
        }
        boolean ofDay = unit.compareTo(ChronoUnit.DAYS) < 0;
        return Functions.strict(type, arguments, values -> {
            boolean known = values[1] instanceof Long
                    && (values[2] instanceof LocalDateTime || values[2] instanceof LocalDate && !ofDay);
            return known ? ((Temporal) values[2]).plus((Long) values[1], unit) : Unknown.UNKNOWN;
        });
    }

    /** PostgreSQL's DATE_TRUNC of a time without zone. */
    private static @Nullable Code truncated(List<Code> arguments) {
        String field = arguments.get(0) instanceof Code.Constant constant
                ? String.valueOf(constant.constant).toLowerCase(Locale.ROOT)
                : "";
        boolean plain = arguments.get(1).type.kind() == SqlType.Kind.TIMESTAMP;
        boolean known = List.of("year", "quarter", "month", "week", "day", "hour", "minute", "second")
                .contains(field);
        return !plain || !known
                ? null
                : Functions.strict(SqlType.of(SqlType.Kind.TIMESTAMP), arguments, values -> {
                    if (!(values[1] instanceof LocalDateTime time)) {
                        return Unknown.UNKNOWN;
                    }
                    LocalDate day = time.toLocalDate();
                    return switch (field) {
                        case "year" -> day.withDayOfYear(1).atStartOfDay();
                        case "quarter" ->
                            day.withDayOfMonth(1)
                                    .withMonth((day.getMonthValue() - 1) / 3 * 3 + 1)
                                    .atStartOfDay();
                        case "month" -> day.withDayOfMonth(1).atStartOfDay();
                        case "week" ->
                            day.minusDays(day.getDayOfWeek().getValue() - 1L).atStartOfDay();
                        case "day" -> day.atStartOfDay();
                        case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
                        case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
                        default -> time.truncatedTo(ChronoUnit.SECONDS);
                    };
                });
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
        return Functions.strict(SqlType.INTEGER, arguments, values -> {
            LocalDateTime to = moment(values[0]);
            LocalDateTime from = moment(values[1]);
            return to == null || from == null
                    ? Unknown.UNKNOWN
                    : (Object) ChronoUnit.DAYS.between(from.toLocalDate(), to.toLocalDate());
        });
    }
}
