package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An interval, such as one month and three hours. */
record TimeSpan(long months, long days, long seconds) {

    /** Of an amount and a unit; null where it is another one. */
    static @Nullable TimeSpan of(long amount, String unit) {
        String word = unit.trim().toLowerCase(Locale.ROOT);
        return switch (word.endsWith("s") ? word.substring(0, word.length() - 1) : word) {
            case "year" -> new TimeSpan(12 * amount, 0, 0);
            case "quarter" -> new TimeSpan(3 * amount, 0, 0);
            case "month", "mon" -> new TimeSpan(amount, 0, 0);
            case "week" -> new TimeSpan(0, 7 * amount, 0);
            case "day" -> new TimeSpan(0, amount, 0);
            case "hour" -> new TimeSpan(0, 0, 3600 * amount);
            case "minute" -> new TimeSpan(0, 0, 60 * amount);
            case "second" -> new TimeSpan(0, 0, amount);
            default -> null;
        };
    }

    /** Of a text such as {@code 1 day 2 hours}. */
    static @Nullable TimeSpan of(String text) {
        String[] words = text.trim().split("\\s+");
        TimeSpan sum = new TimeSpan(0, 0, 0);
        if (words.length % 2 != 0) {
            return null;
        }
        for (int i = 0; i < words.length; i += 2) {
            TimeSpan part = words[i].matches("[+-]?\\d{1,9}") ? of(Long.parseLong(words[i]), words[i + 1]) : null;
            if (part == null) {
                return null;
            }
            sum = new TimeSpan(sum.months + part.months, sum.days + part.days, sum.seconds + part.seconds);
        }
        return sum;
    }

    Object addTo(Object value, int sign, SqlDialect dialect) {
        try {
            if (value instanceof LocalDate date) {
                boolean stays = seconds == 0 && dialect != SqlDialect.POSTGRES;
                return stays
                        ? date.plusMonths(sign * months).plusDays(sign * days)
                        : addTo(date.atStartOfDay(), sign, dialect);
            }
            if (value instanceof LocalDateTime time) {
                return time.plusMonths(sign * months).plusDays(sign * days).plusSeconds(sign * seconds);
            }
            if (value instanceof LocalTime time && months == 0 && days == 0) {
                return time.plusSeconds(sign * seconds);
            }
        } catch (DateTimeException e) {
            throw new SqlError("22008", "a date is out of range");
        }
        return Unknown.UNKNOWN;
    }
}
