package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.ConsistencyModel.Atom;
import io.bateleur.sql.analyze.ConsistencyModel.Axiom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executes instances under a consistency model: each in the order of arbitration, on what the instances that it sees wrote. The
 * interpreter of the paper's appendix B, with visibility given.
 */
final class ModelRun {
    final EngineRun run;
    private final LevelPlan plan;
    private final List<TransactionProgram> programs;
    private final List<Integer> arbitration;
    private final List<BitSet> visible;

    /** @param visible for each instance whom it sees; only earlier ones in the order of arbitration */
    ModelRun(
            Application application,
            LevelPlan plan,
            List<Instance> instances,
            List<InitialRow> initial,
            List<Integer> arbitration,
            List<BitSet> visible) {
        this.plan = plan;
        this.programs = instances.stream().map(Instance::program).toList();
        this.arbitration = arbitration;
        this.visible = visible;
        this.run = new EngineRun(application, instances, initial);
        for (int each : arbitration) {
            run.actors.get(each).snapshot = visible.get(each);
            run.alone(each);
        }
    }

    boolean allCommitted() {
        return run.allCommitted();
    }

    /** Whether what it did is allowed: all axioms hold, with the dependencies that there are. */
    boolean isAllowed() {
        Set<Dependency> edges = run.graph().edges();
        for (ConsistencyModel model : new HashSet<>(plan.models().values())) {
            for (Axiom axiom : model.axioms()) {
                if (!holds(axiom, model, edges, new LinkedHashMap<>())) {
                    return false;
                }
            }
        }
        for (int i = 0; i < programs.size(); i++) {
            for (int j = 0; j < programs.size(); j++) {
                boolean before = arbitration.indexOf(i) < arbitration.indexOf(j);
                if (before && !visible.get(j).get(i) && paired(i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean paired(int i, int j) {
        return plan.pairs().stream()
                .anyMatch(pair ->
                        pair.joins(programs.get(i).name(), programs.get(j).name()));
    }

    private boolean holds(Axiom axiom, ConsistencyModel model, Set<Dependency> edges, Map<String, Integer> given) {
        List<String> variables = axiom.variables();
        if (given.size() == variables.size()) {
            Integer observer = given.get(axiom.observer());
            boolean binds = observer != null && model.equals(plan.model(programs.get(observer)));
            return !binds
                    || axiom.premises().stream().anyMatch(atom -> !holds(atom, edges, given))
                    || axiom.conclusions().stream().anyMatch(atom -> holds(atom, edges, given));
        }
        for (int i = 0; i < programs.size(); i++) {
            if (!given.containsValue(i)) {
                Map<String, Integer> more = new LinkedHashMap<>(given);
                more.put(variables.get(given.size()), i);
                if (!holds(axiom, model, edges, more)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean holds(Atom atom, Set<Dependency> edges, Map<String, Integer> given) {
        int first = given.getOrDefault(atom.first(), 0);
        int second = given.getOrDefault(atom.second(), 0);
        boolean is =
                switch (atom.relation()) {
                    case "vis" -> visible.get(second).get(first);
                    case "ar" -> arbitration.indexOf(first) < arbitration.indexOf(second);
                    case "so" -> false; // every instance is a session of its own
                    case "program" -> programs.get(first).name().equals(atom.program());
                    default ->
                        edges.stream()
                                .anyMatch(edge -> edge.from() == first
                                        && edge.to() == second
                                        && edge.kind().name().equals(atom.relation()));
                };
        return is != atom.not();
    }

    /** Every order of so many instances. */
    static List<List<Integer>> orders(int size) {
        List<List<Integer>> orders = new ArrayList<>(List.of(List.of()));
        for (int i = 0; i < size; i++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> order : orders) {
                for (int at = 0; at <= order.size(); at++) {
                    List<Integer> more = new ArrayList<>(order);
                    more.add(at, i);
                    longer.add(more);
                }
            }
            orders = longer;
        }
        return orders;
    }
}
