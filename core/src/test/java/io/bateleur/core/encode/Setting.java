package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.CheckedPasses;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A history in the mini-language as the encodings see it, by default without any pass, and words for what they say of it. */
final class Setting {
    final Ir ir;
    final Asg asg;
    private final History history;

    Setting(String level, String... lines) {
        this(List.of(), level, lines);
    }

    /** After some passes. */
    Setting(List<Pass> passes, String level, String... lines) {
        this.history = Mini.parse(String.join("\n", lines) + "\n");
        this.asg = AsgBuilder.build(history, OwnWrites.MUST);
        Level asked = level.equals("recorded")
                ? Level.SERIALIZABLE.asRecorded()
                : Level.of(level).orElseThrow();
        this.ir = CheckedPasses.run(IrBuilder.build(asg, asked), passes);
    }

    /** An order of all points by their names; those that are not named come last. */
    int[] order(String names) {
        Map<String, Integer> points = new TreeMap<>();
        for (int p = 0; p < ir.points(); p++) {
            points.put(IrDump.point(ir, p), p);
        }
        List<Integer> order = new ArrayList<>();
        for (String name : names.split(" ")) {
            Integer point = points.remove(name);
            if (point == null) {
                throw new IllegalArgumentException(name + " is none of " + points.keySet());
            }
            order.add(point);
        }
        order.addAll(points.values());
        return order.stream().mapToInt(p -> p).toArray();
    }

    /** Choices by names: transactions that happened, and what open reads saw as {@code T3 x T1}. */
    OrderCheck.Choices choices(String... facts) {
        Set<String> all = new HashSet<>(Arrays.asList(facts));
        return new OrderCheck.Choices() {
            @Override
            public boolean happened(int transaction) {
                return all.contains(name(transaction));
            }

            @Override
            public int source(int read) {
                for (int c = asg.firstCandidate(read); c < asg.firstCandidate(read + 1); c++) {
                    if (all.contains(read(read) + " " + version(asg.candidate(c)))) {
                        return asg.candidate(c);
                    }
                }
                return Ir.OPEN;
            }
        };
    }

    /** {@code T3 x}. */
    String read(int read) {
        return name(asg.readTransaction(read)) + " "
                + history.keys().get(asg.readKey(read)).toString();
    }

    String version(int write) {
        return write == Asg.INITIAL ? "initial" : name(asg.writeTransaction(write));
    }

    String name(int transaction) {
        return history.transactionId(transaction).toString();
    }
}
