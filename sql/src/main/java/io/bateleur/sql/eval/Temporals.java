package io.bateleur.sql.eval;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Dates and times, and their texts. */
final class Temporals {
    private Temporals() {}

    /** A text as a value of the same type as another one, or null. */
    static @Nullable Object like(Object model, String text) {
        try {
            if (model instanceof LocalDate) {
                return text.trim().length() > 10 ? dateTime(text) : date(text);
            }
            if (model instanceof LocalDateTime) {
                return dateTime(text);
            }
            return model instanceof LocalTime ? time(text) : model instanceof Boolean ? bool(text) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    static LocalDate date(String text) {
        String form = text.trim();
        return LocalDate.parse(form.length() > 10 ? form.substring(0, 10) : padded(form));
    }

    /** With months and days of one digit, as databases read them. */
    private static String padded(String form) {
        String[] parts = form.split("-", -1);
        if (parts.length != 3) {
            return form;
        }
        return parts[0] + '-' + two(parts[1]) + '-' + two(parts[2]);
    }

    private static String two(String digits) {
        return digits.length() == 1 ? '0' + digits : digits;
    }

    static LocalDateTime dateTime(String text) {
        String form = text.trim();
        if (form.length() <= 10) {
            return date(form).atStartOfDay();
        }
        return LocalDateTime.parse(
                form.substring(0, 10) + 'T' + form.substring(11).trim());
    }

    static LocalTime time(String text) {
        return LocalTime.parse(text.trim());
    }

    static @Nullable Object bool(String text) {
        return switch (text.trim().toLowerCase(java.util.Locale.ROOT)) {
            case "t", "true", "yes", "y", "on", "1" -> true;
            case "f", "false", "no", "n", "off", "0" -> false;
            default -> null;
        };
    }

    /** As databases write it: a blank between date and time, and fractions without zeros at the end. */
    static String text(Object value) {
        if (value instanceof OffsetDateTime zoned) {
            return text(zoned.toLocalDateTime()) + zoned.getOffset();
        }
        return value instanceof LocalDateTime || value instanceof LocalTime
                ? Instants.plain(value.toString())
                : value.toString();
    }
}
