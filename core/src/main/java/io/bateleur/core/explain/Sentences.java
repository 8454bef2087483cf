package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.explain.Fact.Basis;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a link rests on, for somebody who knows the transactions but not the theory. */
final class Sentences {
    private final World world;
    private final Asg asg;
    private final Rules rules;
    private final Words words;

    Sentences(World world) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
        this.words = new Words(asg);
    }

    String because(Link link) {
        return switch (link.kind()) {
            case WR, PWR -> words.reading(link.to(), link.read()) + fromWhom(link) + conclusion(link);
            case RW, PRW -> missed(link) + conclusion(link) + reason(link, "; ");
            case WW -> inOrder(link) + conclusion(link) + reason(link, ": ");
            case SO ->
                words.name(link.to()) + " comes after " + words.name(link.from()) + " in session "
                        + asg.history().sessionName(asg.history().sessionOf(link.to()));
            case RT ->
                words.name(link.from()) + " had ended at " + rules.ended(link.from()) + ", before "
                        + words.name(link.to()) + " began at " + rules.began(link.to());
            case MODULE -> throw new IllegalStateException("no module takes part in explanations");
        };
    }

    // ---- what was done

    private String fromWhom(Link link) {
        String writer = words.name(link.from());
        int write = asg.writeOf(link.from(), asg.readKey(link.read()));
        if (asg.sawDead(link.read())) {
            return ", which " + writer + " had deleted";
        }
        return words.isAppend(write)
                ? ", of which " + writer + " appended " + words.value(write)
                : ", which " + writer + " wrote";
    }

    private String missed(Link link) {
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

    private String inOrder(Link link) {
        Fact fact = Objects.requireNonNull(link.fact());
        return words.name(link.from()) + " " + words.writing(fact.older()) + " before " + words.name(link.to()) + " "
                + words.writing(fact.newer());
    }

    // ---- what follows from it

    private String conclusion(Link link) {
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
            return ", so " + from + " took its snapshot before " + to + " committed";
        }
        return link.kind() == EdgeKind.WW && points == Points.PREFIX
                ? ", so " + from + " committed before " + to
                : ", so " + from + " committed before " + to + " took its snapshot";
    }

    // ---- how the order of the versions is known

    private String reason(Link link, String dash) {
        Fact fact = Objects.requireNonNull(link.fact());
        if (fact.basis() == Basis.INITIAL) {
            return "";
        }
        String older = writer(fact.older());
        String newer = writer(fact.newer());
        String key = words.key(fact.newer());
        return switch (fact.basis()) {
            case INITIAL -> "";
            case ASSUMED -> " (as assumed)";
            case KNOWN ->
                words.isAppend(fact.newer())
                        ? " (reads of the list " + key + " show this order)"
                        : " (the trace tells the version order of " + key + ")";
            case READ -> " (" + newer + " had read what " + older + " wrote)";
            case SESSION ->
                " (" + newer + " comes after " + older + " in session "
                        + asg.history().sessionName(asg.history().sessionOf(asg.writeTransaction(fact.newer()))) + ")";
            case REAL_TIME -> " (" + older + " had ended before " + newer + " began)";
            case FORCED -> dash + forced(fact, link.kind() == EdgeKind.WW);
        };
    }

    private String forced(Fact fact, boolean isSaid) {
        String older = writer(fact.older());
        String newer = writer(fact.newer());
        List<Link> path = fact.otherwise().subList(0, fact.otherwise().size() - 1);
        Link last = fact.otherwise().get(fact.otherwise().size() - 1);
        String claim = isSaid ? "" : newer + " wrote " + words.key(fact.newer()) + " after " + older + ": ";
        if (!last.kind().isAnti()) {
            return claim + after(path, older, newer + " comes");
        }
        String reader = words.name(last.from());
        String seen = asg.sawDead(last.read())
                ? "found no " + words.key(fact.newer())
                : "read " + words.version(fact.newer()) + " from " + newer;
        return claim + "otherwise " + reader + ", which " + after(path, older, "comes") + " and " + seen
                + ", would have seen that " + older + " " + words.writing(fact.older());
    }

    /** How the end of a path is known to come after its beginning. */
    private String after(List<Link> path, String first, String verb) {
        if (path.size() == 1) {
            Link only = path.get(0);
            if (only.kind() == EdgeKind.WR && verb.equals("comes") && !asg.sawDead(only.read())) {
                return "read " + words.seen(only.read()) + " from " + first;
            }
            if (only.kind() == EdgeKind.SO || only.kind() == EdgeKind.RT) {
                return verb + " after " + first + (only.kind() == EdgeKind.SO ? " in its session" : " in real time");
            }
            return verb + " after " + first;
        }
        return verb + " after " + first + " ("
                + Stream.concat(
                                path.stream().limit(1).map(Link::from),
                                path.stream().map(Link::to))
                        .map(words::name)
                        .collect(Collectors.joining(" -> "))
                + ")";
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
        String reading = words.reading(world.transactionOf(read), read);
        return "Which version did it see when " + reading + "?";
    }

    String saw(int read, int write) {
        if (write != Asg.INITIAL) {
            return "that of " + writer(write);
        }
        boolean known = asg.initialValue(asg.readKey(read)) != History.UNKNOWN;
        return "the initial one" + (known ? "" : ", of which the trace does not tell the value");
    }

    /** Why no version is left that a read can have seen. */
    String noneSeen(int read) {
        return words.reading(world.transactionOf(read), read) + ", and no version is left that holds this"
                + (asg.history().kind(asg.readOperation(read)) == OpKind.SCAN ? " (a version has one content)" : "");
    }
}
