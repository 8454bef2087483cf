package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Narrows a range to the keys whose reads stay in a part, so that it says nothing of the part's other keys.
 *
 * <pre>
 *   scan(a,z)=[b:1,k:2,m:3]    of the part's keys b, g, k, m the read of g must go
 *   =>  scan(a,g)=[b:1] scan(k,z)=[k:2,m:3]
 * </pre>
 *
 * <p>One range, where possible: keys that are not in the part are no obstacle. Where there must be two, the second is now a later
 * operation than the first, and levels that bind later reads (monotonic atomic view) would ask it not to miss what the first has
 * read from, which they did not ask of the one range. So a key goes from later pieces when a transaction installs it that earlier
 * ones may have read from.
 */
final class NarrowedRanges {
    private final Asg asg;
    private final History history;
    private final KeyOrder order;
    private final Selection selection;
    private @Nullable BitSet placesOfPart;

    NarrowedRanges(Asg asg, KeyOrder order, Selection selection) {
        this.asg = asg;
        this.history = asg.history();
        this.order = order;
        this.selection = selection;
    }

    /**
     * A piece of a range.
     *
     * @param keys the keys whose reads it holds
     */
    record Piece(@Nullable Value low, @Nullable Value high, BitSet keys) {}

    /** The pieces of a range that hold the reads that stay, in their order. */
    List<Piece> narrow(int operation) {
        Value low = bound(history.rangeLow(operation));
        Value high = bound(history.rangeHigh(operation));
        int end = high == null ? order.size() : order.firstFrom(high);
        BitSet places = places();
        List<Piece> pieces = new ArrayList<>();
        BitSet sources = new BitSet();
        BitSet piece = new BitSet();
        Value from = low;
        boolean gap = false;
        int place = places.nextSetBit(low == null ? 0 : order.firstFrom(low));
        for (; place >= 0 && place < end; place = places.nextSetBit(place + 1)) {
            int key = order.key(place);
            boolean stays =
                    selection.keysOf(operation).get(key) && (pieces.isEmpty() || !isInstalledByAny(sources, key));
            if (stays) {
                from = gap && piece.isEmpty() ? history.keys().get(key) : from;
                piece.set(key);
            } else {
                gap = true;
                if (!piece.isEmpty()) {
                    pieces.add(new Piece(from, history.keys().get(key), piece));
                    addSources(operation, piece, sources);
                    piece = new BitSet();
                }
            }
        }
        if (!piece.isEmpty()) {
            pieces.add(new Piece(from, high, piece));
        }
        return pieces;
    }

    private BitSet places() {
        BitSet places = placesOfPart;
        if (places == null) {
            places = order.places(selection.keys());
            placesOfPart = places;
        }
        return places;
    }

    private @Nullable Value bound(int value) {
        return value < 0 ? null : history.values().get(value);
    }

    private boolean isInstalledByAny(BitSet transactions, int key) {
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
            if (transactions.get(asg.writeTransaction(asg.writeOfKey(i)))) {
                return true;
            }
        }
        return false;
    }

    /** Adds the transactions that the reads of a piece may have seen. */
    private void addSources(int operation, BitSet piece, BitSet sources) {
        int r = selection.firstReadOf(operation);
        for (; r < asg.readCount() && asg.readOperation(r) == operation; r++) {
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1) && piece.get(asg.readKey(r)); c++) {
                if (asg.candidate(c) >= 0) {
                    sources.set(asg.writeTransaction(asg.candidate(c)));
                }
            }
        }
    }
}
