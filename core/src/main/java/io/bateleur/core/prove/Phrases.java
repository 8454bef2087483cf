package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;

/** The small parts of sentences: transactions, keys, and what was read and written. */
final class Phrases {
    private final Asg asg;
    private final History history;

    Phrases(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
    }

    String name(int transaction) {
        return history.transaction(transaction).name();
    }

    String key(int write) {
        return key(history.keys().get(asg.writeKey(write)));
    }

    private String key(Value key) {
        return history.names().key(key);
    }

    boolean isAppend(int write) {
        return history.kind(asg.writeOperation(write)) == OpKind.APPEND;
    }

    /** What was written, without the key. */
    String value(int write) {
        Content content = new Operation(history, asg.writeOperation(write)).content();
        return content instanceof Content.Unknown ? "a value that the trace does not tell" : content.toString();
    }

    /** Such as {@code x = 1}. */
    String version(int write) {
        Content content = new Operation(history, asg.writeOperation(write)).content();
        return content instanceof Content.Unknown ? key(write) + " anew" : key(write) + " = " + content;
    }

    /** Such as {@code wrote x = 1}. */
    String writing(int write) {
        if (asg.isDeadWrite(write)) {
            return "deleted " + key(write);
        }
        return isAppend(write) ? "appended " + value(write) + " to " + key(write) : "wrote " + version(write);
    }

    /** What a read saw, such as {@code x = 1}. */
    String seen(int read) {
        String key = key(history.keys().get(asg.readKey(read)));
        int value = asg.readValue(read);
        if (value == History.UNKNOWN) {
            return key;
        }
        return value < 0 ? "no " + key : key + " = " + history.values().get(value);
    }

    /** Who read what, such as {@code T1 read x = 1} or {@code T1's scan(a,m) did not return x}. */
    String reading(int reader, int read) {
        Operation operation = new Operation(history, asg.readOperation(read));
        if (operation.kind().isRangeRead()) {
            String range = name(reader) + "'s " + range(operation);
            return asg.isPredicateRead(read)
                    ? range + " did not return " + key(history.keys().get(asg.readKey(read)))
                    : range + " returned " + seen(read);
        }
        return name(reader) + (asg.readValue(read) == History.ABSENT ? " found " : " read ") + seen(read);
    }

    private String range(Operation operation) {
        String word = operation.kind() == OpKind.SCAN ? "scan" : "iteration";
        return word + "(" + history.names().range(operation.low(), operation.high()) + ")";
    }
}
