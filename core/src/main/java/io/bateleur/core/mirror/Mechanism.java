package io.bateleur.core.mirror;

/** The four mechanisms by which databases isolate transactions, after Leopard; and the rules by which some of them certify. */
enum Mechanism {
    CONSISTENT_READ("consistent read"),
    MUTUAL_EXCLUSION("mutual exclusion"),
    FIRST_UPDATER_WINS("first updater wins"),
    CERTIFIER("the serialization certifier"),
    DANGEROUS_STRUCTURE("the rule against dangerous structures"),
    OPTIMISTIC_VALIDATION("optimistic validation"),
    TIMESTAMP_ORDER("timestamp order"),
    PERCOLATOR("Percolator's timestamps");

    private final String words;

    Mechanism(String words) {
        this.words = words;
    }

    /** Whether it is how a database keeps its promise, and not the promise. */
    boolean isDeviation() {
        return compareTo(CERTIFIER) > 0;
    }

    static Mechanism of(Profile.Deviation deviation) {
        return valueOf(deviation.name());
    }

    String words() {
        return words;
    }
}
