package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Variable;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a program with values that are not known: what it does to tables, each act under a condition.
 *
 * <p>Of loops one round is looked at, any of them: its values have names with a tag, and whoever asks for an act asks with a tag of its
 * own. What a loop assigns is unknown behind it.
 */
final class SymbolicInstance {
    /**
     * An instruction on tables, in one round of its loops.
     *
     * @param order its place among the acts of the instance
     * @param check whether it is what a foreign key looks at, which are the newest rows
     */
    record Act(
            int instance,
            int order,
            Instruction.OnTables instruction,
            SmtTerm guard,
            Map<String, Symbol> variables,
            boolean inLoop,
            String tag,
            boolean check) {}

    private final Encoding encoding;
    private final Smt smt;
    private final SymbolTable symbols;
    private final int index;
    private final String tag;
    final TransactionProgram program;
    final List<Act> acts = new ArrayList<>();
    /** That it commits. */
    final List<SmtTerm> commits = new ArrayList<>();

    private final Map<String, Symbol> variables = new HashMap<>();
    private final Map<String, Act> sets = new HashMap<>();
    /** What every round of a loop may write. */
    final List<Instruction.OnTables> loopInstructions;

    private int loops;
    private SmtTerm ended;

    SymbolicInstance(Encoding encoding, int index, TransactionProgram program, String tag) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.symbols = encoding.symbols;
        this.index = index;
        this.tag = tag;
        this.program = program;
        this.ended = smt.truth(false);
        this.loopInstructions = inLoops(program.body(), false);
        encoding.begin(index, tag, this);
        for (TransactionProgram.Parameter each : program.parameters()) {
            variables.put(each.name(), symbols.unknown(name(each.name()), each.kind(), false));
        }
        run(program.body(), smt.truth(true));
    }

    int index() {
        return index;
    }

    /** The place of the first act of an instruction. */
    int firstOrder(Instruction.OnTables instruction) {
        for (Act act : acts) {
            if (act.instruction() == instruction) {
                return act.order();
            }
        }
        return Integer.MAX_VALUE;
    }

    private String name(String of) {
        return of + "@" + index + (loops > 0 ? "#" + tag : "");
    }

    private void run(List<Instruction> body, SmtTerm guard) {
        for (Instruction each : body) {
            SmtTerm here = smt.and(guard, smt.not(ended));
            if (each instanceof Instruction.Read read) {
                Act act = act(read, here);
                if (!read.intoSet().isEmpty()) {
                    sets.put(read.intoSet(), act);
                } else if (!read.into().isEmpty()) {
                    assign(read.into(), encoding.queries.firstRow(act, name("r" + read.id())), here);
                }
            } else if (each instanceof Instruction.Insert insert) {
                for (Calculation value : insert.values().values()) {
                    value.each(part -> fresh(part, insert));
                }
                act(insert, here);
            } else if (each instanceof Instruction.Update update) {
                Act act = act(update, here);
                if (!update.into().isEmpty()) {
                    Map<String, Symbol> any = new LinkedHashMap<>();
                    for (int i = 0; i < update.into().size(); i++) {
                        any.put(
                                "column " + i,
                                symbols.unknown(name("u" + act.order() + "." + i), ValueKind.INTEGER, true));
                    }
                    assign(update.into(), any, here);
                }
            } else if (each instanceof Instruction.Delete delete) {
                act(delete, here);
            } else if (each instanceof Instruction.Assign assign) {
                put(assign.variable(), symbols.read(assign.value(), meaning()), here);
            } else if (each instanceof Instruction.Abort) {
                commits.add(smt.not(here));
            } else if (each instanceof Instruction.Finish) {
                ended = smt.or(ended, here);
            } else if (each instanceof Instruction.If choice) {
                SmtTerm condition = symbols.holds(choice.condition(), meaning());
                run(choice.then(), smt.and(here, condition));
                run(choice.otherwise(), smt.and(here, smt.not(condition)));
            } else {
                loop(each, here);
            }
        }
    }

    /** A value that the database makes up. */
    private void fresh(Calculation part, Instruction.Insert insert) {
        if (part instanceof Variable variable
                && variable.name().startsWith("new ")
                && !variables.containsKey(variable.name())) {
            String column = variable.name().substring(4, variable.name().lastIndexOf(' '));
            ValueKind kind =
                    encoding.application.table(insert.table()).field(column).kind();
            variables.put(variable.name(), symbols.unknown(name(variable.name()), kind, false));
        }
    }

    private Act act(Instruction.OnTables instruction, SmtTerm guard) {
        Act act = add(instruction, guard, false);
        for (Instruction.Read look : ForeignKeys.looks(encoding.application, instruction)) {
            add(look, guard, true);
        }
        return act;
    }

    private Act add(Instruction.OnTables instruction, SmtTerm guard, boolean check) {
        Act act = new Act(
                index, acts.size(), instruction, guard, Map.copyOf(variables), loops > 0, loops > 0 ? tag : "", check);
        acts.add(act);
        return act;
    }

    private void put(String variable, Symbol value, SmtTerm guard) {
        Symbol before = variables.get(variable);
        variables.put(variable, symbols.choose(guard, value, before == null ? symbols.constant(null) : before));
    }

    private void assign(List<String> into, Map<String, Symbol> row, SmtTerm guard) {
        if (into.size() == 1 && row.size() > 1) {
            row.forEach((column, value) ->
                    put(into.get(0) + "." + column.toLowerCase(java.util.Locale.ROOT), value, guard));
            put(into.get(0), row.values().iterator().next(), guard);
            return;
        }
        int i = 0;
        for (Symbol value : row.values()) {
            if (i < into.size()) {
                put(into.get(i++), value, guard);
            }
        }
    }

    private void loop(Instruction loop, SmtTerm guard) {
        List<Instruction> body =
                loop instanceof Instruction.ForEach each ? each.body() : ((Instruction.While) loop).body();
        SmtTerm outsideEnded = ended;
        loops++;
        for (String assigned : assigned(body)) {
            forget(assigned, "in" + loop.id());
        }
        SmtTerm round = smt.and(guard, smt.unknown(name("round" + loop.id()), SmtSort.BOOLEAN));
        if (loop instanceof Instruction.ForEach each) {
            Act from = each.query() != null ? act(each.query(), guard) : sets.get(each.set());
            bind(each, from, round);
        } else {
            round = smt.and(round, symbols.holds(((Instruction.While) loop).condition(), meaning()));
        }
        run(body, round);
        loops--;
        // What ended inside of a loop may have ended in any of its rounds.
        ended = ended.equals(outsideEnded)
                ? ended
                : smt.or(outsideEnded, smt.unknown(name("ended" + loop.id()), SmtSort.BOOLEAN));
        for (String assigned : assigned(body)) {
            forget(assigned, "out" + loop.id());
        }
    }

    private void bind(Instruction.ForEach loop, @Nullable Act from, SmtTerm round) {
        if (from != null) {
            Map<String, Symbol> row = encoding.queries.anyRow(from, name("x" + loop.id()), round);
            row.forEach((column, value) ->
                    variables.put(loop.variable() + "." + column.toLowerCase(java.util.Locale.ROOT), value));
            if (!row.isEmpty()) {
                variables.put(loop.variable(), row.values().iterator().next());
            }
        }
    }

    private void forget(String variable, String where) {
        for (String each : List.copyOf(variables.keySet())) {
            if (each.equals(variable) || each.startsWith(variable + ".")) {
                Symbol before = variables.get(each);
                ValueKind kind = before == null ? ValueKind.INTEGER : before.kind();
                variables.put(each, symbols.unknown(name(each + " " + where), kind, true));
            }
        }
    }

    private static List<Instruction.OnTables> inLoops(List<Instruction> body, boolean inside) {
        List<Instruction.OnTables> all = new ArrayList<>();
        for (Instruction each : body) {
            if (each instanceof Instruction.OnTables table && inside) {
                all.add(table);
            } else if (each instanceof Instruction.If choice) {
                all.addAll(inLoops(choice.then(), inside));
                all.addAll(inLoops(choice.otherwise(), inside));
            } else if (each instanceof Instruction.ForEach loop) {
                all.addAll(inLoops(loop.body(), true));
            } else if (each instanceof Instruction.While loop) {
                all.addAll(inLoops(loop.body(), true));
            }
        }
        return all;
    }

    private static TreeSet<String> assigned(List<Instruction> body) {
        TreeSet<String> names = new TreeSet<>();
        for (Instruction each : Instruction.all(body)) {
            if (each instanceof Instruction.Read read) {
                names.addAll(read.into());
            } else if (each instanceof Instruction.Update update) {
                names.addAll(update.into());
            } else if (each instanceof Instruction.Assign assign) {
                names.add(assign.variable());
            }
        }
        return names;
    }

    private SymbolTable.Meaning meaning() {
        return meaning(variables, Map.of());
    }

    /** What variables mean at a place, and columns of rows. */
    SymbolTable.Meaning meaning(Map<String, Symbol> known, Map<Integer, Encoding.SymbolicRow> rows) {
        return new SymbolTable.Meaning() {
            @Override
            public Symbol column(ColumnOf column) {
                Encoding.SymbolicRow row = rows.get(column.source());
                return row == null ? symbols.anything(ValueKind.INTEGER) : row.cell(column.column());
            }

            @Override
            public Symbol variable(Variable variable) {
                String name = variable.field().isEmpty()
                        ? variable.name()
                        : variable.name() + "." + variable.field().toLowerCase(java.util.Locale.ROOT);
                Symbol value = known.get(name);
                if (value == null && !variable.field().isEmpty()) {
                    value = known.get(variable.name());
                }
                return value == null ? symbols.constant(null) : value;
            }

            @Override
            public Symbol member(Symbol value, String set) {
                Act from = sets.get(set);
                return from == null
                        ? symbols.constant(false)
                        : encoding.queries.member(from, value, name("m" + from.order() + "." + encoding.next()));
            }

            @Override
            public Symbol choose(String set) {
                Act from = sets.get(set);
                if (from == null) {
                    return symbols.constant(null);
                }
                Map<String, Symbol> row = encoding.queries.firstRow(from, name("c" + from.order()));
                return row.isEmpty()
                        ? symbols.anything(ValueKind.INTEGER)
                        : row.values().iterator().next();
            }
        };
    }
}
