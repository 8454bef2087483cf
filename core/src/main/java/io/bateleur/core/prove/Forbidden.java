package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.report.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which cycles a level forbids: those of edges that it orders transactions by, and those in which a read misses what it must
 * not miss, or a version comes before one that it must follow.
 */
final class Forbidden {
    private static final Set<EdgeKind> READS = EnumSet.of(EdgeKind.WR, EdgeKind.PWR);

    private final World world;
    private final Asg asg;
    private final Rules rules;
    private final Edges edges;

    Forbidden(World world, Edges edges) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
        this.edges = edges;
    }

    boolean isForbidden(List<Step> steps) {
        boolean ordered = rules.perKey() ? isVersionCycle(steps) : isOrderCycle(steps);
        for (int i = 0; i < steps.size() && !ordered; i++) {
            Step last = steps.get(i);
            List<Step> path = new ArrayList<>(steps.subList(i + 1, steps.size()));
            path.addAll(steps.subList(0, i));
            ordered =
                    last.kind().isAnti() && mustSee(path, last) || last.kind() == EdgeKind.WW && mustFollow(path, last);
        }
        return ordered;
    }

    private static boolean isVersionCycle(List<Step> steps) {
        return steps.stream().allMatch(step -> step.kind() == EdgeKind.WW)
                && steps.stream().map(Step::key).distinct().count() == 1;
    }

    /** At each transaction the next step leaves from the point where the last one arrived, or from a later one. */
    private boolean isOrderCycle(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Step next = steps.get((i + 1) % steps.size());
            int at = step.to().number();
            if (!edges.counts(step) || rules.arrives(step.kind(), at) > rules.leaves(next.kind(), at)) {
                return false;
            }
        }
        return true;
    }

    private boolean mustSee(List<Step> path, Step last) {
        return switch (rules.visibility(last.from().number())) {
            case NOTHING, SESSION_WRITE_ORDER -> false;
            case EARLIER_SOURCES -> isRead(path) && hasReadBefore(path.get(0), last, false);
            case SOURCES -> isRead(path);
            case SESSION_AND_SOURCES -> isRead(path) || isSession(path);
            case CAUSES ->
                path.stream()
                        .allMatch(step ->
                                step.kind() != EdgeKind.WW && !step.kind().isAnti() && edges.counts(step));
            case DEPENDENCIES -> path.stream().allMatch(step -> !step.kind().isAnti() && edges.counts(step));
            case SESSION_WRITES -> isSession(path);
            case SESSION_READS ->
                path.get(0).key().equals(last.key())
                        && (isRead(path)
                                ? hasReadBefore(path.get(0), last, true)
                                : isReadThenSession(path) && hasRead(path.get(0), last));
            case READS_BEHIND_WRITES ->
                path.size() >= 2
                        && READS.contains(path.get(path.size() - 1).kind())
                        && isSessionThatRead(path.subList(0, path.size() - 1));
        };
    }

    private boolean mustFollow(List<Step> path, Step last) {
        return switch (rules.visibility(last.from().number())) {
            case SESSION_WRITE_ORDER -> isSession(path);
            case READS_BEHIND_WRITES -> isSessionThatRead(path);
            default -> false;
        };
    }

    private static boolean isRead(List<Step> path) {
        return path.size() == 1 && READS.contains(path.get(0).kind());
    }

    private static boolean isSession(List<Step> path) {
        return path.size() == 1 && path.get(0).kind() == EdgeKind.SO;
    }

    private static boolean isReadThenSession(List<Step> path) {
        return path.size() == 2
                && READS.contains(path.get(0).kind())
                && path.get(1).kind() == EdgeKind.SO;
    }

    private static boolean isSessionThatRead(List<Step> path) {
        return isRead(path) || isReadThenSession(path);
    }

    /** Whether the reader read from the writer by an operation before the one that missed it, the same version if asked. */
    private boolean hasReadBefore(Step read, Step missing, boolean version) {
        int write = writeOf(missing);
        return edges.readsFrom(read).stream()
                .filter(first -> !version || world.source(first) == write)
                .anyMatch(first -> edges.missingReads(missing).stream()
                        .anyMatch(second -> asg.readOperation(first) < asg.readOperation(second)));
    }

    private boolean hasRead(Step read, Step missing) {
        int write = writeOf(missing);
        return edges.readsFrom(read).stream().anyMatch(first -> world.source(first) == write);
    }

    private int writeOf(Step missing) {
        return missing.key()
                .map(key -> world.writeOf(missing.to().number(), key))
                .orElse(-1);
    }
}
