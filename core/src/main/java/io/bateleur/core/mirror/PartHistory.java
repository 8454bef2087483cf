package io.bateleur.core.mirror;

import io.bateleur.core.mirror.SmallPart.Content;
import io.bateleur.core.mirror.SmallPart.Deed;
import io.bateleur.core.mirror.SmallPart.Member;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A small part as a history, which can be written as a trace that shows the same. */
final class PartHistory {
    private PartHistory() {}

    /** @param slack what intervals were widened by at both ends, which is taken back: these are the times of the trace */
    static History of(SmallPart part, long slack) {
        return written(slack == 0 ? part : part.narrowed(slack));
    }

    private static History written(SmallPart part) {
        HistoryBuilder builder = History.builder();
        boolean known = part.members().stream()
                .flatMap(member -> member.deeds().stream())
                .allMatch(deed -> !deed.isRead() || part.initial().containsKey(deed.key()));
        builder.initialState(known ? InitialState.GIVEN : InitialState.UNKNOWN);
        part.initial().forEach((key, content) -> {
            if (content.value().isPresent()) {
                builder.initial(key, content.value().get());
            } else if (!known) {
                builder.initiallyAbsent(key);
            }
        });
        if (!part.members().isEmpty()) {
            builder.about("engine", Value.of(part.members().get(0).profile().system()));
        }
        NavigableSet<Value> keys = new TreeSet<>();
        part.members().forEach(member -> member.deeds().forEach(deed -> keys.add(deed.key())));
        part.members().forEach(member -> add(builder, member, keys));
        return builder.build();
    }

    private static void add(HistoryBuilder builder, Member member, NavigableSet<Value> allKeys) {
        int t = builder.begin(builder.session(member.session()), member.id());
        builder.level(t, member.profile().level());
        if (isKnown(member.begin())) {
            builder.beginTimes(t, member.begin().before(), member.begin().after());
        }
        member.startStamp().ifPresent(stamp -> builder.startTimestamp(t, stamp));
        member.commitStamp().ifPresent(stamp -> builder.commitTimestamp(t, stamp));
        Set<Integer> ranges = new HashSet<>();
        for (Deed deed : member.deeds()) {
            if (deed.range() > 0) {
                if (ranges.add(deed.range())) {
                    range(builder, t, member, deed, allKeys);
                }
                continue;
            }
            int key = builder.keys().intern(deed.key());
            int flags = deed.locking() ? HistoryBuilder.LOCKING : 0;
            int operation = builder.operation(t, kind(deed), key, value(builder, deed), flags);
            if (isKnown(deed.at())) {
                builder.times(operation, deed.at().before(), deed.at().after());
            }
        }
        builder.end(t, member.ending());
        long before = member.end().before();
        if (isKnown(member.end()) && before != Long.MAX_VALUE) {
            boolean answered = member.ending() != Ending.UNKNOWN;
            builder.endTimes(t, before, answered ? member.end().after() : before);
        }
    }

    /** A range read, with those of its keys that matter; nothing is known of others. */
    private static void range(HistoryBuilder builder, int t, Member member, Deed first, NavigableSet<Value> allKeys) {
        NavigableMap<Value, Deed> told = new TreeMap<>();
        member.deeds().stream()
                .filter(deed -> deed.range() == first.range())
                .forEach(deed -> told.put(deed.key(), deed));
        int flags = (first.locking() ? HistoryBuilder.LOCKING : 0) | HistoryBuilder.STOPPED;
        int low = builder.values().intern(told.firstKey());
        int operation = builder.range(t, OpKind.ITERATE, low, History.ABSENT, flags);
        for (Value key : allKeys.subSet(told.firstKey(), true, told.lastKey(), true)) {
            Deed deed = told.get(key);
            int value = deed == null ? History.UNTOLD : value(builder, deed);
            if (value != History.ABSENT) {
                builder.item(builder.keys().intern(key), value, false);
            }
        }
        told.forEach((key, deed) -> {
            if (value(builder, deed) == History.ABSENT) {
                builder.item(builder.keys().intern(key), History.ABSENT, true);
            }
        });
        builder.times(operation, first.at().before(), first.at().after());
    }

    /** What comes before the first time of its session has none. */
    private static boolean isKnown(SmallPart.Span at) {
        return at.before() != History.NO_TIME;
    }

    private static OpKind kind(Deed deed) {
        boolean deletes = deed.isWrite() && deed.content().equals(java.util.Optional.of(Content.NOTHING));
        return switch (deed.act()) {
            case READ, ANCHOR -> OpKind.GET;
            case READ_LIST -> OpKind.READ_LIST;
            case WRITE -> deletes ? OpKind.DELETE : OpKind.PUT;
            case APPEND -> OpKind.APPEND;
        };
    }

    private static int value(HistoryBuilder builder, Deed deed) {
        if (deed.content().isEmpty()) {
            return History.UNKNOWN;
        }
        return deed.content()
                .get()
                .value()
                .map(value -> builder.values().intern(value))
                .orElse(History.ABSENT);
    }
}
