package io.bateleur.core.trace;

/** What no honest trace exceeds; a file that does gets an error with a place instead of all the memory. */
public final class Limits {
    /** The longest string, symbol or keyword. */
    public static final int TEXT_BYTES_MAX = 16 << 20;

    /** The longest number: reading one takes time quadratic in its length. */
    public static final int NUMBER_DIGITS_MAX = 1000;

    /** How deep lists may be nested in each other. */
    public static final int NESTING_MAX = 100;

    private Limits() {}
}
