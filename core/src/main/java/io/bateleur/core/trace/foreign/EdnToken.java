package io.bateleur.core.trace.foreign;

/** What {@link EdnReader} finds next. */
enum EdnToken {
    MAP("a map"),
    VECTOR("a vector"),
    LIST("a list"),
    SET("a set"),
    /** The end of the innermost collection. */
    CLOSE("the end of the collection"),
    NIL("nil"),
    TRUE("true"),
    FALSE("false"),
    /** An integer that fits 64 bits. */
    INTEGER("an integer"),
    /** A number of any other kind. */
    NUMBER("a number"),
    STRING("a string"),
    CHARACTER("a character"),
    KEYWORD("a keyword"),
    SYMBOL("a symbol"),
    /** The end of the file. */
    END("the end of the file");

    private final String words;

    EdnToken(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    boolean isCollection() {
        return ordinal() < CLOSE.ordinal();
    }
}
