package io.bateleur.core.mirror;

import io.bateleur.core.mirror.SmallPart.Content;
import io.bateleur.core.mirror.SmallPart.Deed;
import io.bateleur.core.mirror.SmallPart.Member;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Names;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Argues a small part again, from nothing but its operations and the rules of its profiles: whether some choice of instants inside the
 * intervals, and of who wrote what was read, keeps all of them. It shares no code with the mechanisms.
 */
final class Retrial {
    private static final int CHECKS_MAX = 6_000;

    private final SmallPart part;
    private final Mechanism mechanism;
    private final boolean locks;
    private final Function<Value, Value> rowOf;
    private final Names names;
    private final Instants instants;
    private final List<Choice> open = new ArrayList<>();
    private final List<Moments> moments = new ArrayList<>();
    /** By transaction and number, when a range was read that is read at one instant. */
    private final Map<List<Object>, Integer> scans = new HashMap<>();

    private int checks;

    /** Why no choice is left. */
    sealed interface Refutation {
        /** Instants around a circle. */
        record Circle(List<Instants.Link> links) implements Refutation {}

        /** Nothing to choose from. */
        record Impossible(String why) implements Refutation {}

        /** Each answer to a question is refuted. */
        record Cases(String question, List<Case> cases) implements Refutation {}

        record Case(String answer, Refutation why) {}
    }

    /** Something of which one option must be true. */
    record Choice(String question, List<Option> options) {}

    record Option(String answer, Runnable links, List<Choice> further) {}

    /**
     * The instants of a transaction.
     *
     * @param did and {@code didNot}: in this order when it committed, in the other when it never did
     */
    record Moments(Member member, String name, int commit, int snapshot, int serial, int did, int didNot) {}

    static final int NONE = -1;

    /**
     * @param mechanism the rules of others are left out: less to read, and to search
     * @param locks whether locks on rows may be argued with
     */
    Retrial(SmallPart part, Mechanism mechanism, boolean locks, Function<Value, Value> rowOf, Names names) {
        this.locks = locks;
        this.part = part;
        this.mechanism = mechanism;
        this.rowOf = rowOf;
        this.names = names;
        this.instants = new Instants(part.times());
    }

    /** The refutation; empty when the part may be right, or when that is too much to find out. */
    Optional<Refutation> refute() {
        for (Member member : part.members()) {
            moments.add(moments(member));
        }
        for (Moments m : mechanism == Mechanism.MUTUAL_EXCLUSION ? List.<Moments>of() : moments) {
            for (int i = 0; i < m.member.deeds().size(); i++) {
                Deed deed = m.member.deeds().get(i);
                if (deed.isRead()
                        && deed.content().isPresent()
                        && m.member.profile().reads() != Profile.Reads.ANY) {
                    Optional<Refutation> impossible = read(m, i, deed);
                    if (impossible.isPresent()) {
                        return impossible;
                    }
                }
            }
        }
        pairs();
        new DeviationRules(mechanism, moments, instants, names, open).add();
        try {
            return search(open);
        } catch (TooMuch e) {
            return Optional.empty();
        }
    }

