package io.bateleur.core.model;

import java.util.Optional;

/**
 * One read that no correct database can have answered so.
 *
 * @param reader the transaction that read
 * @param read the operation that read
 * @param key the key that was read: the operation's own, or one of a range
 * @param seen what was read there; of a list, the element that is wrong
 * @param writer whose write shows that it is wrong, where there is one
 */
public record BadRead(
        Anomaly anomaly, Transaction reader, Operation read, Value key, Content seen, Optional<Transaction> writer) {

    /** What happened and why it cannot be, in a sentence. */
    public String sentence() {
        String name = reader.history().names().key(key);
        String saw = seen instanceof Content.Unknown
                ? reader.name() + " found " + name
                : reader.name() + " read " + name + " = " + (seen instanceof Content.Dead ? "nothing" : seen);
        String who = writer.map(Transaction::name).orElse("nobody");
        return switch (anomaly) {
            case UNWRITTEN_READ -> saw + ", which nobody wrote and which was not there at the start";
            case FUTURE_READ -> saw + ", which only " + who + " itself writes, and only later";
            case G1A -> saw + ", which " + who + " wrote; but " + who + " aborted, so that value never came to be";
            case G1B -> saw + ", which " + who + " wrote and then overwrote itself before it ended";
            case DUPLICATE_ELEMENTS -> saw + " twice in one list, though it was appended once";
            case INCOMPATIBLE_ORDER -> saw + ", but " + who + " read the same list in another order";
            case DIRTY_UPDATE -> saw + ", written on top of what " + who + " wrote and aborted";
            case IGNORED_OWN_WRITE -> saw + " although it had written " + name + " itself just before";
            case DUPLICATE_ROW ->
                saw + " and, in the same statement, what it had written itself: one key had two rows in one snapshot";
            default -> saw;
        };
    }

    @Override
    public String toString() {
        return anomaly.title() + ": " + sentence();
    }
}
