package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Single changes that may remove a violation: each is tried by analysing the changed application again. */
public final class Repairs {
    private final Application application;
    private final LevelPlan plan;
    private final RobustnessAnalysis.Limits limits;
    private final Set<List<String>> before;

    /** A change. @param helps whether the violation is gone and no other cycle of programs has come */
    public record Repair(String words, boolean helps) {}

    public Repairs(Application application, LevelPlan plan, RobustnessAnalysis.Limits limits) {
        this.application = application;
        this.plan = plan;
        this.limits = limits;
        this.before = new RobustnessAnalysis(application, plan, limits).open();
    }

    /** The smallest changes first. */
    public List<Repair> of(Violation violation) {
        List<Repair> all = new ArrayList<>();
        Set<Integer> lines = new LinkedHashSet<>();
        violation.arrows().stream()
                .filter(arrow -> arrow.kind().equals("RW"))
                .forEach(arrow -> lines.add(arrow.fromLine()));
        for (TransactionProgram program : violation.ring().stream().distinct().toList()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.Read read
                        && lines.contains(read.line())
                        && plan.timed()
                        && isLockable(read)) {
                    all.add(tried(
                            violation,
                            "line " + read.line() + ": add FOR UPDATE",
                            changed(program, read, Repairs::locked),
                            plan));
                }
            }
        }
        levels(violation, all);
        return all;
    }

    private void levels(Violation violation, List<Repair> all) {
        List<TransactionProgram> ring = violation.ring().stream().distinct().toList();
        if (!plan.timed()) {
            for (int i = 0; i < ring.size(); i++) {
                for (int j = i; j < ring.size(); j++) {
                    Application.Pair pair =
                            new Application.Pair(ring.get(i).name(), ring.get(j).name());
                    all.add(tried(violation, "make the pair " + pair + " serializable", application, plan.with(pair)));
                }
            }
            return;
        }
        LevelPlan together = plan;
        for (TransactionProgram program : ring) {
            EngineLevel own = plan.level(program);
            for (EngineLevel level : EngineLevel.values()) {
                boolean higher = level.engine() == own.engine()
                        && level.compareTo(own) > 0
                        && level.firstCommitterWins() | level.isSerializable();
                if (higher) {
                    all.add(tried(
                            violation,
                            "run " + program.name() + " at " + level.words(),
                            application,
                            plan.with(program.name(), level)));
                    together = level.isSerializable() ? together.with(program.name(), level) : together;
                }
            }
        }
        if (ring.size() > 1) {
            String names = String.join(
                    ", ", ring.stream().map(TransactionProgram::name).toList());
            all.add(tried(violation, "run " + names + " at SERIALIZABLE", application, together));
        }
    }

    private static boolean isLockable(Instruction.Read read) {
        return read.lock() == RowLock.NONE && read.sources().size() == 1 && !read.aggregated();
    }

    private static Instruction locked(Instruction instruction) {
        Instruction.Read read = (Instruction.Read) instruction;
        return new Instruction.Read(
                read.id(),
                read.line(),
                read.text(),
                read.sources(),
                read.outputs(),
                read.into(),
                read.intoSet(),
                read.where(),
                read.order(),
                read.single(),
                read.grouped(),
                RowLock.UPDATE,
                read.whole());
    }

    private Application changed(TransactionProgram program, Instruction what, UnaryOperator<Instruction> change) {
        List<TransactionProgram> programs = new ArrayList<>();
        for (TransactionProgram each : application.programs()) {
            programs.add(each.equals(program) ? each.withBody(body(each.body(), what, change)) : each);
        }
        return application.withPrograms(programs);
    }

    private static List<Instruction> body(List<Instruction> body, Instruction what, UnaryOperator<Instruction> change) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction each : body) {
            if (each.equals(what)) {
                all.add(change.apply(each));
            } else if (each instanceof Instruction.If choice) {
                all.add(new Instruction.If(
                        choice.id(),
                        choice.line(),
                        choice.condition(),
                        body(choice.then(), what, change),
                        body(choice.otherwise(), what, change)));
            } else if (each instanceof Instruction.ForEach loop) {
                all.add(new Instruction.ForEach(
                        loop.id(),
                        loop.line(),
                        loop.variable(),
                        loop.query(),
                        loop.set(),
                        body(loop.body(), what, change)));
            } else {
                all.add(each);
            }
        }
        return all;
    }

    private Repair tried(Violation violation, String words, Application changed, LevelPlan with) {
        Set<List<String>> after = new RobustnessAnalysis(changed, with, limits).open();
        List<String> ring =
                violation.ring().stream().map(TransactionProgram::name).toList();
        return new Repair(words, before.containsAll(after) && after.stream().noneMatch(each -> sameRing(each, ring)));
    }

    private static boolean sameRing(List<String> a, List<String> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int turn = 0; turn < a.size(); turn++) {
            List<String> turned = new ArrayList<>(a.subList(turn, a.size()));
            turned.addAll(a.subList(0, turn));
            if (turned.equals(b)) {
                return true;
            }
        }
        return false;
    }
}
