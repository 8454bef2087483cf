package io.bateleur.core.mirror;

import io.bateleur.core.mirror.SmallPart.Deed;
import io.bateleur.core.mirror.SmallPart.Member;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Argues each suspicion again on its small part, and groups what is confirmed by its cause. */
final class FindingLog {
    /** Of each group so many are argued again; more of the same are only counted. */
    private static final int ARGUED_MAX = 50;

    private final String trace;
    /** What intervals are widened by at both ends. */
    private final long slack;

    private final Function<Value, Value> rowOf;
    private final Consumer<BrokenMechanism> listener;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long unconfirmed;

    /** Findings with one cause. */
    private static final class Group {
        final BrokenMechanism first;
        final long firstTime;
        long lastTime;
        long count = 1;
        long argued = 1;

        Group(BrokenMechanism first, long time) {
            this.first = first;
            this.firstTime = time;
            this.lastTime = time;
        }
    }

    /** @param listener is given the first finding of each cause */
    FindingLog(String trace, long slack, Function<Value, Value> rowOf, Consumer<BrokenMechanism> listener) {
        this.trace = trace;
        this.slack = slack;
        this.rowOf = rowOf;
        this.listener = listener;
    }

    /** How many suspicions did not stand up: a mistake of ours that nobody was alarmed by. */
    long unconfirmed() {
        return unconfirmed;
    }

    long count() {
        return groups.values().stream().mapToLong(group -> group.count).sum();
    }

    /** What was found, each cause once. */
    List<BrokenMechanism> all() {
        List<BrokenMechanism> all = new ArrayList<>();
        for (Group group : groups.values()) {
            all.add(group.count == 1 ? group.first : repeated(group));
        }
        return all;
    }

    private BrokenMechanism repeated(Group group) {
        BrokenMechanism f = group.first;
        return new BrokenMechanism(
                f.trace(),
                f.mechanism(),
                f.profile(),
                f.title(),
                f.meaning(),
                f.steps(),
                f.culprits(),
                f.part(),
                f.premises(),
                List.of("The same was found " + group.count + " times, first at "
                        + Clock.words(group.firstTime) + " and last at " + Clock.words(group.lastTime)
                        + "."),
                f.severity(),
                f.isFinal());
    }

    /**
     * A suspicion.
     *
     * @param main the transaction that it is about
     * @param isFinal whether nothing that is missing could explain it
     */
    void suspect(
            Mechanism mechanism,
            AnomalyName name,
            Profile profile,
            Value main,
            long time,
            boolean isFinal,
            SmallPart part) {
        String cause = mechanism + " " + profile.name() + " " + name.title().name() + (isFinal ? "" : " provisional");
        Group group = groups.get(cause);
        if (group != null && group.argued >= ARGUED_MAX) {
            group.count++;
            group.lastTime = Math.max(group.lastTime, time);
            return;
        }
        Optional<SmallPart> small = smallest(mechanism, part);
        if (small.isEmpty()) {
            unconfirmed++;
            return;
        }
        if (group != null) {
            group.count++;
            group.argued++;
            group.lastTime = Math.max(group.lastTime, time);
            return;
        }
        BrokenMechanism finding = finding(mechanism, name, profile, main, isFinal, small.get());
        groups.put(cause, new Group(finding, time));
        listener.accept(finding);
    }

    private Optional<SmallPart> smallest(Mechanism mechanism, SmallPart part) {
        History history = PartHistory.of(part, slack);
        if (refute(mechanism, part, history).isEmpty()) {
            return Optional.empty();
        }
        SmallPart small = part;
        for (Member member : part.members()) {
            if (!isNeeded(member, small)) {
                SmallPart less = small.without(member);
                if (refute(mechanism, less, history).isPresent()) {
                    small = less;
                }
            }
        }
        return Optional.of(small);
    }

    private Optional<Retrial.Refutation> refute(Mechanism mechanism, SmallPart part, History history) {
        if (mechanism != Mechanism.MUTUAL_EXCLUSION) {
            // What needs no locks is shorter without them.
            Optional<Retrial.Refutation> why = new Retrial(part, mechanism, false, rowOf, history.names()).refute();
            if (why.isPresent()) {
                return why;
            }
        }
        return new Retrial(part, mechanism, true, rowOf, history.names()).refute();
    }

    /** Whether somebody else read what it wrote, whatever became of it: that is worth showing. */
    private static boolean isNeeded(Member member, SmallPart part) {
        for (Member other : part.members()) {
            for (Deed read : other.deeds()) {
                if (!other.equals(member) && read.isRead() && mayHaveWritten(member, read)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean mayHaveWritten(Member member, Deed read) {
        return member.deeds().stream()
                .anyMatch(deed -> deed.isWrite()
                        && deed.key().equals(read.key())
                        && (read.act() == SmallPart.Act.READ_LIST
                                || deed.content().isEmpty()
                                || deed.content().equals(read.content())));
    }

    private BrokenMechanism finding(
            Mechanism mechanism, AnomalyName name, Profile profile, Value main, boolean isFinal, SmallPart part) {
        History history = PartHistory.of(part, slack);
        Retrial.Refutation why = refute(mechanism, part, history)
                .orElseThrow(() -> new IllegalStateException("a refutation is gone when it is made again"));
        List<Value> culprits = new ArrayList<>(List.of(main));
        part.members().stream().map(Member::id).filter(id -> !id.equals(main)).forEach(culprits::add);
        return new BrokenMechanism(
                trace,
                mechanism.words(),
                profile.name(),
                name.title(),
                name.meaning(),
                Inequalities.sentences(why),
                culprits,
                history,
                Premises.of(profile, mechanism, slack, isFinal),
                List.of(),
                mechanism.isDeviation() ? Severity.DEVIATION : Severity.VIOLATION,
                isFinal);
    }
}
