package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.schema.TableColumn;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When two cells of a column are equal: each has one canonical value. Where the stored form may differ from the written one, or one
 * reader may be shown another form than the next, the answer is null: not known.
 */
final class ColumnType {
    enum Kind {
        INTEGER,
        DECIMAL,
        TEXT,
        PADDED,
        BOOLEAN,
        BYTES,
        UUID,
        /** Floats, times, JSON and the like. */
        OPAQUE
    }

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}");
    /** Beyond this a float does not tell neighbouring integers apart. */
    private static final BigDecimal FLOAT_EXACT_MAX = BigDecimal.valueOf(1L << 53);
    /** Databases turn a float into a decimal with this many digits. */
    private static final int FLOAT_DIGITS = 15;
    /** MySQL's types of texts without a length hold this much at least. */
    private static final int SMALLEST_TEXT = 255;

    final Kind kind;
    /** Whether the database may write it by itself when a row is inserted. */
    final boolean computed;
    /** Whether the database may write it by itself whenever a row is changed. */
    final boolean follows;

    private final int size;
    private final int scale;
    private final int bits;
    private final boolean unsigned;
    private final boolean notNull;
    private final boolean exactText;
    private final TextEquality equality;
    private final boolean inKey;
    private final Traits traits;

    /** @param equality which texts are equal */
    ColumnType(TableColumn column, Traits traits, TextEquality equality, boolean rulesKnown) {
        this(column, traits, equality, rulesKnown, false);
    }

    /** @param inKey it identifies rows: texts that are equal are one */
    ColumnType(TableColumn column, Traits traits, TextEquality equality, boolean rulesKnown, boolean inKey) {
        DataType type = column.type();
        this.traits = traits;
        this.equality = equality;
        this.inKey = inKey;
        this.exactText = equality.equals(TextEquality.EXACT);
        this.kind = type.isArray() ? Kind.OPAQUE : kind(type, exactText);
        this.size = size(type, traits);
        this.scale = type.arguments().size() > 1 ? type.arguments().get(1) : 0;
        this.unsigned = type.unsigned();
        this.notNull = column.notNull() || !rulesKnown;
        this.computed = column.filled() != TableColumn.Filled.BY_STATEMENT;
        this.follows = computed && !column.filled().isIdentity();
        this.bits = switch (type.name()) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "integer" -> 32;
            default -> 64;
        };
    }

    private static Kind kind(DataType type, boolean exactText) {
        return switch (type.kind()) {
            case INTEGER -> Kind.INTEGER;
            case DECIMAL -> Kind.DECIMAL;
            case TEXT -> Kind.TEXT;
            case PADDED -> Kind.PADDED;
            case ENUM -> exactText ? Kind.TEXT : Kind.PADDED;
            case BOOLEAN -> Kind.BOOLEAN;
            case BYTES -> type.name().equals("binary") ? Kind.OPAQUE : Kind.BYTES;
            case UUID -> Kind.UUID;
            // What drivers call another type is read where it has the form of a UUID.
            case OTHER -> type.name().isEmpty() ? Kind.UUID : Kind.OPAQUE;
            case FLOAT, BITS, DATE, TIME, TIMESTAMP, INSTANT, INTERVAL, JSON -> Kind.OPAQUE;
        };
    }

    private static int size(DataType type, Traits traits) {
        if (!type.arguments().isEmpty()) {
            return type.arguments().get(0);
        }
        boolean text = type.kind() == DataType.Kind.TEXT || type.kind() == DataType.Kind.ENUM;
        boolean bytes = type.kind() == DataType.Kind.BYTES;
        if ((text || bytes) && traits.countsTwice()) {
            return SMALLEST_TEXT;
        }
        return text ? Integer.MAX_VALUE : type.kind() == DataType.Kind.PADDED ? 1 : 0;
    }

    /** Whether the database orders such values as we do. */
    boolean isOrdered() {
        return kind == Kind.INTEGER;
    }

    /** Whether a value that compares equal in a condition is the same value. */
    boolean isExact() {
        return kind == Kind.INTEGER || kind == Kind.DECIMAL || kind == Kind.BOOLEAN || kind == Kind.UUID;
    }

    /** Whether a key of this type can be told from others. */
    boolean canBeKey() {
        return kind != Kind.OPAQUE && (!computed || kind == Kind.INTEGER);
    }

    /** Whether all databases agree that a key of this type is this and no other. */
    boolean isSafeKey(Value canonical) {
        return !(canonical instanceof Value.Text text) || kind == Kind.UUID || equality.isCertain(text.value());
    }

    /** The one canonical value that a cell must have to equal this in a condition; null where others may equal it too. */
    @Nullable
    Value asked(Value given) {
        Value canonical = read(given);
        if (canonical == null || canonical.equals(Value.NULL)) {
            return canonical;
        }
        boolean certain =
                switch (kind) {
                    case INTEGER -> given instanceof Value.Int || isBelow(canonical, FLOAT_EXACT_MAX);
                    case DECIMAL ->
                        !(given instanceof Value.Decimal || given instanceof Value.Text)
                                || size > 0 && size <= FLOAT_DIGITS;
                    case PADDED ->
                        given instanceof Value.Text text && text.value().equals(withoutPadding(text.value()));
                    default -> true;
                };
        return certain ? canonical : null;
    }

    /** Whether a key that is written is the one that is asked for with the same value. */
    boolean isStoredAsAsked(Value given) {
        return computed ? fitsInteger(given) : stored(given) != null;
    }

    private static boolean isBelow(Value canonical, BigDecimal bound) {
        BigDecimal number = Numbers.of(canonical);
        return number != null && number.abs().compareTo(bound) < 0;
    }

    /** The canonical form of a cell that was read. */
    @Nullable
    Value read(Value cell) {
        if (cell.equals(Value.NULL)) {
            return kind == Kind.OPAQUE ? null : Value.NULL;
        }
        if (cell instanceof Value.Int && (kind == Kind.INTEGER || kind == Kind.DECIMAL)) {
            return cell; // as nearly always
        }
        switch (kind) {
            case INTEGER -> {
                BigDecimal number = Numbers.of(cell);
                if (number == null || number.stripTrailingZeros().scale() > 0) {
                    return null;
                }
                boolean blurred = cell instanceof Value.Decimal && number.abs().compareTo(FLOAT_EXACT_MAX) >= 0;
                return blurred ? null : Numbers.canonical(number);
            }
            case DECIMAL -> {
                BigDecimal number = Numbers.of(cell);
                return number == null ? null : Numbers.canonical(number);
            }
            case TEXT -> {
                return cell instanceof Value.Text text ? canonicalText(text.value()) : null;
            }
            case PADDED -> {
                return cell instanceof Value.Text text ? canonicalText(withoutPadding(text.value())) : null;
            }
            case BOOLEAN -> {
                return bool(cell);
            }
            case BYTES -> {
                return cell instanceof Value.Bytes ? cell : null;
            }
            case UUID -> {
                return uuid(cell);
            }
            default -> {
                return null;
            }
        }
    }

    /** The canonical form of what is stored when this is written; null where that is not certain. */
    @Nullable
    Value stored(Value written) {
        if (computed) {
            return null;
        }
        Value canonical = read(written);
        if (canonical == null || canonical.equals(Value.NULL)) {
            // Where a column cannot be null, lenient databases write something else.
            return traits.countsTwice() && notNull ? null : canonical;
        }
        boolean certain =
                switch (kind) {
                    case INTEGER -> fitsInteger(canonical);
                    case DECIMAL -> fitsDecimal(written, canonical);
                    case TEXT -> fitsText(((Value.Text) canonical).value());
                    case PADDED -> exactText && fitsText(((Value.Text) canonical).value());
                    case BYTES -> size <= 0 || ((Value.Bytes) canonical).value().length <= size;
                    case BOOLEAN, UUID -> true;
                    case OPAQUE -> false;
                };
        return certain ? canonical : null;
    }

    /** Whether adding to such a value gives exactly the sum. */
    boolean adds(BigDecimal summand) {
        if (kind == Kind.INTEGER) {
            return summand.stripTrailingZeros().scale() <= 0;
        }
        return kind == Kind.DECIMAL
                && summand.stripTrailingZeros().scale() <= Math.max(scale, 0)
                && traits.exactDecimals();
    }

    private boolean fitsInteger(Value canonical) {
        if (!(canonical instanceof Value.Int integer)) {
            return false;
        }
        long beyond = unsigned && bits < 64 ? integer.value() >> bits : integer.value() >> (bits - 1);
        return beyond == (integer.value() < 0 && !unsigned ? -1 : 0);
    }

    private boolean fitsDecimal(Value written, Value canonical) {
        BigDecimal number = Numbers.of(canonical);
        if (number == null) {
            return false;
        }
        boolean maybeFloat = written instanceof Value.Decimal && number.precision() > FLOAT_DIGITS;
        int digits = number.precision() - number.scale();
        return !maybeFloat
                && (!unsigned || number.signum() >= 0)
                && number.scale() <= Math.max(scale, 0)
                && (size <= 0 || digits <= size - scale);
    }

    private boolean fitsText(String text) {
        boolean ascii = text.chars().allMatch(c -> c < 128 && c != 0);
        return text.length() <= size && (ascii || exactText) && (!text.isEmpty() || traits.emptyText());
    }

    private Value canonicalText(String text) {
        return Value.of(inKey ? equality.canonical(text) : text);
    }

    private static String withoutPadding(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    private static @Nullable Value bool(Value cell) {
        if (cell instanceof Value.Bool) {
            return cell;
        }
        if (cell instanceof Value.Int bit && (bit.value() == 0 || bit.value() == 1)) {
            return Value.of(bit.value() == 1);
        }
        if (!(cell instanceof Value.Text text)) {
            return null;
        }
        return switch (text.value().toLowerCase(Locale.ROOT)) {
            case "t", "true" -> Value.of(true);
            case "f", "false" -> Value.of(false);
            default -> null;
        };
    }

    private static @Nullable Value uuid(Value cell) {
        Value inner = cell;
        if (cell instanceof Value.Elements parts) {
            List<Value> list = parts.value();
            boolean told = list.size() == 3 && list.get(0).equals(Value.of("text"));
            inner = told ? list.get(2) : cell;
        }
        return inner instanceof Value.Text text
                        && UUID_FORM.matcher(text.value()).matches()
                ? Value.of(text.value().toLowerCase(Locale.ROOT))
                : null;
    }
}
