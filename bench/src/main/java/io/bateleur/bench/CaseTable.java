package io.bateleur.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Cases by themselves, each with its goal. */
final class CaseTable {
    private CaseTable() {}

    static void print(List<Case> cases, Meter meter, Scale scale, PrintStream out) throws IOException {
        Table table = new Table(
                out,
                "what",
                "transactions",
                "keys",
                "level",
                "verdict",
                "seconds",
                "best",
                "peak MB",
                "-Xmx MB",
                "goal",
                "met");
        for (Case each : cases) {
            Measured measured = meter.measure(each);
            table.row(
                    each.what(),
                    Table.number(each.recipe().transactions()),
                    Table.number(each.recipe().keys()),
                    each.level(),
                    measured.answer(),
                    Table.seconds(measured.runs().median()),
                    Table.seconds(measured.runs().best()),
                    Table.optional(measured.megabytes()),
                    each.heapMegabytes(),
                    scale.isFull() ? each.goal() : "-",
                    scale.isFull() ? each.met(measured) : "-");
        }
    }
}
