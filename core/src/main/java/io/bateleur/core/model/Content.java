package io.bateleur.core.model;

import java.util.Optional;

/** What a version of a key holds: what a write put there, or what a read saw there. */
public sealed interface Content {

    /** A value. */
    record Live(Value value) implements Content {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** Nothing: the key was never inserted, or was deleted; some databases tell by which tombstone. */
    record Dead(Optional<Value> tombstone) implements Content {
        @Override
        public String toString() {
            return Notation.ABSENT + tombstone.map(Value::toString).orElse("");
        }
    }

    /** Something that the trace does not tell, such as the answer of a read whose transaction failed. */
    record Unknown() implements Content {
        @Override
        public String toString() {
            return Notation.UNKNOWN;
        }
    }

    /** Of a key inside a range: not even whether it was there. */
    record Untold() implements Content {
        @Override
        public String toString() {
            return Notation.UNTOLD;
        }
    }

    static Content live(Value value) {
        return new Live(value);
    }

    static Content absent() {
        return new Dead(Optional.empty());
    }

    static Content tombstone(Value value) {
        return new Dead(Optional.of(value));
    }

    static Content unknown() {
        return new Unknown();
    }

    static Content untold() {
        return new Untold();
    }
}
