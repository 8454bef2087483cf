package io.bateleur.core.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the transactions of a workload do: how many of a hundred operations are of which kind.
 *
 * <p>The mixes are those of Boomslang (appendix A.5) and of Cobra (BlindW) where they have one. A read-modify-write counts as
 * one operation and makes two calls; so does a delete that looks first.
 */
public enum SimMix {
    /** As many reads as blind writes. */
    BLINDW_RW("blindw-rw", "50 get, 50 put"),
    /** Mostly blind writes. */
    BLINDW_WM("blindw-wm", "20 get, 80 put"),
    /** Mostly reads. */
    BLINDW_RM("blindw-rm", "90 get, 10 put"),
    /** Nearly only blind writes: few reads tell which version came first. */
    BLINDW_W90("blindw-w90", "10 get, 90 put"),
    /** Appends to lists, and reads of them. */
    LIST_APPEND("list-append", "50 append, 50 read-list"),
    /** Reads and read-modify-writes: every write follows a read of its key, so the order of versions can be seen. */
    RMW("rmw", "50 get, 50 modify"),
    /** Reads, writes, deletes, scans, iterations and read-modify-writes. */
    RANDOM_BENCH("random-bench", "25 get, 25 put, 5 delete, 10 scan, 10 iterate, 25 modify"),
    /** The same with more scans and no iterations. */
    RANDOM_RANGE("random-range", "25 get, 25 put, 5 delete, 20 scan, 25 modify"),
    /** Every kind of operation, locking reads and lists too. */
    ALL(
            "all",
            "14 get, 14 put, 4 delete, 8 look-and-delete, 8 scan, 8 iterate, 14 modify, "
                    + "4 locking-get, 4 lock-and-modify, 11 append, 11 read-list");

    /** What one operation of a mix does. */
    enum Action {
        GET,
        PUT,
        DELETE,
        SCAN,
        ITERATE,
        MODIFY,
        APPEND,
        READ_LIST,
        LOCKING_GET,
        LOCK_AND_MODIFY,
        LOOK_AND_DELETE;

        boolean isOnList() {
            return this == APPEND || this == READ_LIST;
        }

        /** What reads as much as this one and writes nothing. */
        Action asRead() {
            return switch (this) {
                case GET, READ_LIST, SCAN, ITERATE, LOCKING_GET -> this;
                case PUT, DELETE, MODIFY, LOCK_AND_MODIFY, LOOK_AND_DELETE -> GET;
                case APPEND -> READ_LIST;
            };
        }
    }

    private static final String BLINDW = "blindw";

    private final String word;
    private final List<Action> hundred;

    SimMix(String word, String shares) {
        this.word = word;
        List<Action> actions = new ArrayList<>();
        for (String share : shares.split(", ", -1)) {
            String[] countAndName = share.split(" ", 2);
            String name = countAndName[1].replace('-', '_').toUpperCase(Locale.ROOT);
            actions.addAll(Collections.nCopies(Integer.parseInt(countAndName[0]), Action.valueOf(name)));
        }
        this.hundred = List.copyOf(actions);
    }

    /** The name of this mix on the command line. */
    public String word() {
        return word;
    }

    /** The mix with this word, in upper or lower case; {@code blindw} is {@link #BLINDW_RW}. */
    public static Optional<SimMix> of(String word) {
        if (word.equalsIgnoreCase(BLINDW)) {
            return Optional.of(BLINDW_RW);
        }
        return Arrays.stream(values())
                .filter(mix -> mix.word.equalsIgnoreCase(word))
                .findFirst();
    }

    Action draw(Dice dice) {
        return hundred.get(dice.below(hundred.size()));
    }

    boolean hasLists() {
        return hundred.contains(Action.APPEND);
    }

    boolean hasRegisters() {
        return hundred.stream().anyMatch(action -> !action.isOnList());
    }
}
