package io.bateleur.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Audits generated and recorded logs of SQL, each in a process of its own, and prints what that took. */
public final class AuditBench {
    private static final int HEAP_MEGABYTES = 1400;
    private static final int BANK = 1_000_000;
    private static final int STREAM = 10_000_000;
    private static final int RECORDED = 100_000;
    private static final int SWEPT = 200_000;

    /** The tables, in the order in which they are printed. */
    public enum Group {
        BANK(
                "Bank, generated: strong snapshot isolation, 8 clients, 1 000 accounts, 20 % only read, half of the others are blind"),
        SWEEPS(
                "Bank, generated: what the audit takes by rows that are used, blind writes, and transactions that only read"),
        WORKLOADS("Recorded on PostgreSQL: every transaction that was tried"),
        STREAM("A bank of ten times the size");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** Its name on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The group with this name. */
        public static Optional<Group> of(String word) {
            return Arrays.stream(values())
                    .filter(group -> group.word().equalsIgnoreCase(word.trim()))
                    .findFirst();
        }
    }

    /**
     * What to measure.
     *
     * @param scale by which numbers of transactions are multiplied
     * @param traces where to keep logs; without, they are gone afterwards
     */
    public record Plan(List<Group> groups, double scale, Optional<Path> traces) {
        public Plan {
            groups = List.copyOf(groups);
            new Scale(scale);
        }
    }

    /** A level of PostgreSQL, and the levels at which its logs are audited. */
    private record Recorded(String isolation, List<String> levels) {
        static final List<Recorded> ALL = List.of(
                new Recorded("serializable", List.of("strict-serializable", "serializable")),
                new Recorded("repeatable-read", List.of("strong-snapshot-isolation")),
                new Recorded("read-committed", List.of("read-committed")));
    }

    private record SqlLoad(String name, int keys) {
        static final List<SqlLoad> ALL = List.of(
                new SqlLoad("bank", 1000),
                new SqlLoad("twitter", 1000),
                new SqlLoad("rubis", 1000),
                new SqlLoad("tpcc", 2));
    }

    private final Plan plan;
    private final PrintStream out;
    private final PrintStream err;

    /** @param err where progress is reported */
    public AuditBench(Plan plan, PrintStream out, PrintStream err) {
        this.plan = plan;
        this.out = out;
        this.err = err;
    }

    /** @param main the class that starts the program */
    public void run(Class<?> main) throws IOException {
        try (Scratch scratch = new Scratch();
                Children children = new Children()) {
            Path traces = plan.traces().orElse(scratch.folder().resolve("traces"));
            Files.createDirectories(traces);
            Program program =
                    Program.of(main, Files.createDirectory(scratch.folder().resolve("program")));
            program.prepare(children);
            AuditMeter meter = new AuditMeter(program, children, scratch.folder(), err);
            for (Group group : plan.groups()) {
                out.println();
                out.println("### " + group.title);
                out.println();
                print(group, meter, traces);
            }
        }
    }

    private void print(Group group, AuditMeter meter, Path traces) throws IOException {
        Table table = new Table(
                out,
                "log",
                "level",
                "transactions",
                "verdict",
                "undecided or not evaluated",
                "CPU s",
                "CPU \u00b5s per transaction",
                "peak MB");
        switch (group) {
            case BANK -> bank(table, meter, traces, "bank", BankLog.of(scaled(BANK)));
            case STREAM -> bank(table, meter, traces, "stream", BankLog.of(scaled(STREAM)));
            case SWEEPS -> sweeps(table, meter, traces);
            case WORKLOADS -> workloads(table, meter, traces);
        }
    }

    private int scaled(int transactions) {
        return (int) Math.max(100, transactions * plan.scale());
    }

    private void bank(Table table, AuditMeter meter, Path traces, String name, BankLog log) throws IOException {
        Path file = traces.resolve(name + "-" + Integer.toHexString(log.hashCode()) + ".jsonl");
        if (!Files.exists(file)) {
            err.println("making " + file.getFileName());
            log.write(file);
        }
        row(table, meter, name, "strong-snapshot-isolation", file);
    }

    private void sweeps(Table table, AuditMeter meter, Path traces) throws IOException {
        int size = scaled(SWEPT);
        for (int accounts : new int[] {2, 10, 100, 400, 700, 1000}) {
            bank(table, meter, traces, accounts / 10.0 + " % of the rows", new BankLog(size, 8, accounts, 0.2, 0, 1));
        }
        for (int blind = 0; blind <= 100; blind += 25) {
            bank(table, meter, traces, blind + " % blind", new BankLog(size, 8, 1000, 0.2, blind / 100.0, 1));
        }
        for (int reads = 0; reads <= 100; reads += 25) {
            bank(table, meter, traces, reads + " % only read", new BankLog(size, 8, 1000, reads / 100.0, 0, 1));
        }
    }

    private void workloads(Table table, AuditMeter meter, Path traces) throws IOException {
        for (SqlLoad load : SqlLoad.ALL) {
            for (Recorded recorded : Recorded.ALL) {
                for (int clients : new int[] {2, 8}) {
                    String name = load.name + ", " + recorded.isolation + ", " + clients + " clients";
                    Path file = traces.resolve(name.replaceAll("[^a-z0-9]+", "-") + ".jsonl");
                    if (!Files.exists(file)) {
                        err.println("recording " + file.getFileName());
                        meter.record(List.of(
                                "run",
                                "postgres",
                                "--form=sql",
                                "--workload=" + load.name,
                                "--keys=" + load.keys,
                                "--isolation=" + recorded.isolation,
                                "--sessions=" + clients,
                                "--transactions=" + scaled(RECORDED),
                                "--check=read-uncommitted",
                                "--trace=" + file));
                    }
                    for (String level : recorded.levels) {
                        row(table, meter, name, level, file);
                    }
                }
            }
        }
    }

    private void row(Table table, AuditMeter meter, String name, String level, Path file) throws IOException {
        AuditMeter.Audited audited = meter.audit(HEAP_MEGABYTES, level, file);
        long transactions = AuditMeter.transactions(file);
        double micros = transactions == 0 ? 0 : audited.cpuSeconds() * 1e6 / transactions;
        table.row(
                name,
                level,
                Table.number(transactions),
                audited.verdict(),
                audited.open(),
                Table.seconds(audited.cpuSeconds()),
                Math.round(micros),
                Table.optional(audited.megabytes()));
    }
}
