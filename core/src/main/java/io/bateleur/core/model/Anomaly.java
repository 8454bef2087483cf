package io.bateleur.core.model;

/** What can be wrong with a history, by the name that the literature gives it. */
public enum Anomaly {
    //             name              in words                 source
    UNWRITTEN_READ("unwritten-read", "read of a value that nobody wrote", "thin-air read: Biswas and Enea 2019"),
    FUTURE_READ(
            "future-read",
            "read of a value that its transaction writes only later",
            "Kingsbury and Alvaro 2020 (Elle)"),
    G1A("G1a", "aborted read", "Adya 1999"),
    G1B("G1b", "intermediate read", "Adya 1999"),
    IGNORED_OWN_WRITE("internal", "own write ignored", "axiom INT: Cerone, Bernardi and Gotsman 2015");

    private final String title;
    private final String words;
    private final String source;

    Anomaly(String title, String words, String source) {
        this.title = title;
        this.words = words;
        this.source = source;
    }

    /** The name by which it is known. */
    public String title() {
        return title;
    }

    /** What it is, in a few words. */
    public String words() {
        return words;
    }

    /** Where it is defined. */
    public String source() {
        return source;
    }
}
