package io.bateleur.core.asg;

/** What a read of a key returns after its own transaction has written that key. */
public enum OwnWrites {
    /** The last own write. */
    MUST("must"),
    /** A committed version of somebody else, never the own write. */
    EXTERNAL("external"),
    /** Either of the two. */
    EITHER("either");

    private final String word;

    OwnWrites(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
