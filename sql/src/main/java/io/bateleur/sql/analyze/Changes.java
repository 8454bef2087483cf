package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Changes of an application that may remove a violation: what people would try, the smallest first. */
final class Changes {
    /** An application and what it runs at. */
    record State(Application application, LevelPlan plan) {}

    /** One change. @param words as an instruction to the reader */
    record Change(String words, UnaryOperator<State> make) {}

    private Changes() {}

    static List<Change> of(LevelPlan plan, Violation violation) {
        List<Change> all = new ArrayList<>();
        Set<Integer> lines = new LinkedHashSet<>();
        violation.arrows().stream()
                .filter(arrow -> arrow.kind().equals("RW"))
                .forEach(arrow -> lines.add(arrow.fromLine()));
        Set<String> written = new LinkedHashSet<>();
        violation.arrows().forEach(arrow -> written.add(arrow.table()));
        for (TransactionProgram program : violation.ring().stream().distinct().toList()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.Read read && lines.contains(read.line()) && plan.timed()) {
                    reads(program, read, all);
                }
            }
        }
        levels(plan, violation.ring().stream().distinct().toList(), all);
        return all;
    }

    private static void reads(TransactionProgram program, Instruction.Read read, List<Change> all) {
        boolean single = read.sources().size() == 1 && !read.aggregated() && read.lock() == RowLock.NONE;
        if (single) {
            all.add(new Change(
                    "line " + read.line() + ": add FOR UPDATE",
                    state -> replaced(state, program, read, same -> List.of(locked(same)))));
        }
        String table = read.sources().isEmpty() ? "" : read.sources().get(0).table();
        if (single) {
            all.add(new Change(
                    "line " + read.line() + ": before it, UPDATE " + table + " without a change of the same rows",
                    state -> replaced(state, program, read, same -> List.of(identity(state, program, same), same))));
        }
        if (read.sources().size() == 1) {
            all.add(new Change(
                    "add a UNIQUE constraint on what line " + read.line() + " looks for in " + table,
                    state -> unique(state, read, table)));
        }
    }

    private static void levels(LevelPlan plan, List<TransactionProgram> ring, List<Change> all) {
        if (!plan.timed()) {
            for (int i = 0; i < ring.size(); i++) {
                for (int j = i; j < ring.size(); j++) {
                    Application.Pair pair =
                            new Application.Pair(ring.get(i).name(), ring.get(j).name());
                    all.add(new Change(
                            "make the pair " + pair + " serializable",
                            state -> new State(state.application(), state.plan().with(pair))));
                }
            }
            return;
        }
        for (TransactionProgram program : ring) {
            EngineLevel own = plan.level(program);
            for (EngineLevel level : EngineLevel.values()) {
                if (level.engine() == own.engine()
                        && level.compareTo(own) > 0
                        && level.firstCommitterWins() | level.isSerializable()) {
                    all.add(raise("run " + program.name() + " at " + level.words(), List.of(program), level));
                }
            }
        }
        EngineLevel top = plan.level(ring.get(0)).engine() == EngineLevel.Engine.POSTGRES
                ? EngineLevel.PG_SERIALIZABLE
                : EngineLevel.INNODB_SERIALIZABLE;
        if (ring.size() > 1) {
            String names = String.join(
                    ", ", ring.stream().map(TransactionProgram::name).toList());
            all.add(raise("run " + names + " at SERIALIZABLE", ring, top));
        }
    }

    private static Change raise(String words, List<TransactionProgram> programs, EngineLevel level) {
        return new Change(words, state -> {
            LevelPlan plan = state.plan();
            for (TransactionProgram program : programs) {
                plan = plan.with(program.name(), level);
            }
            return new State(state.application(), plan);
        });
    }

    private static State unique(State state, Instruction.Read read, String table) {
        TableShape shape = state.application().table(table);
        List<String> columns = shape.columns().keySet().stream()
                .filter(column ->
                        read.where().conjuncts().stream().anyMatch(term -> Rows.equated(term, column) != null))
                .toList();
        if (columns.isEmpty()
                || columns.containsAll(shape.key())
                || shape.uniques().contains(columns)) {
            return state;
        }
        Map<String, TableShape> tables = new LinkedHashMap<>(state.application().tables());
        tables.put(table, shape.withUnique(columns));
        return new State(state.application().withTables(tables), state.plan());
    }

    private static Instruction.Read locked(Instruction.Read read) {
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

    private static Instruction identity(State state, TransactionProgram program, Instruction.Read read) {
        TableShape shape = state.application().table(read.sources().get(0).table());
        Map<String, Calculation> sets = new LinkedHashMap<>();
        for (String column : shape.columns().keySet()) {
            if (!shape.isKey(column) && sets.isEmpty()) {
                sets.put(column, new Calculation.ColumnOf(0, column));
            }
        }
        int id = 1
                + state.application().programs().stream()
                        .filter(each -> each.name().equals(program.name()))
                        .flatMap(each -> each.instructions().stream())
                        .mapToInt(Instruction::id)
                        .max()
                        .orElse(0);
        return new Instruction.Update(
                id, read.line(), read.text(), shape.name(), sets, read.where(), List.of(), List.of());
    }

    private static State replaced(
            State state,
            TransactionProgram program,
            Instruction.Read what,
            Function<Instruction.Read, List<Instruction>> change) {
        List<TransactionProgram> programs = new ArrayList<>();
        for (TransactionProgram each : state.application().programs()) {
            programs.add(each.name().equals(program.name()) ? each.withBody(body(each.body(), what, change)) : each);
        }
        return new State(state.application().withPrograms(programs), state.plan());
    }

    private static List<Instruction> body(
            List<Instruction> body, Instruction.Read what, Function<Instruction.Read, List<Instruction>> change) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction each : body) {
            if (each instanceof Instruction.Read read && read.id() == what.id()) {
                all.addAll(change.apply(read));
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
            } else if (each instanceof Instruction.While loop) {
                all.add(new Instruction.While(
                        loop.id(), loop.line(), loop.condition(), body(loop.body(), what, change)));
            } else {
                all.add(each);
            }
        }
        return all;
    }
}
