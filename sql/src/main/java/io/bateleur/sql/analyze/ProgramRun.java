package io.bateleur.sql.analyze;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An instance of a program on its way: which instruction on tables comes next, and what the variables hold. */
final class ProgramRun {
    /** So often a loop without rows goes round before it counts as endless. */
    private static final int ROUNDS_MAX = 50;

    /** A list of instructions that is being executed, and what comes when it is done. */
    private static final class Frame {
        final List<Instruction> body;
        final @Nullable Instruction loop;
        final List<Map<String, @Nullable Object>> rows;
        int next;
        int row;

        Frame(List<Instruction> body, @Nullable Instruction loop, List<Map<String, @Nullable Object>> rows) {
            this.body = body;
            this.loop = loop;
            this.rows = rows;
        }
    }

    final Map<String, @Nullable Object> variables = new HashMap<>();
    final Calculator calculator = new Calculator(variables);
    private final Deque<Frame> frames = new ArrayDeque<>();
    private Instruction.@Nullable ForEach asking;
    private boolean aborted;
    private int rounds;
    /** What it returned to its caller, a row each. */
    final List<Object> returned = new ArrayList<>();

    ProgramRun(TransactionProgram program, Map<String, @Nullable Object> arguments) {
        variables.putAll(arguments);
        frames.push(new Frame(program.body(), null, List.of()));
    }

    boolean aborted() {
        return aborted;
    }

    /** The next instruction on tables; null: the instance is at its end. */
    Instruction.@Nullable OnTables next() {
        while (!frames.isEmpty()) {
            Frame frame = frames.peek();
            if (frame.next >= frame.body.size()) {
                frames.pop();
                again(frame);
                continue;
            }
            Instruction instruction = frame.body.get(frame.next++);
            if (instruction instanceof Instruction.OnTables table) {
                asking = null;
                return table;
            }
            if (instruction instanceof Instruction.ForEach loop && loop.query() != null) {
                asking = loop;
                return loop.query();
            }
            control(instruction);
        }
        return null;
    }

    private void control(Instruction instruction) {
        if (instruction instanceof Instruction.Assign assign) {
            variables.put(assign.variable(), calculator.value(assign.value(), List.of()));
        } else if (instruction instanceof Instruction.Abort) {
            aborted = true;
            frames.clear();
        } else if (instruction instanceof Instruction.Finish) {
            frames.clear();
        } else if (instruction instanceof Instruction.If choice) {
            boolean holds = calculator.holds(choice.condition(), List.of());
            frames.push(new Frame(holds ? choice.then() : choice.otherwise(), null, List.of()));
        } else if (instruction instanceof Instruction.While loop) {
            again(new Frame(loop.body(), loop, List.of()));
        } else if (instruction instanceof Instruction.ForEach loop) {
            Object set = variables.get(loop.set());
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            if (set instanceof List<?> list) {
                for (Object each : list) {
                    rows.add(asRow(each));
                }
            }
            begin(loop, rows);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> asRow(Object row) {
        return (Map<String, @Nullable Object>) row;
    }

    private void begin(Instruction.ForEach loop, List<Map<String, @Nullable Object>> rows) {
        Frame frame = new Frame(loop.body(), loop, rows);
        frame.row = -1;
        again(frame);
    }

    private void again(Frame frame) {
        if (frame.loop instanceof Instruction.ForEach loop) {
            if (++frame.row < frame.rows.size()) {
                variables.put(loop.variable(), frame.rows.get(frame.row));
                frame.next = 0;
                frames.push(frame);
            }
        } else if (frame.loop instanceof Instruction.While loop && calculator.holds(loop.condition(), List.of())) {
            if (++rounds > ROUNDS_MAX) {
                throw new Uncomputable("a loop that does not end");
            }
            frame.next = 0;
            frames.push(frame);
        }
    }

    /** Takes the rows of the query that came from {@link #next}. */
    void answered(Instruction.Read read, List<Map<String, @Nullable Object>> rows) {
        Instruction.ForEach loop = asking;
        if (loop != null) {
            asking = null;
            begin(loop, rows);
        } else if (!read.intoSet().isEmpty()) {
            variables.put(read.intoSet(), rows);
        } else if (read.into().isEmpty()) {
            returned.addAll(rows);
        } else {
            into(read.into(), rows.isEmpty() ? null : rows.get(0));
        }
    }

    void into(List<String> variablesOfRow, @Nullable Map<String, @Nullable Object> row) {
        if (variablesOfRow.size() == 1 && row != null && row.size() > 1) {
            variables.put(variablesOfRow.get(0), row);
            return;
        }
        List<@Nullable Object> values = row == null ? List.of() : new ArrayList<>(row.values());
        for (int i = 0; i < variablesOfRow.size(); i++) {
            variables.put(variablesOfRow.get(i), i < values.size() ? values.get(i) : null);
        }
    }
}