    private static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMuch() {
            super(null, null, false, false);
        }
    }

    // ---- instants

    private Moments moments(Member member) {
        String name = names.transaction(member.id());
        int commit = instants.instant(name + "'s commit");
        if (member.ending() == Ending.COMMITTED) {
            notBefore(commit, member.end().before(), "was called");
            notAfter(commit, member.end().after(), "was answered");
        } else {
            notBefore(commit, member.end().before(), "was called at the earliest");
        }
        int snapshot = NONE;
        if (member.profile().reads() == Profile.Reads.TRANSACTION
                && member.anchor().isPresent()) {
            snapshot = instants.instant(name + "'s snapshot");
            notBefore(snapshot, member.anchor().get().before(), "was taken at the earliest");
            notAfter(snapshot, member.anchor().get().after(), "was taken");
            instants.order(snapshot, commit, name + " took its snapshot before it committed.");
        }
        int serial = member.profile().certified() && member.ending() == Ending.COMMITTED
                ? instants.instant(name + "'s place in a serial order")
                : NONE;
        boolean unknown = member.ending() == Ending.UNKNOWN;
        int did = unknown ? instants.instant(name + " committing") : NONE;
        int didNot = unknown ? instants.instant(name + " not committing") : NONE;
        return new Moments(member, name, commit, snapshot, serial, did, didNot);
    }

    private void notBefore(int instant, long time, String what) {
        instants.notBefore(instant, time, instants.name(instant) + " " + what + " at " + Clock.words(time) + ".");
    }

    private void notAfter(int instant, long time, String what) {
        instants.notAfter(instant, time, instants.name(instant) + " " + what + " by " + Clock.words(time) + ".");
    }

    // ---- reads

    private Optional<Refutation> read(Moments reader, int index, Deed deed) {
        Profile profile = reader.member.profile();
        if (exempt(reader.member, index, deed)) {
            return Optional.empty();
        }
        Content seen = deed.content().orElseThrow();
        Optional<Deed> own = ownWrite(reader.member, index, deed.key());
        if (own.isPresent()) {
            boolean shown = own.get().content().isEmpty()
                    || lastOf(seen).equals(own.get().content().get());
            return shown
                    ? Optional.empty()
                    : Optional.of(new Refutation.Impossible(
                            reader.name + " wrote " + said(own.get()) + " and then read " + said(deed) + "."));
        }
        int when;
        if (reader.snapshot != NONE && !deed.locking()) {
            when = reader.snapshot;
        } else if (isAtOnce(profile, deed)) {
            when = scans.computeIfAbsent(
                    List.of(reader.member.id(), deed.range()), scan -> instants.instant(reader.name + "'s range read"));
            notBefore(when, deed.at().before(), "was called");
            notAfter(when, deed.at().after(), "was answered");
        } else {
            when = instants.instant(reader.name + "'s read of " + names.key(deed.key()));
            long from = reader.snapshot != NONE
                    ? reader.member.anchor().orElseThrow().before()
                    : deed.at().before();
            notBefore(when, from, "was called");
            notAfter(when, deed.at().after(), "was answered");
        }
        if (profile.time() == Profile.RealTime.NONE) {
            return Optional.empty();
        }
        List<Moments> writers = writers(reader, deed.key());
        if (deed.act() == SmallPart.Act.READ_LIST) {
            Optional<Refutation> part = elements(reader, deed, seen, when, writers);
            if (part.isPresent()) {
                return part;
            }
        }
        List<Option> options = new ArrayList<>();
        String what = reader.name + " read " + said(deed);
        for (Moments writer : writers) {
            Optional<Content> wrote = lastWritten(writer.member, deed.key());
            if (wrote.isEmpty() || lastOf(seen).equals(wrote.get())) {
                options.add(seenFrom(reader, writer, deed, when, writers, what));
            }
        }
        Content initial = part.initial().get(deed.key());
        if (initial == null || lastOf(seen).equals(lastOf(initial)) && isInitialList(seen, initial)) {
            options.add(seenAtFirst(reader, deed, when, writers));
        }
        if (options.isEmpty()) {
            return Optional.of(new Refutation.Impossible(what
                    + ", but no transaction that may have committed wrote that, and it was not there at the start."));
        }
        open.add(new Choice("Who wrote the " + names.key(deed.key()) + " that " + reader.name + " read?", options));
        return Optional.empty();
    }

    private static boolean isAtOnce(Profile profile, Deed deed) {
        return deed.range() > 0
                && !deed.locking()
                && profile.reads() == Profile.Reads.STATEMENT
                && profile.scans() == Profile.Scans.INSTANT;
    }

    /** What a list that only grows says of those who appended to it: those in it in their order, the others not yet. */
    private Optional<Refutation> elements(Moments reader, Deed deed, Content seen, int when, List<Moments> writers) {
        List<Value> list =
                seen.value().orElse(Value.NULL) instanceof Value.Elements elements ? elements.value() : List.of();
        boolean grows = reader.member.profile().keepsAppends()
                && part.members().stream()
                        .flatMap(member -> member.deeds().stream())
                        .noneMatch(other -> other.act() == SmallPart.Act.WRITE
                                && other.key().equals(deed.key()));
        Moments last = null;
        int lastPlace = -1;
        for (Moments writer : grows ? byPlace(writers, deed.key(), list) : List.<Moments>of()) {
            List<Value> own = appended(writer.member, deed.key());
            boolean unique = own.stream().noneMatch(value -> writers.stream()
                    .anyMatch(other -> !other.equals(writer)
                            && appended(other.member, deed.key()).contains(value)));
            boolean known = own.size()
                    == writer.member.deeds().stream()
                            .filter(other -> other.isWrite() && other.key().equals(deed.key()))
                            .count();
            if (!unique || !known) {
                continue;
            }
            long there = own.stream().filter(list::contains).count();
            String what = reader.name + " read " + said(deed);
            if (there == own.size()) {
                String why = what + ", with what " + writer.name + " appended, so " + writer.name + " had committed.";
                instants.order(writer.commit, when, why);
                serial(writer, reader, why);
                did(writer, why);
                int place = list.indexOf(own.get(0));
                if (last != null && lastPlace < place) {
                    String order = what + ", where " + last.name + " comes before " + writer.name + ".";
                    instants.order(last.commit, writer.commit, order);
                    serial(last, writer, order);
                }
                last = writer;
                lastPlace = place;
            } else if (there == 0) {
                open.add(notThere(reader, writer, when, what));
            } else {
                return Optional.of(new Refutation.Impossible(
                        what + ", with some of what " + writer.name + " appended and not all of it."));
            }
        }
        return Optional.empty();
    }

    private Choice notThere(Moments reader, Moments writer, int when, String what) {
        String why = what + ", without what " + writer.name + " appended, so it looked before " + writer.name
                + " committed.";
        List<Option> options = new ArrayList<>();
        options.add(new Option(
                reader.name + " looked before " + writer.name + " committed",
                () -> {
                    instants.order(when, writer.commit, why);
                    serial(reader, writer, why);
                },
                List.of()));
        if (writer.member.ending() == Ending.UNKNOWN) {
            options.add(neverCommitted(writer));
        }
        return new Choice("When did " + writer.name + " commit?", options);
    }

    /** Those whose elements are in a list in their order there, then the others. */
    private static List<Moments> byPlace(List<Moments> writers, Value key, List<Value> list) {
        List<Moments> sorted = new ArrayList<>(writers);
        sorted.sort(Comparator.comparingInt(writer -> appended(writer.member, key).stream()
                .mapToInt(list::indexOf)
                .filter(place -> place >= 0)
                .min()
                .orElse(Integer.MAX_VALUE)));
        return sorted;
    }

    private static List<Value> appended(Member member, Value key) {
        return member.deeds().stream()
                .filter(deed -> deed.act() == SmallPart.Act.APPEND && deed.key().equals(key))
                .flatMap(deed -> deed.content().stream())
                .flatMap(content -> content.value().stream())
                .toList();
    }

    private static boolean isInitialList(Content seen, Content initial) {
        return !(seen.value().orElse(Value.NULL) instanceof Value.Elements)
                || seen.equals(initial)
                || initial.value().isEmpty();
    }

    private boolean exempt(Member member, int index, Deed deed) {
        Profile profile = member.profile();
        if (profile.mayPassOver(deed.locking())
                && deed.content().orElseThrow().value().isEmpty()) {
            return true;
        }
        return profile.exempts(Profile.Exemption.OWN_ROWS)
                && member.deeds().subList(0, index).stream()
                        .anyMatch(other ->
                                other.isWrite() && rowOf.apply(other.key()).equals(rowOf.apply(deed.key())));
    }

    private static Optional<Deed> ownWrite(Member member, int index, Value key) {
        for (int i = index - 1; i >= 0; i--) {
            Deed deed = member.deeds().get(i);
            if (deed.isWrite() && deed.key().equals(key)) {
                return Optional.of(deed);
            }
        }
        return Optional.empty();
    }

    /** What an append would have written: the last element of a list. */
    static Content lastOf(Content content) {
        if (content.value().isPresent() && content.value().get() instanceof Value.Elements list) {
            return list.value().isEmpty()
                    ? Content.NOTHING
                    : new Content(Optional.of(list.value().get(list.value().size() - 1)));
        }
        return content;
    }

    /** Empty when the trace does not tell. */
    static Optional<Content> lastWritten(Member member, Value key) {
        Optional<Content> last = Optional.empty();
        for (Deed deed : member.deeds()) {
            if (deed.isWrite() && deed.key().equals(key)) {
                last = deed.content().map(Retrial::lastOf);
            }
        }
        return last;
    }

    private List<Moments> writers(Moments except, Value key) {
        return moments.stream()
                .filter(m -> !m.equals(except) && m.member.ending() != Ending.ABORTED)
                .filter(m -> m.member.deeds().stream()
                        .anyMatch(deed -> deed.isWrite() && deed.key().equals(key)))
                .toList();
    }

    private Option seenFrom(Moments reader, Moments writer, Deed deed, int when, List<Moments> writers, String what) {
        List<Choice> further = new ArrayList<>();
        for (Moments other : writers) {
            if (!other.equals(writer)) {
                further.add(notSeen(reader, Optional.of(writer), other, deed, when));
            }
        }
        return new Option(
                writer.name + " wrote it",
                () -> {
                    instants.order(
                            writer.commit,
                            when,
                            what + ", which " + writer.name + " wrote, so " + writer.name + " had committed.");
                    serial(writer, reader, what + ", which " + writer.name + " wrote.");
                    did(writer, what + ", so " + writer.name + ", of which no answer is known, did commit.");
                },
                further);
    }

    private void did(Moments writer, String why) {
        if (writer.did != NONE) {
            instants.order(writer.did, writer.didNot, why);
        }
    }

    private Option neverCommitted(Moments writer) {
        return new Option(
                writer.name + " never committed",
                () -> instants.order(writer.didNot, writer.did, writer.name + " never committed, as assumed."),
                List.of());
    }

    private Option seenAtFirst(Moments reader, Deed deed, int when, List<Moments> writers) {
        List<Choice> further = new ArrayList<>();
        for (Moments other : writers) {
            further.add(notSeen(reader, Optional.empty(), other, deed, when));
        }
        return new Option("it was there at the start", () -> {}, further);
    }

    /** Another writer had committed before the one that was seen, or not yet. */
    private Choice notSeen(Moments reader, Optional<Moments> seen, Moments other, Deed deed, int when) {
        String key = names.key(deed.key());
        List<Option> options = new ArrayList<>();
        seen.ifPresent(writer -> options.add(new Option(
                other.name + " committed before " + writer.name,
                () -> {
                    instants.order(
                            other.commit,
                            writer.commit,
                            other.name + " committed " + key + " before " + writer.name + ", as assumed.");
                    serial(other, writer, other.name + " wrote " + key + " before " + writer.name + ".");
                },
                List.of())));
        options.add(new Option(
                reader.name + " looked before " + other.name + " committed",
                () -> {
                    String why = reader.name + " read " + said(deed) + " and not what " + other.name
                            + " wrote, so it looked before " + other.name + " committed.";
                    instants.order(when, other.commit, why);
                    serial(reader, other, why);
                },
                List.of()));
        if (other.member.ending() == Ending.UNKNOWN) {
            options.add(neverCommitted(other));
        }
        return new Choice("When did " + other.name + " commit?", options);
    }

    private void serial(Moments first, Moments second, String why) {
        if (first.serial != NONE && second.serial != NONE && !first.equals(second)) {
            instants.order(first.serial, second.serial, why);
        }
    }

    // ---- writers

    private void pairs() {
        for (int i = 0; i < moments.size(); i++) {
            for (int j = i + 1; j < moments.size(); j++) {
                Moments a = moments.get(i);
                Moments b = moments.get(j);
                if (locks) {
                    locks(a, b);
                }
                if (mechanism == Mechanism.FIRST_UPDATER_WINS) {
                    updates(a, b);
                } else if (mechanism == Mechanism.CERTIFIER || mechanism.isDeviation()) {
                    versions(a, b);
                }
            }
        }
    }

    private static boolean committed(Moments a, Moments b) {
        return a.member.ending() == Ending.COMMITTED && b.member.ending() == Ending.COMMITTED;
    }

    private void updates(Moments a, Moments b) {
        if (!committed(a, b)
                || !a.member.profile().firstUpdaterWins()
                || !b.member.profile().firstUpdaterWins()
                || a.snapshot == NONE
                || b.snapshot == NONE) {
            return;
        }
        commonRow(a.member, b.member, true).ifPresent(key -> {
            if (part.members().stream()
                    .flatMap(member -> member.deeds().stream())
                    .anyMatch(deed -> deed.isWrite()
                            && rowOf.apply(deed.key()).equals(rowOf.apply(key))
                            && deed.content().equals(Optional.of(Content.NOTHING)))) {
                return; // a row that was deleted in between is another one
            }
            String both = a.name + " and " + b.name + " both wrote " + names.key(key) + " and committed, so ";
            open.add(new Choice(
                    "Of " + a.name + " and " + b.name + ", who had committed when the other took its snapshot?",
                    List.of(
                            first(
                                    a.name,
                                    a.commit,
                                    b.snapshot,
                                    both + "the second of them took its snapshot after " + a.name + " committed."),
                            first(
                                    b.name,
                                    b.commit,
                                    a.snapshot,
                                    both + "the second of them took its snapshot after " + b.name + " committed."))));
        });
    }

    private Option first(String answer, int earlier, int later, String why) {
        return new Option(answer, () -> instants.order(earlier, later, why), List.of());
    }

    private Optional<Value> commonRow(Member a, Member b, boolean writes) {
        for (Deed one : a.deeds()) {
            for (Deed other : b.deeds()) {
                boolean both = one.isWrite() && other.isWrite();
                if ((writes ? both : holds(a, one) && holds(b, other) && (one.isWrite() || other.isWrite()))
                        && rowOf.apply(one.key()).equals(rowOf.apply(other.key()))) {
                    return Optional.of(one.key());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Member member, Deed deed) {
        return switch (member.profile().locks()) {
            case NONE -> false;
            case WRITES -> deed.isWrite();
            case READS ->
                deed.isWrite()
                        || deed.isRead()
                                && deed.content().isPresent()
                                && (deed.content().get().value().isPresent()
                                        || member.profile().certified());
        };
    }

    private void locks(Moments a, Moments b) {
        commonRow(a.member, b.member, false).ifPresent(key -> {
            exclude(a, true, b, true, key);
            exclude(a, true, b, false, key);
            exclude(a, false, b, true, key);
        });
    }

    /** A row that one writes is held by nobody else. */
    private void exclude(Moments a, boolean writes, Moments b, boolean otherWrites, Value key) {
        Optional<Deed> first = acquiring(a, writes, key);
        Optional<Deed> other = acquiring(b, otherWrites, key);
        if (first.isEmpty() || other.isEmpty()) {
            return;
        }
        int from = acquired(a, first.get());
        int until = released(a);
        int otherFrom = acquired(b, other.get());
        int otherUntil = released(b);
        String row = names.key(key);
        open.add(new Choice(
                "Who of " + a.name + " and " + b.name + " held " + row + " first?",
                List.of(
                        first(a.name, until, otherFrom, b.name + " got " + row + " after " + a.name + " gave it back."),
                        first(
                                b.name,
                                otherUntil,
                                from,
                                a.name + " got " + row + " after " + b.name + " gave it back."))));
    }

    /** The first operation by which a transaction surely got a row, for itself or shared. */
    private Optional<Deed> acquiring(Moments m, boolean writes, Value key) {
        return m.member.deeds().stream()
                .filter(deed -> deed.isWrite() == writes && sameRow(deed, key) && holds(m.member, deed))
                .findFirst()
                .filter(deed -> m.member.ending() == Ending.COMMITTED
                        || lastSuccess(m.member) >= deed.at().after());
    }

    private int acquired(Moments m, Deed deed) {
        int got = instants.instant("the moment when " + m.name + " got " + names.key(deed.key()));
        notBefore(got, deed.at().before(), "came at the earliest");
        notAfter(got, deed.at().after(), "came");
        return got;
    }

    private boolean sameRow(Deed deed, Value key) {
        return rowOf.apply(deed.key()).equals(rowOf.apply(key));
    }

    private int released(Moments m) {
        if (m.member.ending() == Ending.COMMITTED) {
            return m.commit;
        }
        int gone = instants.instant("the end of " + m.name);
        notBefore(gone, lastSuccess(m.member), "came at the earliest");
        return gone;
    }

    /** When a transaction sent a read that was answered, the last time. */
    private static long lastSuccess(Member member) {
        return member.deeds().stream()
                .filter(deed -> deed.isRead() && deed.content().isPresent())
                .mapToLong(deed -> deed.at().before())
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** Versions of a key come in the order of commits, in the serial order too. */
    private void versions(Moments a, Moments b) {
        if (a.serial == NONE || b.serial == NONE) {
            return;
        }
        for (Deed deed : a.member.deeds()) {
            if (deed.isWrite()
                    && b.member.deeds().stream()
                            .anyMatch(other -> other.isWrite() && other.key().equals(deed.key()))) {
                String key = names.key(deed.key());
                open.add(new Choice(
                        "Who of " + a.name + " and " + b.name + " wrote " + key + " first?",
                        List.of(writtenFirst(a, b, key), writtenFirst(b, a, key))));
                return;
            }
        }
    }

    private Option writtenFirst(Moments a, Moments b, String key) {
        return new Option(
                a.name,
                () -> {
                    instants.order(a.commit, b.commit, a.name + " wrote " + key + " before " + b.name + ".");
                    serial(a, b, a.name + " wrote " + key + " before " + b.name + ".");
                },
                List.of());
    }

    // ---- the search

    private Optional<Refutation> search(List<Choice> choices) {
        List<Instants.Link> circle = contradiction();
        if (!circle.isEmpty()) {
            return Optional.of(new Refutation.Circle(circle));
        }
        if (choices.isEmpty()) {
            return Optional.empty();
        }
        int best = fewest(choices);
        Choice choice = choices.get(best);
        List<Choice> rest = new ArrayList<>(choices);
        rest.remove(best);
        List<Refutation.Case> cases = new ArrayList<>();
        for (Option option : choice.options) {
            int mark = instants.mark();
            option.links.run();
            List<Choice> next = new ArrayList<>(rest);
            next.addAll(option.further);
            Optional<Refutation> why = search(next);
            instants.reset(mark);
            if (why.isEmpty()) {
                return Optional.empty();
            }
            if (doesNotUse(why.get(), mark)) {
                return why;
            }
            cases.add(new Refutation.Case(option.answer, why.get()));
        }
        return Optional.of(
                cases.size() == 1 ? cases.get(0).why() : new Refutation.Cases(choice.question, List.copyOf(cases)));
    }

    /** A refutation that holds whatever is answered need not be shown once for each answer. */
    private boolean doesNotUse(Refutation why, int mark) {
        return why instanceof Refutation.Circle circle
                && circle.links().stream().allMatch(link -> instants.isBelow(link, mark));
    }

    private List<Instants.Link> contradiction() {
        if (++checks > CHECKS_MAX) {
            throw new TooMuch();
        }
        return instants.contradiction();
    }

    /** The choice with the fewest options that are not refuted at once. */
    private int fewest(List<Choice> choices) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < choices.size() && least > 1; i++) {
            int viable = 0;
            for (Option option : choices.get(i).options) {
                int mark = instants.mark();
                option.links.run();
                if (contradiction().isEmpty()) {
                    viable++;
                }
                instants.reset(mark);
            }
            if (viable < least) {
                least = viable;
                best = i;
            }
        }
        return best;
    }

    private String said(Deed deed) {
        String key = names.key(deed.key());
        return deed.content()
                .map(content -> content.value()
                        .map(value -> key + (deed.act() == SmallPart.Act.APPEND ? " + " : " = ") + value)
                        .orElse(key + " as not there"))
                .orElse(key);
    }
}
