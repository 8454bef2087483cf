package io.bateleur.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the tables on checking: one group after the other, each with a heading. */
public final class CheckBench {
    /** The tables, in the order in which they are printed. */
    public enum Group {
        MAIN("Histories of correct stores", "As many reads as blind writes, 24 sessions, unique values, no times."),
        HARD(
                "Hard shapes",
                "What leaves more open. A check may give up after 30 seconds, and then says what was missing."),
        AXIOMATIC("Axiomatic levels", "50 sessions, as Plume's text."),
        LISTS("Lists", "1 000 lists at a time of up to 64 elements."),
        GENERAL("Deletes, scans and iterations", "The mixes of Boomslang's appendix."),
        VIOLATING(
                "Violating histories",
                "Beside an accepting history of the same shape. Late faults: one read near the end returns an old value."),
        GROWTH("Growth", "Ten transactions a key; seconds of the whole command."),
        ABLATION(
                "What each part is good for",
                "In one warm process, from the graph of versions to an answer; at most 60 seconds each.");

        private final String title;
        private final String about;

        Group(String title, String about) {
            this.title = title;
            this.about = about;
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
     * @param scale by which numbers of transactions and keys are multiplied
     * @param traces where to keep histories; without, they are gone afterwards
     * @param plot where to draw the growth
     */
    public record Plan(List<Group> groups, int runs, double scale, Optional<Path> traces, Optional<Path> plot) {
        public Plan {
            if (runs < 1) {
                throw new IllegalArgumentException("runs: " + runs + " is less than 1");
            }
            if (plot.isPresent() && !groups.contains(Group.GROWTH)) {
                throw new IllegalArgumentException("a plot shows growth, which is not among the groups");
            }
            groups = List.copyOf(groups);
            new Scale(scale);
        }
    }

    private final Plan plan;
    private final Scale scale;
    private final Cases cases;
    private final PrintStream out;
    private final PrintStream err;

    /** @param err where progress is reported */
    public CheckBench(Plan plan, PrintStream out, PrintStream err) {
        this.plan = plan;
        this.scale = new Scale(plan.scale());
        this.cases = new Cases(scale);
        this.out = out;
        this.err = err;
    }

    /**
     * Measures.
     *
     * @param main the class that starts the program
     * @return rows whose verdict was not the right one, in words
     */
    public List<String> run(Class<?> main) throws IOException {
        try (Scratch scratch = new Scratch();
                Children children = new Children()) {
            Path traces = plan.traces().orElse(scratch.folder().resolve("traces"));
            Program program =
                    Program.of(main, Files.createDirectory(scratch.folder().resolve("program")));
            program.prepare(children);
            Meter meter = new Meter(program, children, traces, scratch.folder(), plan.runs(), err);
            header(program);
            for (Group group : plan.groups()) {
                out.println();
                out.println("### " + group.title);
                out.println();
                out.println(group.about);
                out.println();
                print(group, meter);
            }
            return new ArrayList<>(meter.surprises());
        }
    }

    private void header(Program program) {
        out.println(
                "8 operations a transaction; transactions that commit are counted, those that the store aborted are in the"
                        + " traces too. Seconds are the median of " + plan.runs()
                        + (plan.runs() == 1 ? " run" : " runs") + " of the whole command, "
                        + (program.launched() ? "by the launcher" : "by java -jar, without the launcher") + "; Java "
                        + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors() + " processors"
                        + (scale.isFull()
                                ? "."
                                : "; a try at scale " + plan.scale() + ", for which the goals are not meant."));
    }

    private void print(Group group, Meter meter) throws IOException {
        switch (group) {
            case MAIN -> CaseTable.print(cases.main(), meter, scale, out);
            case HARD -> CaseTable.print(cases.hard(), meter, scale, out);
            case AXIOMATIC -> CaseTable.print(cases.axiomatic(), meter, scale, out);
            case LISTS -> CaseTable.print(cases.lists(), meter, scale, out);
            case GENERAL -> CaseTable.print(cases.general(), meter, scale, out);
            case VIOLATING -> new Violating(cases, meter, scale, out).print();
            case GROWTH -> growth(meter);
            case ABLATION -> new Ablation(cases, scale, plan.runs(), out, err).print();
        }
    }

    private void growth(Meter meter) throws IOException {
        LogPlot plot = Growth.print(cases, meter, out);
        if (plan.plot().isPresent()) {
            Files.writeString(plan.plot().get(), plot.svg());
        }
    }
}
