package io.bateleur.core.model;

import java.util.Optional;

/** The version of a key that a transaction installed; without a writer it is the initial one. */
public record Version(Value key, Optional<Value> writer) {
    @Override
    public String toString() {
        return key + "@" + writer.map(Value::toString).orElse(Notation.ABSENT);
    }
}
