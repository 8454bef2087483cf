package io.bateleur.core.check;

import io.bateleur.core.model.Level;

/**
 * Wherever one level holds another does too.
 *
 * @param when of which histories this is true
 * @param because a proof in a line, or where to find it
 */
public record Implication(Level stronger, Level weaker, Circumstance when, String because) {
    @Override
    public String toString() {
        return stronger + " implies " + weaker + " " + when.words() + ": " + because;
    }
}
