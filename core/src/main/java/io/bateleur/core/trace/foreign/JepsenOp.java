package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.BadInputException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One operation map of a Jepsen history while it is read; its fields come in any order. */
final class JepsenOp {
    /** In place of a time or an index: there is none. */
    static final long NONE = Long.MIN_VALUE;

    /** What an operation map says of its transaction. */
    enum Type {
        INVOKE,
        OK,
        FAIL,
        INFO;

        static Optional<Type> of(String word) {
            return switch (word) {
                case "invoke" -> Optional.of(INVOKE);
                case "ok" -> Optional.of(OK);
                case "fail" -> Optional.of(FAIL);
                case "info" -> Optional.of(INFO);
                default -> Optional.empty();
            };
        }

        static Type of(Ending ending) {
            return switch (ending) {
                case COMMITTED -> OK;
                case ABORTED -> FAIL;
                case UNKNOWN -> INFO;
            };
        }

        Ending ending() {
            return switch (this) {
                case OK -> Ending.COMMITTED;
                case FAIL -> Ending.ABORTED;
                case INVOKE, INFO -> Ending.UNKNOWN;
            };
        }
    }

    @Nullable
    Type type;

    /** False when the process is no integer, such as {@code :nemesis}. */
    boolean byClient;

    /** Histories of a single client may leave it out. */
    long process;

    /** False when {@code :f} is there and is something else. */
    boolean isTransaction;

    long time;
    long index;
    boolean hasValue;
    /** Its operations: a read of nil is a get of {@code ABSENT}, what has no value has {@code UNKNOWN}. */
    final OpColumns ops = new OpColumns();

    private @Nullable BadInputException problem;

    /** Starts the next operation map. */
    void clear() {
        type = null;
        byClient = true;
        process = 0;
        isTransaction = true;
        time = NONE;
        index = NONE;
        hasValue = false;
        ops.clear();
        problem = null;
    }

    /** Whether the fields so far do not rule out that this is a transaction. */
    boolean isWanted() {
        return byClient && isTransaction;
    }

    /** Something that is wrong with the value if this turns out to be a transaction; the first one is kept. */
    void wrong(BadInputException found) {
        if (problem == null) {
            problem = found;
        }
    }

    /** Throws what was wrong with the value. */
    void requireSound() throws IOException {
        if (problem != null) {
            throw problem;
        }
    }

    /** The kind of an operation by its name in the trace, or null. */
    static @Nullable OpKind kind(String word) {
        return switch (word) {
            case "r" -> OpKind.GET;
            case "w" -> OpKind.PUT;
            case "append" -> OpKind.APPEND;
            default -> null;
        };
    }
}
