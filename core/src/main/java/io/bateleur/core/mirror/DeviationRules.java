package io.bateleur.core.mirror;

import io.bateleur.core.mirror.Retrial.Choice;
import io.bateleur.core.mirror.Retrial.Moments;
import io.bateleur.core.mirror.Retrial.Option;
import io.bateleur.core.mirror.SmallPart.Deed;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Names;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the rule of a mechanism says of a small part, as choices of which one must be true. */
final class DeviationRules {
    private final Mechanism mechanism;
    private final List<Moments> moments;
    private final Instants instants;
    private final Names names;
    private final List<Choice> open;

    DeviationRules(Mechanism mechanism, List<Moments> moments, Instants instants, Names names, List<Choice> open) {
        this.mechanism = mechanism;
        this.moments = moments.stream()
                .filter(m -> m.member().ending() == Ending.COMMITTED)
                .toList();
        this.instants = instants;
        this.names = names;
        this.open = open;
    }

    void add() {
        switch (mechanism) {
            case DANGEROUS_STRUCTURE -> structures();
            case OPTIMISTIC_VALIDATION -> validations();
            case TIMESTAMP_ORDER -> stamps(false);
            case PERCOLATOR -> stamps(true);
            default -> {}
        }
    }

    /** A read of a key that somebody else wrote, where what was read is not what that one wrote. */
    private record Missed(Moments reader, Deed read, Moments writer) {}

    private List<Missed> missed() {
        List<Missed> all = new ArrayList<>();
        for (Moments reader : moments) {
            for (Deed read : reader.member().deeds()) {
                for (Moments writer : moments) {
                    Optional<SmallPart.Content> wrote = Retrial.lastWritten(writer.member(), read.key());
                    boolean other = read.isRead()
                            && read.content().isPresent()
                            && !writer.equals(reader)
                            && wrote.isPresent()
                            && !wrote.get().equals(Retrial.lastOf(read.content().get()));
                    if (other) {
                        all.add(new Missed(reader, read, writer));
                    }
                }
            }
        }
        return all;
    }

    /** What would explain that a read missed a write although it came later: the version that it saw is newer. */
    private List<Option> newer(Missed missed) {
        List<Option> options = new ArrayList<>();
        for (Moments writer : moments) {
            boolean wrote = !writer.equals(missed.writer)
                    && !writer.equals(missed.reader)
                    && Retrial.lastWritten(writer.member(), missed.read.key())
                            .equals(missed.read.content().map(Retrial::lastOf));
            if (wrote) {
                options.add(first(
                        missed.writer,
                        missed.writer.commit(),
                        writer.commit(),
                        "Say " + missed.writer.name() + " committed " + names.key(missed.read.key()) + " before "
                                + writer.name() + "."));
            }
        }
        return options;
    }

    private static String said(Missed missed) {
        return missed.reader.name() + " had not seen what " + missed.writer.name() + " wrote";
    }

    private Option first(Moments who, int earlier, int later, String why) {
        return new Option(who.name(), () -> instants.order(earlier, later, why), List.of());
    }

    // ---- PostgreSQL

    private void structures() {
        List<Missed> all = missed();
        for (Missed one : all) {
            for (Missed two : all) {
                if (one.writer.equals(two.reader) && !one.reader.equals(two.writer)) {
                    structure(one, two);
                }
            }
        }
    }

