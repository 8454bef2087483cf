package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every order of the steps of a scenario that keeps the order of each session. */
final class Interleavings {
    private final Map<String, List<CaseStep>> sessions = new LinkedHashMap<>();
    private final List<List<CaseStep>> orders = new ArrayList<>();

    private Interleavings(List<CaseStep> steps) {
        for (CaseStep step : steps) {
            sessions.computeIfAbsent(step.session(), name -> new ArrayList<>()).add(step);
        }
    }

    static List<List<CaseStep>> of(Scenario scenario) {
        if (!scenario.interleaved()) {
            return List.of(scenario.steps());
        }
        Interleavings all = new Interleavings(scenario.steps());
        all.extend(new ArrayList<>(), new LinkedHashMap<>(), scenario.steps().size());
        return all.orders;
    }

    private void extend(List<CaseStep> begun, Map<String, Integer> said, int steps) {
        if (begun.size() == steps) {
            orders.add(List.copyOf(begun));
            return;
        }
        for (Map.Entry<String, List<CaseStep>> each : sessions.entrySet()) {
            int next = said.getOrDefault(each.getKey(), 0);
            if (next < each.getValue().size()) {
                begun.add(each.getValue().get(next));
                said.put(each.getKey(), next + 1);
                extend(begun, said, steps);
                said.put(each.getKey(), next);
                begun.remove(begun.size() - 1);
            }
        }
    }
}
