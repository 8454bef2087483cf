package io.bateleur.bench;

import io.bateleur.bench.Case.Goal;
import io.bateleur.bench.Recipe.Form;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of the tables of single cases. */
final class Cases {
    static final String SERIALIZABLE = "serializable";
    static final String SNAPSHOT_ISOLATION = "snapshot-isolation";

    /** Heaps that leave room for what Java takes beside them. */
    static final int HEAP_OF_1_GB = 700;

    static final int HEAP_OF_4_GB = 3072;

    private static final int GENERAL_HEAP = 2048;
    private static final int HARD_SECONDS = 30;

    private final Scale scale;

    Cases(Scale scale) {
        this.scale = scale;
    }

    /** One store for each of the two criteria: optimistic validation reads what is newest, and needs no snapshots. */
    static ConcurrencyControl storeOf(String level) {
        return level.endsWith(SERIALIZABLE) ? ConcurrencyControl.OPTIMISTIC : ConcurrencyControl.SNAPSHOT_ISOLATION;
    }

    /** @param transactions before scaling, as the keys */
    Recipe recipe(String level, int transactions, int keys) {
        return Recipe.of(storeOf(level), scale.transactions(transactions), scale.keys(keys));
    }

    List<Case> main() {
        List<Case> cases = new ArrayList<>();
        for (String level : List.of(
                SERIALIZABLE, SNAPSHOT_ISOLATION, "strong-session-serializable", "strong-session-snapshot-isolation")) {
            cases.add(Case.of("small", recipe(level, 10_000, 2_000), level, HEAP_OF_1_GB, new Goal(1, 0)));
            cases.add(middle(level));
            cases.add(large(level));
        }
        return cases;
    }

    Case middle(String level) {
        return Case.of("middle", recipe(level, 100_000, 10_000), level, HEAP_OF_1_GB, new Goal(3, 1024));
    }

    Case large(String level) {
        return Case.of("large", recipe(level, 1_000_000, 100_000), level, HEAP_OF_4_GB, new Goal(25, 4096));
    }

    List<Case> hard() {
        List<Case> cases = new ArrayList<>();
        for (String level : List.of(SERIALIZABLE, SNAPSHOT_ISOLATION)) {
            hardRecipes(level)
                    .forEach((what, recipe) ->
                            cases.add(Case.of(what, recipe, level, HEAP_OF_4_GB, new Goal(HARD_SECONDS, 0))
                                    .within(HARD_SECONDS)));
        }
        return cases;
    }

    private Map<String, Recipe> hardRecipes(String level) {
        Recipe plain = recipe(level, 100_000, 10_000);
        Map<String, Recipe> recipes = new LinkedHashMap<>();
        recipes.put("400 sessions", plain.sessions(400));
        recipes.put("10 % reads", plain.mix(SimMix.BLINDW_W90));
        recipes.put("keys by Zipf's law, 0.99", plain.zipf(0.99));
        recipes.put("a session each", plain.form(Form.APART));
        return recipes;
    }

    /** Each on a store that promises no more than needed: replicas have no read-atomic between them and causal. */
    List<Case> axiomatic() {
        return List.of(
                axiomatic("axiomatic-read-committed", ConcurrencyControl.READ_COMMITTED, 6),
                axiomatic("axiomatic-read-atomic", ConcurrencyControl.CAUSAL, 8),
                axiomatic("axiomatic-causal", ConcurrencyControl.CAUSAL, 15));
    }

    private Case axiomatic(String level, ConcurrencyControl store, int seconds) {
        Recipe recipe = Recipe.of(store, scale.transactions(1_000_000), scale.keys(10_000))
                .sessions(50)
                .form(Form.PLUME);
        return Case.of("Plume text", recipe, level, HEAP_OF_4_GB, new Goal(seconds, 4096));
    }

    List<Case> lists() {
        String level = "strict-serializable";
        Recipe recipe = recipe(level, 100_000, 1_000).mix(SimMix.LIST_APPEND).form(Form.TIMED);
        return List.of(Case.of("list-append, with times", recipe, level, GENERAL_HEAP, new Goal(4, 0)));
    }

    List<Case> general() {
        List<Case> cases = new ArrayList<>();
        for (String level : List.of(SERIALIZABLE, SNAPSHOT_ISOLATION)) {
            for (SimMix mix : List.of(SimMix.RANDOM_BENCH, SimMix.RANDOM_RANGE)) {
                Recipe recipe = recipe(level, 10_000, 2_000).mix(mix);
                cases.add(Case.of(mix.word(), recipe, level, GENERAL_HEAP, new Goal(20, 0)));
            }
        }
        return cases;
    }
}
