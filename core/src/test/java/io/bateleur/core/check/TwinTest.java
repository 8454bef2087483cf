package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.replay.Replay;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The checker against its brute-force twin: every level, every shape of small histories.
 *
 * <p>More than by default: {@code mvn verify -pl core -Dtest=TwinTest -Dtwin.histories=500000 -Dtwin.levels=8
 * -Dtwin.decisions=true}.
 */
class TwinTest {
    private static final long HISTORIES = Long.getLong("twin.histories", 2_000);
    /** Of each history so many levels, other ones of the next; by default all. */
    private static final int LEVELS = Integer.getInteger("twin.levels", Integer.MAX_VALUE);

    /** Without explanations several times as many histories are compared in the same time. */
    private static final boolean EXPLAINED = !Boolean.getBoolean("twin.decisions");

    private static final long FIRST = Long.getLong("twin.first", 0);
    /** After so many histories with differences there is enough to look at. */
    private static final int DIFFERENCES_MAX = 5;

    /** What transactions are held to that do not carry a level of their own, in histories where others do. */
    private static final List<Level> MIXED = List.of(
            Level.SERIALIZABLE.asRecorded(), Level.SNAPSHOT_ISOLATION.asRecorded(), Level.READ_COMMITTED.asRecorded());

    private final Checker checker = new Checker();
    private final List<String> differences = new ArrayList<>();

    @Test
    void theCheckerAgreesWithItsTwin() {
        List<Shape> shapes = Shape.all();
        for (long i = FIRST; i < FIRST + HISTORIES && differences.size() < DIFFERENCES_MAX; i++) {
            compare(i / shapes.size(), shapes.get((int) (i % shapes.size())));
        }
        assertThat(differences).isEmpty();
    }

    private void compare(long seed, Shape shape) {
        History history = SmallHistories.random(seed, shape);
        List<Level> levels = new ArrayList<>(Level.all());
        if (history.hasLevels()) {
            levels.addAll(MIXED);
        }
        levels.removeIf(level -> !history.hasTimes() && needsTimes(level, history));
        Collections.rotate(levels, (int) (seed % levels.size()) * 7);
        levels.subList(Math.min(levels.size(), LEVELS), levels.size()).clear();
        Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
        levels.removeIf(
                level -> !asg.gaps().isEmpty() || Undecidable.of(asg, level).isPresent());
        Twin.Answer answer = Twin.ask(history, levels, OwnWrites.MUST);
        StringBuilder wrong = new StringBuilder();
        for (Level level : levels) {
            String expected = answer.holding().contains(level) ? "holds" : "violated";
            String found = EXPLAINED ? said(checker.check(history, level, Budget.unlimited())) : decided(asg, level);
            if (isDefined(level, history, answer) && !found.equals(expected)) {
                String name = level
                        + (level.mixed() ? ", by default " + level.criterion().word() : "");
                wrong.append("%s: the twin says %s, the checker %s%n".formatted(name, expected, found));
            }
        }
        if (!wrong.isEmpty()) {
            differences.add("%nshape %s, seed %d%n%s%s".formatted(shape, seed, Mini.print(history), wrong));
        }
    }

    private static String decided(Asg asg, Level level) {
        Decision decision = new Checker()
                .without(Deciders.SESSION_ORDER_FIRST)
                .stages(asg, level, Budget.unlimited())
                .decision();
        return decision instanceof Decision.Holds holds
                ? Replay.flaw(asg, level, holds.witness()).orElse("holds")
                : decision instanceof Decision.Refused ? "violated" : "gave up";
    }

    private static boolean needsTimes(Level level, History history) {
        return IntStream.range(0, history.transactionCount())
                .anyMatch(t -> level.of(history, t).needsTimes());
    }

    /**
     * Whether the definitions tell what should come out. They take a version order for granted: what to make of one that lists
     * contradict is the checker's own decision, which {@link FixedVerdictsTest} holds it to.
     */
    private static boolean isDefined(Level level, History history, Twin.Answer answer) {
        return answer.resolvable() || level.criterion().reads() && !level.mixed() && !hasOrdersOfLists(history);
    }

    private static boolean hasOrdersOfLists(History history) {
        return IntStream.range(0, history.operationCount())
                .filter(o -> history.kind(o) == OpKind.APPEND)
                .anyMatch(o -> history.versionOrder(history.key(o)) != null);
    }

    private static String said(Verdict verdict) {
        return verdict instanceof Verdict.Undecided undecided
                ? verdict.word() + ", " + undecided.reason()
                : verdict.word();
    }
}
