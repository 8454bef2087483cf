package io.bateleur.core.mirror;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A few transactions with some of what they did, that are wrong by themselves: whatever the rest of the trace did can only add to what
 * must hold. Who may have written what a read of the part saw is in the part, too.
 *
 * @param initial by key, what it held before all of them; a key that is missing held something unknown
 */
record SmallPart(List<Member> members, Map<Value, Content> initial) {
    SmallPart {
        members = List.copyOf(members);
        initial = new TreeMap<>(initial);
    }

    /** What a key held: nothing, a value, or a list. */
    record Content(Optional<Value> value) {
        static final Content NOTHING = new Content(Optional.empty());
    }

    /** When something was called and answered; an answer may never have come. */
    record Span(long before, long after) {
        private Span narrowed(long slack) {
            if (before == Long.MIN_VALUE || after == Long.MAX_VALUE) {
                return before == Long.MIN_VALUE || before == Long.MAX_VALUE ? this : new Span(before + slack, after);
            }
            return after - before < 2 * slack ? this : new Span(before + slack, after - slack);
        }
    }

    enum Act {
        READ,
        READ_LIST,
        WRITE,
        APPEND,
        /** Took the snapshot, whatever else it did. */
        ANCHOR
    }

    /**
     * One operation on one key.
     *
     * @param content what was read or written; empty when the trace does not tell
     * @param locking whether a read took a lock
     * @param range which range read of its transaction a read belongs to, or 0
     */
    record Deed(Act act, Value key, Optional<Content> content, boolean locking, int range, Span at) {
        boolean isWrite() {
            return act == Act.WRITE || act == Act.APPEND;
        }

        boolean isRead() {
            return act == Act.READ || act == Act.READ_LIST;
        }
    }

    /**
     * One transaction.
     *
     * @param row of a key: the rows that it wrote are what it locked
     */
    record Member(
            Value id,
            Value session,
            Profile profile,
            Span begin,
            Span end,
            Ending ending,
            Optional<Span> anchor,
            Optional<Timestamp> startStamp,
            Optional<Timestamp> commitStamp,
            List<Deed> deeds) {
        Member {
            deeds = List.copyOf(deeds);
        }

        private Member narrowed(long slack) {
            return new Member(
                    id,
                    session,
                    profile,
                    begin.narrowed(slack),
                    end.narrowed(slack),
                    ending,
                    anchor.map(span -> span.narrowed(slack)),
                    startStamp,
                    commitStamp,
                    deeds.stream()
                            .map(deed -> new Deed(
                                    deed.act,
                                    deed.key,
                                    deed.content,
                                    deed.locking,
                                    deed.range,
                                    deed.at.narrowed(slack)))
                            .toList());
        }

        private LongStream times() {
            return Stream.of(
                            Stream.of(begin, end),
                            anchor.stream(),
                            deeds.stream().map(Deed::at))
                    .flatMap(spans -> spans)
                    .flatMapToLong(span -> LongStream.of(span.before, span.after));
        }
    }

    /** All times in it. */
    LongStream times() {
        return members.stream().flatMapToLong(Member::times);
    }

    /** With intervals that are shorter at both ends, where they are long enough. */
    SmallPart narrowed(long slack) {
        return new SmallPart(
                members.stream().map(member -> member.narrowed(slack)).toList(), initial);
    }

    SmallPart without(Member member) {
        List<Member> rest = new ArrayList<>(members);
        rest.remove(member);
        return new SmallPart(rest, initial);
    }
}
