package io.bateleur.core.check;

import java.util.Optional;

/**
 * Decides levels of histories, or leaves them to whoever comes next in the list.
 *
 * @param name what its answer rests on
 */
public record Decider(String name, Rule rule) {
    /** Asks only for those stages that it needs. */
    @FunctionalInterface
    public interface Rule {
        Optional<Decision> decide(Stages stages);
    }

    @Override
    public String toString() {
        return name;
    }
}
