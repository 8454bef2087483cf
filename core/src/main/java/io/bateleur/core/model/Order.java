package io.bateleur.core.model;

/** Which order beyond the data itself a level counts as a dependency. */
public enum Order {
    NONE("", ""),
    /** Transactions of one session in their order. */
    SESSION("strong-session-", "-session"),
    /** A transaction that had ended before another began, by the clients' clocks. */
    REAL_TIME("strong-", "-realtime");

    private final String prefix;
    private final String suffix;

    Order(String prefix, String suffix) {
        this.prefix = prefix;
        this.suffix = suffix;
    }

    /** Before the name of a level. */
    public String prefix() {
        return prefix;
    }

    /** After the name of an anomaly that needs such an edge. */
    public String suffix() {
        return suffix;
    }
}
