package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What passes draw from a history in the mini-language, in words that tests can compare. */
final class Drawn {
    private final Ir before;
    private final Ir after;
    private final Asg asg;
    private final History history;

    private Drawn(Ir before, Ir after) {
        this.before = before;
        this.after = after;
        this.asg = after.asg();
        this.history = asg.history();
    }

    /** By passes, with the checker of IRs between them. */
    static Drawn by(List<Pass> passes, String level, String... lines) {
        History history = Mini.parse(String.join("\n", lines) + "\n");
        Level asked = level.equals("recorded")
                ? Level.SERIALIZABLE.asRecorded()
                : Level.of(level).orElseThrow();
        Ir base = IrBuilder.build(AsgBuilder.build(history, OwnWrites.MUST), asked);
        return new Drawn(base, CheckedPasses.run(base, passes));
    }

    static Drawn by(Pass pass, String level, String... lines) {
        return by(List.of(pass), level, lines);
    }

    Ir ir() {
        return after;
    }

    /** The edges that were not there before: {@code T1 -> T2 overwrites-source}. */
    List<String> edges() {
        List<String> drawn = edges(after);
        edges(before).forEach(drawn::remove);
        return drawn;
    }

    private static List<String> edges(Ir ir) {
        EdgeList edges = ir.edges();
        String[] result = new String[edges.size()];
        for (int p = 0; p < ir.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                String reason = Reason.of(edges.reason(e))
                        .name()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-');
                result[e] = IrDump.point(ir, p) + " -> " + IrDump.point(ir, edges.to(e)) + " " + reason;
            }
        }
        return new ArrayList<>(Arrays.asList(result));
    }

    /** The transactions of the contradiction, in alphabetical order; empty when there is none. */
    List<String> contradiction() {
        return Arrays.stream(after.contradiction())
                .mapToObj(t -> history.transactionId(t).toString())
                .sorted()
                .toList();
    }

    /** {@code T3 x <- T1}, or {@code T3 x <- one of initial T1}; of the reads that several versions explain. */
    List<String> choices() {
        List<String> result = new ArrayList<>();
        for (int r = 0; r < asg.readCount(); r++) {
            if (asg.isSettled(r)) {
                continue;
            }
            StringBuilder text = new StringBuilder()
                    .append(history.transactionId(asg.readTransaction(r)))
                    .append(' ')
                    .append(history.keys().get(asg.readKey(r)))
                    .append(" <-")
                    .append(after.source(r) == Ir.OPEN ? " one of" : "");
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                boolean chosen = after.source(r) == asg.candidate(c);
                if (chosen || after.source(r) == Ir.OPEN && after.isPossible(c)) {
                    text.append(' ').append(version(asg.candidate(c)));
                }
            }
            result.add(text.toString());
        }
        return result;
    }

    private String version(int write) {
        return write == Asg.INITIAL
                ? "initial"
                : history.transactionId(asg.writeTransaction(write)).toString();
    }
}
