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
    IGNORED_OWN_WRITE("internal", "own write ignored", "axiom INT: Cerone, Bernardi and Gotsman 2015"),
    DUPLICATE_ROW(
            "duplicate-row",
            "two rows of one key in one snapshot: delete and re-insert",
            "a snapshot has one version of each item: Berenson et al. 1995"),
    DUPLICATE_ELEMENTS("duplicate-elements", "one read shows an element twice", "Kingsbury and Alvaro 2020 (Elle)"),
    INCOMPATIBLE_ORDER(
            "incompatible-order",
            "two reads of a list of which neither begins with the other",
            "Kingsbury and Alvaro 2020 (Elle)"),
    DIRTY_UPDATE("dirty-update", "a committed write on top of an aborted one", "Kingsbury and Alvaro 2020 (Elle)"),

    G0("G0", "write cycle (dirty write)", "Adya 1999"),
    G1C("G1c", "circular information flow", "Adya 1999"),
    LOST_UPDATE(
            "lost-update", "two transactions replace the same version", "Berenson et al. 1995; G-cursor: Adya 1999"),
    FRACTURED_READ("fractured-read", "part of a transaction is seen and part is missed", "Bailis et al. 2014 (RAMP)"),
    G_SINGLE_ITEM("G-single-item", "read skew", "Adya 1999"),
    G_SINGLE("G-single", "read skew through a range", "Adya 1999"),
    G_NONADJACENT_ITEM("G-nonadjacent-item", "long fork", "Kingsbury and Alvaro 2020 (Elle); Cerone et al. 2015"),
    G_NONADJACENT("G-nonadjacent", "long fork through a range", "Kingsbury and Alvaro 2020 (Elle)"),
    G2_ITEM("G2-item", "write skew", "Adya 1999; Berenson et al. 1995"),
    G2("G2", "write skew through a range (phantom)", "Adya 1999"),
    CAUSALITY("causality-violation", "an effect is seen without its cause", "Biswas and Enea 2019"),
    MISSED_OWN_WRITE("MYR", "a session misses its own earlier write", "Bailis et al. 2014 (HAT)"),
    NON_MONOTONIC_READS("N-MR", "a session reads an older version after a newer one", "Bailis et al. 2014 (HAT)"),
    NON_MONOTONIC_WRITES("N-MW", "versions against the order of their session", "Bailis et al. 2014 (HAT)"),
    MISSING_CAUSE_OF_WRITE("MRWD", "a write is seen without what was read before it", "Bailis et al. 2014 (HAT)"),
    /** A refusal that no cycle of the history's own edges shows, such as one that an extension asks for. */
    EXTENSION("extension", "a rule of an extension is broken", "the extension");

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
