package io.bateleur.core.report;

/**
 * One step of a reason, in words.
 *
 * @param depth of a reason within a reason: 0 for those that lead to the claim itself
 * @param text ends like a sentence
 */
public record Sentence(int depth, String text) {
    @Override
    public String toString() {
        return "  ".repeat(depth) + text;
    }
}
