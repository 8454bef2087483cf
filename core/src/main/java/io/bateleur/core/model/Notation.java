package io.bateleur.core.model;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How values and operations are spelt in the mini-language and in messages. */
public final class Notation {
    /** The key is not there. */
    public static final String ABSENT = "_";

    /** The answer was not recorded. */
    public static final String UNKNOWN = "?";

    /** Of a key inside a range, not even whether it was there. */
    public static final String UNTOLD = "??";

    /** A range without this bound. */
    public static final String UNBOUNDED = "*";

    private static final Pattern BARE = Pattern.compile("[A-Za-z:/$][A-Za-z0-9_./$-]*");
    private static final Set<String> RESERVED = Set.of("true", "false", "null");

    private Notation() {}

    /** A string: bare where nothing else can be meant, else quoted as in JSON. */
    public static String text(String value) {
        if (BARE.matcher(value).matches() && !RESERVED.contains(value)) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            escape(value.charAt(i), out);
        }
        return out.append('"').toString();
    }

    private static void escape(char c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < ' ') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
        }
    }

    /** An operation in the mini-language, without its times. */
    public static String operation(Operation operation) {
        return operation(operation, Names.AS_WRITTEN);
    }

    static String operation(Operation operation, Names names) {
        return word(operation.kind()) + (operation.isLocking() ? "!" : "") + arguments(operation, names);
    }

    /** The letter of an ending in the mini-language. */
    public static char ending(Ending ending) {
        return switch (ending) {
            case COMMITTED -> 'c';
            case ABORTED -> 'a';
            case UNKNOWN -> 'u';
        };
    }

    private static String word(OpKind kind) {
        return switch (kind) {
            case GET -> "r";
            case PUT -> "w";
            case DELETE -> "d";
            case APPEND -> "a";
            case READ_LIST -> "l";
            case SCAN -> "scan";
            case ITERATE -> "iter";
            case SQL -> "sql";
        };
    }

    private static String arguments(Operation operation, Names names) {
        if (operation.kind().isRangeRead()) {
            return "(" + names.range(operation.low(), operation.high()) + ")=" + items(operation, names)
                    + versions(operation, names);
        }
        if (operation.kind() == OpKind.SQL) {
            String parameters =
                    operation.parameters().stream().map(value -> "," + value).collect(Collectors.joining());
            return "(" + quoted(operation.statement()) + parameters + ")=" + operation.content();
        }
        boolean plainDelete =
                operation.kind() == OpKind.DELETE && operation.content().equals(Content.absent());
        String content = operation.kind() == OpKind.DELETE
                ? operation.content().toString().substring(1)
                : operation.content().toString();
        return "(" + names.key(operation.key()) + (plainDelete ? "" : "," + content) + ")";
    }

    private static String quoted(String statement) {
        String text = text(statement);
        return text.startsWith("\"") ? text : "\"" + text + "\"";
    }

    private static String items(Operation operation, Names names) {
        Stream<String> items = operation.items().stream().map(item -> names.key(item.key()) + ":" + item.content());
        Stream<String> stop = operation.stoppedEarly() ? Stream.of("...") : Stream.empty();
        return Stream.concat(items, stop).collect(Collectors.joining(",", "[", "]"));
    }

    private static String versions(Operation operation, Names names) {
        return operation
                .versionSet()
                .map(versions -> versions.stream()
                        .map(version -> version(version, names))
                        .collect(Collectors.joining(",", "{", "}")))
                .orElse("");
    }

    private static String version(Version version, Names names) {
        return names.key(version.key()) + "@"
                + version.writer().map(names::transaction).orElse(ABSENT);
    }

    /** A span of time in the unit that suits it. */
    public static String duration(long nanos) {
        if (nanos < 10_000) {
            return nanos + " ns";
        }
        if (nanos < 10_000_000) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return nanos < 10_000_000_000L
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    static String bytes(byte[] value) {
        return "x'" + HexFormat.of().formatHex(value) + "'";
    }
}
