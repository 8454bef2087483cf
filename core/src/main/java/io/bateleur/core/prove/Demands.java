package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.EdgeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What levels demand beyond an order without cycles: which writes a read must not miss, and which versions must follow which.
 * Each demand comes with the steps that lead from the writer to the reader.
 *
 * <pre>
 *   must see:     T2 -> ... -> T3 reads x from w, T2 installs x      =>  T2's x is not newer than w
 *   must follow:  T2 -> ... -> T3, both install x                    =>  T2's x is older than T3's
 * </pre>
 */
final class Demands {
    private final World world;
    private final Asg asg;
    private final Rules rules;
    private final Graph graph;

    Demands(World world, Graph graph) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
        this.graph = graph;
    }

    /** The steps because of which a read must not miss a write, if its level says so. */
    Optional<List<ArgumentEdge>> mustSee(int write, int read) {
        int writer = asg.writeTransaction(write);
        int reader = asg.readTransaction(read);
        return switch (rules.visibility(reader)) {
            case NOTHING, SESSION_WRITE_ORDER -> Optional.empty();
            case EARLIER_SOURCES -> readFrom(writer, reader, asg.readOperation(read));
            case SOURCES -> readFrom(writer, reader, Integer.MAX_VALUE);
            case SESSION_AND_SOURCES ->
                readFrom(writer, reader, Integer.MAX_VALUE).or(() -> session(writer, reader));
            case CAUSES -> path(writer, reader, true);
            case DEPENDENCIES -> path(writer, reader, false);
            case SESSION_WRITES -> session(writer, reader);
            case SESSION_READS -> readEarlier(write, reader, asg.readOperation(read));
            case READS_BEHIND_WRITES -> behindWhatWasSeen(writer, reader);
        };
    }

    /** The steps because of which one version must be older than another, if the level of the latter's writer says so. */
    Optional<List<ArgumentEdge>> mustFollow(int older, int newer) {
        int from = asg.writeTransaction(older);
        int to = asg.writeTransaction(newer);
        Visibility visibility = rules.visibility(to);
        if (visibility == Visibility.SESSION_WRITE_ORDER) {
            return session(from, to);
        }
        return visibility == Visibility.READS_BEHIND_WRITES ? sessionReadFrom(from, to) : Optional.empty();
    }

    private Optional<List<ArgumentEdge>> path(int writer, int reader, boolean causal) {
        return graph.path(
                rules.commit(writer),
                rules.start(reader),
                link -> causal
                        ? link.kind() != EdgeKind.WW && !link.kind().isAnti()
                        : !link.kind().isAnti());
    }

    private Optional<List<ArgumentEdge>> session(int earlier, int later) {
        return rules.sameSessionBefore(earlier, later)
                ? Optional.of(List.of(ArgumentEdge.of(earlier, later, EdgeKind.SO)))
                : Optional.empty();
    }

    /** The reader read from the writer by an operation before the given one. */
    private Optional<List<ArgumentEdge>> readFrom(int writer, int reader, int before) {
        List<List<ArgumentEdge>> found = new ArrayList<>();
        for (int r = asg.firstRead(reader); r < asg.firstRead(reader + 1); r++) {
            if (world.sourceTransaction(r) == writer && asg.readOperation(r) < before) {
                found.add(List.of(readLink(r)));
            }
        }
        return easiest(found);
    }

    /** This very version was read earlier in the reader's session. */
    private Optional<List<ArgumentEdge>> readEarlier(int write, int reader, int before) {
        List<List<ArgumentEdge>> found = new ArrayList<>();
        for (int t = 0; t <= reader; t++) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1) && world.happened(t); r++) {
                boolean earlier = t == reader ? asg.readOperation(r) < before : rules.sameSessionBefore(t, reader);
                if (earlier && world.source(r) == write) {
                    found.add(thenSession(r, t, reader));
                }
            }
        }
        return easiest(found);
    }

    /** The session of a transaction had read from a writer before, or the transaction itself did. */
    private Optional<List<ArgumentEdge>> sessionReadFrom(int writer, int transaction) {
        List<List<ArgumentEdge>> found = new ArrayList<>();
        for (int t = 0; t <= transaction; t++) {
            boolean before = t == transaction || rules.sameSessionBefore(t, transaction);
            for (int r = asg.firstRead(t); before && world.happened(t) && r < asg.firstRead(t + 1); r++) {
                if (world.sourceTransaction(r) == writer && t != writer) {
                    found.add(thenSession(r, t, transaction));
                }
            }
        }
        return easiest(found);
    }

    /** The reader saw a transaction whose session had read from the writer. */
    private Optional<List<ArgumentEdge>> behindWhatWasSeen(int writer, int reader) {
        List<List<ArgumentEdge>> found = new ArrayList<>();
        for (int r = asg.firstRead(reader); r < asg.firstRead(reader + 1); r++) {
            int seen = world.sourceTransaction(r);
            if (seen < 0 || seen == reader) {
                continue;
            }
            ArgumentEdge last = readLink(r);
            sessionReadFrom(writer, seen).ifPresent(links -> {
                List<ArgumentEdge> steps = new ArrayList<>(links);
                steps.add(last);
                found.add(steps);
            });
        }
        return easiest(found);
    }

    private List<ArgumentEdge> thenSession(int read, int reader, int later) {
        ArgumentEdge first = readLink(read);
        return reader == later ? List.of(first) : List.of(first, ArgumentEdge.of(reader, later, EdgeKind.SO));
    }

    private ArgumentEdge readLink(int read) {
        EdgeKind kind = asg.isPredicateRead(read) ? EdgeKind.PWR : EdgeKind.WR;
        return ArgumentEdge.read(world.sourceTransaction(read), asg.readTransaction(read), kind, read);
    }

    private static Optional<List<ArgumentEdge>> easiest(List<List<ArgumentEdge>> found) {
        return found.stream().min(Comparator.comparingLong(ArgumentEdge::cost));
    }
}
