package io.bateleur.core.model;

/** Why one transaction comes before another. */
public enum EdgeKind {
    WW("ww", "write dependency: installs an earlier version of the key"),
    WR("wr", "read dependency: installed the version that the other read"),
    PWR(
            "pwr",
            "predicate read dependency: installed the dead version for which the other's range did not return the key"),
    RW("rw", "anti-dependency: read a version older than the one that the other installed"),
    PRW("prw", "predicate anti-dependency: its range missed the key that the other brought to life"),
    SO("so", "session order"),
    RT("rt", "real time: had ended before the other began");

    private final String word;
    private final String meaning;

    EdgeKind(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    public String word() {
        return word;
    }

    public String meaning() {
        return meaning;
    }

    public boolean isAnti() {
        return this == RW || this == PRW;
    }
}
