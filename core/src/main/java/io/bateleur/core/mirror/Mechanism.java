package io.bateleur.core.mirror;

/** The four mechanisms by which databases isolate transactions, after Leopard. */
enum Mechanism {
    CONSISTENT_READ("consistent read"),
    MUTUAL_EXCLUSION("mutual exclusion"),
    FIRST_UPDATER_WINS("first updater wins"),
    CERTIFIER("the serialization certifier");

    private final String words;

    Mechanism(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