    private void structure(Missed one, Missed two) {
        Moments a = one.reader;
        Moments b = one.writer;
        Moments c = two.writer;
        if (a.snapshot() == Retrial.NONE || b.snapshot() == Retrial.NONE) {
            return;
        }
        String pattern = said(one) + ", and " + said(two) + ": ";
        List<Option> options = new ArrayList<>();
        options.addAll(newer(one));
        options.addAll(newer(two));
        options.add(first(
                a, a.commit(), c.commit(), pattern + "allowed if " + a.name() + " committed before " + c.name() + "."));
        options.add(first(
                b, b.commit(), c.commit(), pattern + "allowed if " + b.name() + " committed before " + c.name() + "."));
        options.add(first(
                a,
                a.commit(),
                b.snapshot(),
                pattern + "allowed if " + a.name() + " committed before " + b.name() + " took its snapshot."));
        if (a.member().deeds().stream().noneMatch(Deed::isWrite)) {
            options.add(first(
                    a,
                    a.snapshot(),
                    c.commit(),
                    pattern + "allowed if " + a.name() + ", which wrote nothing, took its snapshot before " + c.name()
                            + " committed."));
        }
        open.add(new Choice("What of " + a.name() + ", " + b.name() + " and " + c.name() + " came first?", options));
    }

    // ---- optimistic validation

    private void validations() {
        for (Missed missed : missed()) {
            if (missed.reader.member().deeds().stream().noneMatch(Deed::isWrite)) {
                continue;
            }
            List<Option> options = new ArrayList<>(newer(missed));
            options.add(first(
                    missed.reader,
                    missed.reader.commit(),
                    missed.writer.commit(),
                    said(missed) + " to " + names.key(missed.read.key()) + ", so it was validated before "
                            + missed.writer.name() + " committed."));
            open.add(new Choice("When was " + missed.reader.name() + " validated?", options));
        }
    }

    // ---- timestamps

    /** @param snapshots whether snapshots are taken at start timestamps, or only commits are in their order */
    private void stamps(boolean snapshots) {
        for (Moments one : moments) {
            for (Moments two : moments) {
                if (one.equals(two)) {
                    continue;
                }
                if (snapshots) {
                    sees(one, two);
                } else if (isBefore(one.member().commitStamp(), two.member().commitStamp())
                        && one.serial() != Retrial.NONE
                        && two.serial() != Retrial.NONE) {
                    instants.order(
                            one.serial(),
                            two.serial(),
                            one.name() + "'s commit timestamp is smaller than " + two.name() + "'s.");
                }
            }
        }
        if (snapshots) {
            for (int i = 0; i < moments.size(); i++) {
                for (int j = i + 1; j < moments.size(); j++) {
                    writers(moments.get(i), moments.get(j));
                }
            }
        }
    }

    private static boolean isBefore(Optional<Timestamp> a, Optional<Timestamp> b) {
        return a.isPresent() && b.isPresent() && a.get().compareTo(b.get()) < 0;
    }

    private void sees(Moments writer, Moments reader) {
        if (reader.snapshot() == Retrial.NONE) {
            return;
        }
        if (isBefore(writer.member().commitStamp(), reader.member().startStamp())) {
            instants.order(
                    writer.commit(),
                    reader.snapshot(),
                    writer.name() + "'s commit timestamp is smaller than " + reader.name() + "'s start timestamp.");
        } else if (isBefore(reader.member().startStamp(), writer.member().commitStamp())) {
            instants.order(
                    reader.snapshot(),
                    writer.commit(),
                    reader.name() + "'s start timestamp is smaller than " + writer.name() + "'s commit timestamp.");
        }
    }

    private void writers(Moments a, Moments b) {
        Optional<Value> key = a.member().deeds().stream()
                .filter(Deed::isWrite)
                .map(Deed::key)
                .filter(each -> Retrial.lastWritten(b.member(), each).isPresent())
                .findFirst();
        if (key.isEmpty() || a.snapshot() == Retrial.NONE || b.snapshot() == Retrial.NONE) {
            return;
        }
        String both = a.name() + " and " + b.name() + " both wrote " + names.key(key.get()) + ", so ";
        open.add(new Choice(
                "Of " + a.name() + " and " + b.name() + ", who had committed when the other started?",
                List.of(
                        first(
                                a,
                                a.commit(),
                                b.snapshot(),
                                both + b.name() + " started after " + a.name() + " committed."),
                        first(
                                b,
                                b.commit(),
                                a.snapshot(),
                                both + a.name() + " started after " + b.name() + " committed."))));
    }
}
