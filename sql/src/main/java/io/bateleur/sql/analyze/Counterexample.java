package io.bateleur.sql.analyze;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values and an order under which instances may violate serializability.
 *
 * @param arguments of each instance
 * @param schedule who takes the next step, at an engine
 * @param arbitration the instances in the order of a model
 * @param visible for each instance whom it sees
 */
record Counterexample(
        List<TransactionProgram> programs,
        List<Map<String, @Nullable Object>> arguments,
        List<InitialRow> initial,
        List<Integer> schedule,
        List<Integer> arbitration,
        List<BitSet> visible) {
    Counterexample {
        programs = List.copyOf(programs);
        arguments = List.copyOf(arguments);
        initial = List.copyOf(initial);
        schedule = List.copyOf(schedule);
        arbitration = List.copyOf(arbitration);
        visible = List.copyOf(visible);
    }

    @Override
    public String toString() {
        return programs.stream().map(TransactionProgram::name).toList() + " " + arguments + " " + initial + " "
                + schedule + Arrays.toString(arbitration.toArray()) + visible;
    }
}
