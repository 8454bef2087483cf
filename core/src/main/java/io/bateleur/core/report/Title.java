package io.bateleur.core.report;

/**
 * What something wrong is called.
 *
 * @param name from the literature where there is one, such as {@code G2-item}
 * @param words the same in a few words, such as "write skew"
 * @param source who defined it
 */
public record Title(String name, String words, String source) {
    /** Both, such as {@code G2-item: write skew}. */
    @Override
    public String toString() {
        return name + ": " + words;
    }
}
