package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Notation;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a link rests on, for somebody who knows the transactions but not the theory. */
final class Sentences {
    private final World world;
    private final Asg asg;
    private final Rules rules;
    private final Phrases words;

    Sentences(World world) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
        this.words = new Phrases(asg);
    }

    String because(ArgumentEdge link) {
        return switch (link.kind()) {
            case WR, PWR -> words.reading(link.to(), link.read()) + fromWhom(link) + conclusion(link);
            case RW, PRW -> missed(link) + shortReason(link) + conclusion(link) + longReason(link, "; ");
            case WW -> inOrder(link) + shortReason(link) + conclusion(link) + longReason(link, ": ");
            case SO ->
                words.name(link.to()) + " comes after " + words.name(link.from()) + " in session "
                        + asg.history().sessionName(asg.history().sessionOf(link.to()));
            case RT ->
                words.name(link.from()) + " had ended "
                        + Notation.duration(rules.began(link.to()) - rules.ended(link.from())) + " before "
                        + words.name(link.to()) + " began";
        };
    }

    // ---- what was done

    private String fromWhom(ArgumentEdge link) {
        String writer = words.name(link.from());
        int write = asg.writeOf(link.from(), asg.readKey(link.read()));
        if (asg.sawDead(link.read())) {
            return ", which " + writer + " had deleted";
        }
        return words.isAppend(write)
                ? ", of which " + writer + " appended " + words.value(write)
                : ", which " + writer + " wrote";
    }

    private String missed(ArgumentEdge link) {
        Fact fact = Objects.requireNonNull(link.fact());
        String writer = words.name(link.to());
        int write = fact.newer();
        boolean nothing = asg.sawDead(link.read());
        String seen = words.reading(link.from(), link.read()) + from(fact.older(), link.read());
        if (asg.isDeadWrite(write)) {
            return seen + ", but " + writer + " deleted " + (nothing ? words.key(write) + " after that" : "it");
        }
        if (words.isAppend(write)) {
            return seen + ", but " + writer + " appended " + words.value(write);
        }
        return seen + ", but " + writer + (nothing ? " wrote " : " overwrote it with ") + words.version(write);
    }

    private String from(int write, int read) {
        if (write == Asg.INITIAL) {
            return asg.sawDead(read) ? "" : " as it was at the start";
        }
        String writer = words.name(asg.writeTransaction(write));
        return asg.sawDead(read) ? " (" + writer + " had deleted it)" : " from " + writer;
    }

    private String inOrder(ArgumentEdge link) {
        Fact fact = Objects.requireNonNull(link.fact());
        return words.name(link.from()) + " " + words.writing(fact.older()) + " before " + words.name(link.to()) + " "
                + words.writing(fact.newer());
    }

    // ---- what follows from it

    private String conclusion(ArgumentEdge link) {
        String from = words.name(link.from());
        String to = words.name(link.to());
        boolean anti = link.kind().isAnti();
        if (anti && !rules.antiIsEdge(link.from(), link.read())) {
            return ", so " + from + " missed it";
        }
        if (rules.perKey()) {
            return "";
        }
        Points points = rules.criterion(anti ? link.from() : link.to()).points();
        if (points == Points.ONE) {
            return link.kind() == EdgeKind.WW ? "" : ", so " + from + " comes before " + to;
        }
        if (anti) {
            return ", so " + from + " started before " + to + " committed";
        }
        return link.kind() == EdgeKind.WW && points == Points.PREFIX
                ? ", so " + from + " committed before " + to
                : ", so " + from + " committed before " + to + " started";
    }

    // ---- how the order of the versions is known

    private String shortReason(ArgumentEdge link) {
        Fact fact = Objects.requireNonNull(link.fact());
        return switch (fact.basis()) {
            case INITIAL, FORCED -> "";
            case ASSUMED -> " (as assumed)";
            case KNOWN ->
                asg.history().versionOrder(asg.writeKey(fact.newer())) == null
                        ? " (reads of the list show this order)"
                        : " (the trace tells the order of the versions)";
            case READ -> " (having read what " + writer(fact.older()) + " wrote)";
            case SESSION ->
                " (later than " + writer(fact.older()) + " in session "
                        + asg.history().sessionName(asg.history().sessionOf(asg.writeTransaction(fact.newer()))) + ")";
            case REAL_TIME -> " (after " + writer(fact.older()) + " had ended)";
        };
    }

    private String longReason(ArgumentEdge link, String dash) {
        Fact fact = Objects.requireNonNull(link.fact());
        return fact.isForced() ? dash + forced(fact, link.kind() == EdgeKind.WW) : "";
    }

    private String forced(Fact fact, boolean isSaid) {
        String older = writer(fact.older());
        String newer = writer(fact.newer());
        List<ArgumentEdge> path = fact.otherwise().subList(0, fact.otherwise().size() - 1);
        ArgumentEdge last = fact.otherwise().get(fact.otherwise().size() - 1);
        String claim = isSaid ? "" : newer + " wrote " + words.key(fact.newer()) + " after " + older + ": ";
        if (!last.kind().isAnti()) {
            return claim + newer + " " + after(path);
        }
        String reader = words.name(last.from());
        String seen = asg.sawDead(last.read())
                ? "found no " + words.key(fact.newer())
                : "read " + words.version(fact.newer()) + " from " + newer;
        return claim + "otherwise " + reader + ", which " + after(path) + " and " + seen + ", would have seen that "
                + older + " " + words.writing(fact.older());
    }

    /** Of the end of a path, how it is known to come after the beginning. */
    private String after(List<ArgumentEdge> path) {
        ArgumentEdge link = path.get(0);
        String first = words.name(link.from());
        if (path.size() > 1) {
            return "comes after " + first + " ("
                    + Stream.concat(Stream.of(link.from()), path.stream().map(ArgumentEdge::to))
                            .map(words::name)
                            .collect(Collectors.joining(" -> "))
                    + ")";
        }
        return switch (link.kind()) {
            case WR -> (asg.sawDead(link.read()) ? "found " : "read ") + words.seen(link.read()) + " from " + first;
            case WW -> {
                Fact fact = Objects.requireNonNull(link.fact());
                yield words.writing(fact.newer()) + " after " + first + shortReason(link);
            }
            case RW, PRW -> {
                Fact fact = Objects.requireNonNull(link.fact());
                yield words.writing(fact.newer()) + " after " + words.reading(link.from(), link.read());
            }
            case SO -> "comes after " + first + " in its session";
            case RT -> "began after " + first + " had ended";
            case PWR -> "comes after " + first;
        };
    }

    private String writer(int write) {
        return words.name(asg.writeTransaction(write));
    }

    // ---- questions and answers

    String whichFirst(int a, int b) {
        return "Which of " + writer(a) + " and " + writer(b) + " wrote " + words.key(a) + " first?";
    }

    String wroteFirst(int first) {
        return writer(first) + " wrote " + words.key(first) + " first";
    }

    String whichSeen(int read) {
        int reader = asg.readTransaction(read);
        return asg.sawDead(read)
                ? "Why is it that " + words.reading(reader, read) + "?"
                : "Who wrote what " + words.name(reader) + " read as " + words.seen(read) + "?";
    }

    String saw(int read, int write) {
        if (write == Asg.INITIAL) {
            return "it was so at the start";
        }
        return writer(write) + (asg.sawDead(read) ? " had deleted it" : " wrote it");
    }

    /** Why no version is left that a read can have seen: a version whose content is not told has one content all the same. */
    String noneSeen(int read) {
        StringBuilder text = new StringBuilder(words.reading(asg.readTransaction(read), read))
                .append(", and no version is left that can have held this");
        for (int other = 0; other < asg.readCount(); other++) {
            boolean same = asg.readKey(other) == asg.readKey(read)
                    && world.happened(asg.readTransaction(other))
                    && world.source(other) != World.OPEN
                    && isCandidate(world.source(other), read);
            if (same && other != read) {
                boolean initial = world.source(other) == Asg.INITIAL;
                text.append(": ")
                        .append(words.reading(asg.readTransaction(other), other))
                        .append(
                                initial
                                        ? " as it was at the start"
                                        : " as " + writer(world.source(other)) + " wrote it");
                break;
            }
        }
        return text.toString();
    }

    private boolean isCandidate(int write, int read) {
        for (int i = asg.firstCandidate(read); i < asg.firstCandidate(read + 1); i++) {
            if (asg.candidate(i) == write) {
                return true;
            }
        }
        return false;
    }
}
