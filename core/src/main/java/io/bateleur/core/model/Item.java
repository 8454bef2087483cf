package io.bateleur.core.model;

/** One key of a range and what was seen there; a dead one is there only when the database returns tombstones. */
public record Item(Value key, Content content) {
    @Override
    public String toString() {
        return key + ":" + content;
    }
}
