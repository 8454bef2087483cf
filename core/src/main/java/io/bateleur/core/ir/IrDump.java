package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.model.History;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes an IR as text, a line for each thing. The form is described in docs/dumps.md. */
public final class IrDump {
    private final Ir ir;
    private final Asg asg;
    private final History history;
    private final Appendable out;

    private IrDump(Ir ir, Appendable out) {
        this.ir = ir;
        this.asg = ir.asg();
        this.history = asg.history();
        this.out = out;
    }

    public static void write(Ir ir, Appendable out) throws IOException {
        new IrDump(ir, out).write();
    }

    private void write() throws IOException {
        line("ir: %s, %d points, %d edges, %d conditional, %d chains, %d of %d reads settled"
                .formatted(
                        ir.level(),
                        ir.points(),
                        ir.edges().size(),
                        ir.conditional().size(),
                        ir.chains().count(),
                        ir.settledReads(),
                        asg.readCount()));
        if (ir.isContradictory()) {
            StringBuilder names = new StringBuilder("contradiction");
            for (int t : ir.contradiction()) {
                names.append(' ').append(history.transactionId(t));
            }
            line(names.toString());
        }
        points();
        for (int r = 0; r < asg.readCount(); r++) {
            line(AsgDump.read(asg, r) + demands(ir.demands(r)) + " <-" + source(r));
        }
        edges();
        superpositions();
    }

    private void line(String text) throws IOException {
        out.append(text).append('\n');
    }

    private void points() throws IOException {
        int[] chain = ir.chains().chain();
        int[] place = ir.chains().place();
        for (int p = 0; p < ir.points(); p++) {
            String level =
                    ir.level().mixed() && ir.transactionAt(p) >= 0 ? " at " + ir.levelOf(ir.transactionAt(p)) : "";
            String where = p >= chain.length || chain[p] < 0 ? "" : " chain " + chain[p] + " place " + place[p];
            line("point " + p + " " + point(ir, p) + level + where);
        }
    }

    private void edges() throws IOException {
        EdgeList edges = ir.edges();
        int[] from = new int[edges.size()];
        for (int p = 0; p < ir.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                from[e] = p;
            }
        }
        for (int e = 0; e < from.length; e++) {
            line("edge " + point(ir, from[e]) + " -> " + point(ir, edges.to(e)) + " " + reason(edges.reason(e)));
        }
        for (ConditionalEdge edge : ir.conditional()) {
            String both = edge.first() == edge.second()
                    ? history.transactionId(edge.first()).toString()
                    : history.transactionId(edge.first()) + " and " + history.transactionId(edge.second());
            line("edge " + point(ir, edge.from()) + " -> " + point(ir, edge.to()) + " " + word(edge.reason()) + " if "
                    + both);
        }
    }

    private void superpositions() throws IOException {
        Superpositions open = ir.superpositions();
        for (int i = 0; i < open.possibilities().size(); i++) {
            StringBuilder text = new StringBuilder("possibility p" + i);
            for (int[] edge : open.possibilities().get(i)) {
                text.append(' ').append(point(ir, edge[0])).append("->").append(point(ir, edge[1]));
            }
            line(text.toString());
        }
        for (List<Integer> set : open.exactlyOne()) {
            line("exactly-one" + set.stream().map(i -> " p" + i).collect(Collectors.joining()));
        }
        for (int[] clause : open.expressions()) {
            line("any-of"
                    + Arrays.stream(clause)
                            .mapToObj(literal -> literal > 0 ? " p" + (literal - 1) : " not-p" + (-literal - 1))
                            .collect(Collectors.joining()));
        }
    }

    /** A point as dumps tell it: a transaction, its start or commit where these are two, a tick of real time or a milestone. */
    public static String point(Ir ir, int point) {
        int t = ir.transactionAt(point);
        if (t < 0) {
            int[] chain = ir.chains().chain();
            return (point < chain.length && chain[point] < 0 ? "milestone" : "tick") + point;
        }
        String name = ir.asg().history().transactionId(t).toString();
        return ir.start(t) == ir.commit(t) ? name : name + (ir.start(t) == point ? ".start" : ".commit");
    }

    /** Why an edge is there, as dumps tell it: a word and, where one is behind it, the read, write or known order. */
    public static String reason(int packed) {
        Reason reason = Reason.of(packed);
        String word = word(reason);
        return switch (reason) {
            case WITHIN, SESSION, REAL_TIME -> word;
            case READS_FROM, MUST_PRECEDE_SOURCE, OVERWRITES_SOURCE, VISIBLE -> word + " r" + Reason.read(packed);
            case NO_OVERLAP -> word + " w" + Reason.read(packed);
            case KNOWN_VERSIONS, EXTENSION -> word + " " + Reason.read(packed);
        };
    }

    private static String word(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String demands(int bits) {
        return ((bits & Ir.COUNTS) != 0 ? " counts" : "")
                + ((bits & Ir.ANTI) != 0 ? " anti" : "")
                + ((bits & Ir.ONLY_LIVE) != 0 ? " only-live" : "")
                + ((bits & Ir.SEES_ALL) != 0 ? " sees-all" : "");
    }

    private String source(int read) {
        if (ir.source(read) != Ir.OPEN) {
            return " " + AsgDump.version(ir.source(read));
        }
        StringBuilder possible = new StringBuilder(" one of");
        for (int c = asg.firstCandidate(read); c < asg.firstCandidate(read + 1); c++) {
            if (ir.isPossible(c)) {
                possible.append(' ').append(AsgDump.version(asg.candidate(c)));
            }
        }
        return possible.toString();
    }
}
