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

/** A small part as a history, which can be written as a trace that shows the same. */
final class PartHistory {
    private PartHistory() {}

    static History of(SmallPart part) {
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
        part.members().forEach(member -> add(builder, member));
        return builder.build();
    }

    private static void add(HistoryBuilder builder, Member member) {
        int t = builder.begin(builder.session(member.session()), member.id());
        builder.level(t, member.profile().level());
        builder.beginTimes(t, member.begin().before(), member.begin().after());
        for (Deed deed : member.deeds()) {
            int key = builder.keys().intern(deed.key());
            int flags = deed.locking() ? HistoryBuilder.LOCKING : 0;
            int operation = builder.operation(t, kind(deed), key, value(builder, deed), flags);
            builder.times(operation, deed.at().before(), deed.at().after());
        }
        builder.end(t, member.ending());
        long before = member.end().before();
        if (before != Long.MAX_VALUE) {
            boolean answered = member.ending() != Ending.UNKNOWN;
            builder.endTimes(t, before, answered ? member.end().after() : before);
        }
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
