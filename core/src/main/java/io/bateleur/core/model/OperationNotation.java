package io.bateleur.core.model;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Operations as the mini-language spells them, without their times: {@code r(x,1)}, {@code scan(a,m)=[b:1]}. */
public final class OperationNotation {
    private OperationNotation() {}

    public static String of(Operation operation) {
        return word(operation.kind()) + (operation.isLocking() ? "!" : "") + arguments(operation);
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

    private static String arguments(Operation operation) {
        if (operation.kind().isRangeRead()) {
            return "(" + bound(operation.low()) + "," + bound(operation.high()) + ")=" + items(operation)
                    + versions(operation);
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
        return "(" + operation.key() + (plainDelete ? "" : "," + content) + ")";
    }

    private static String quoted(String statement) {
        String text = Notation.text(statement);
        return text.startsWith("\"") ? text : "\"" + text + "\"";
    }

    private static String bound(Optional<Value> bound) {
        return bound.map(Value::toString).orElse(Notation.UNBOUNDED);
    }

    private static String items(Operation operation) {
        Stream<String> items = operation.items().stream().map(Object::toString);
        Stream<String> stop = operation.stoppedEarly() ? Stream.of("...") : Stream.empty();
        return Stream.concat(items, stop).collect(Collectors.joining(",", "[", "]"));
    }

    private static String versions(Operation operation) {
        return operation
                .versionSet()
                .map(versions -> versions.stream().map(Object::toString).collect(Collectors.joining(",", "{", "}")))
                .orElse("");
    }
}
