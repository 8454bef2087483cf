package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Changes.Change;
import io.bateleur.sql.analyze.Changes.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes that remove violations: each is tried by analysing the changed application again. */
public final class Repairs {
    /** So many sets of changes are tried before it becomes greedy. */
    private static final int SETS_MAX = 60;

    private final Application application;
    private final LevelPlan plan;
    private final RobustnessAnalysis.Limits limits;
    private final Set<List<String>> before;

    /** A change. @param helps whether the violation is gone and no other cycle of programs has come */
    public record Repair(String words, boolean helps) {}

    /** Changes that remove all violations together. @param greedy whether fewer might do */
    public record Together(List<String> words, boolean greedy) {}

    public Repairs(Application application, LevelPlan plan, RobustnessAnalysis.Limits limits) {
        this.application = application;
        this.plan = plan;
        this.limits = limits;
        this.before = analysis(new State(application, plan)).open();
    }

    private RobustnessAnalysis analysis(State state) {
        return new RobustnessAnalysis(state.application(), state.plan(), limits);
    }

    /** Every single change that was tried, the smallest first. */
    public List<Repair> of(Violation violation) {
        List<String> ring =
                violation.ring().stream().map(TransactionProgram::name).toList();
        State now = new State(application, plan);
        List<Repair> all = new ArrayList<>();
        for (Change change : Changes.of(plan, violation)) {
            State changed = change.make().apply(now);
            if (!changed.equals(now)) {
                Set<List<String>> after = analysis(changed).open();
                all.add(new Repair(
                        change.words(),
                        before.containsAll(after) && after.stream().noneMatch(each -> sameRing(each, ring))));
            }
        }
        return all;
    }

    /** The fewest changes, up to three, after which nothing is left; else one after the other, the best first. */
    public Optional<Together> together(List<Violation> violations) {
        Map<String, Change> all = new LinkedHashMap<>();
        violations.forEach(
                violation -> Changes.of(plan, violation).forEach(change -> all.putIfAbsent(change.words(), change)));
        List<Change> changes = List.copyOf(all.values());
        int tried = 0;
        for (int size = 1; size <= 3; size++) {
            for (List<Change> set : sets(changes, size)) {
                if (tried++ >= SETS_MAX) {
                    return greedy(changes);
                }
                if (analysis(made(set)).isSafe()) {
                    return Optional.of(new Together(words(set), false));
                }
            }
        }
        return greedy(changes);
    }

    private Optional<Together> greedy(List<Change> changes) {
        List<Change> chosen = new ArrayList<>();
        int left = before.size();
        while (left > 0) {
            Change best = null;
            for (Change change : changes) {
                List<Change> more = new ArrayList<>(chosen);
                more.add(change);
                int open = analysis(made(more)).open().size();
                if (open < left) {
                    left = open;
                    best = change;
                }
            }
            if (best == null) {
                return Optional.empty();
            }
            chosen.add(best);
        }
        return Optional.of(new Together(words(chosen), true));
    }

    private State made(List<Change> set) {
        State state = new State(application, plan);
        for (Change change : set) {
            state = change.make().apply(state);
        }
        return state;
    }

    private static List<String> words(List<Change> set) {
        return set.stream().map(Change::words).toList();
    }

    private static List<List<Change>> sets(List<Change> changes, int size) {
        if (size == 0) {
            return List.of(List.of());
        }
        List<List<Change>> all = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            for (List<Change> rest : sets(changes.subList(i + 1, changes.size()), size - 1)) {
                List<Change> set = new ArrayList<>(List.of(changes.get(i)));
                set.addAll(rest);
                all.add(set);
            }
        }
        return all;
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
