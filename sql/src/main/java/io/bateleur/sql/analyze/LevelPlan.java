package io.bateleur.sql.analyze;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every program runs at: a level of an engine each, or a consistency model each.
 *
 * @param title as a report names it
 * @param engine by program; empty: models
 * @param models by program; empty: an engine
 * @param pairs programs whose instances see each other in order; of models only
 */
public record LevelPlan(
        String title,
        Map<String, EngineLevel> engine,
        Map<String, ConsistencyModel> models,
        List<Application.Pair> pairs) {
    public LevelPlan {
        engine = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(engine));
        models = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(models));
        pairs = List.copyOf(pairs);
    }

    boolean timed() {
        return !engine.isEmpty();
    }

    EngineLevel level(TransactionProgram program) {
        EngineLevel level = engine.get(program.name());
        if (level == null) {
            throw new IllegalArgumentException("no level of " + program.name());
        }
        return level;
    }

    @Nullable
    ConsistencyModel model(TransactionProgram program) {
        return models.get(program.name());
    }

    /** The name of what a program runs at. */
    public String of(TransactionProgram program) {
        ConsistencyModel model = models.get(program.name());
        return model != null ? model.name() : level(program).words();
    }

    public static LevelPlan all(Application application, EngineLevel level) {
        Map<String, EngineLevel> levels = new LinkedHashMap<>();
        application.programs().forEach(program -> levels.put(program.name(), level));
        return new LevelPlan(level.words() + " (" + level.engine().title() + ")", levels, Map.of(), List.of());
    }

    public static LevelPlan all(Application application, ConsistencyModel model) {
        Map<String, ConsistencyModel> models = new LinkedHashMap<>();
        application.programs().forEach(program -> models.put(program.name(), model));
        return new LevelPlan(model.title(), Map.of(), models, application.pairs());
    }

    public LevelPlan with(String program, EngineLevel level) {
        Map<String, EngineLevel> levels = new LinkedHashMap<>(engine);
        levels.put(program, level);
        return new LevelPlan(title, levels, models, pairs);
    }

    public LevelPlan with(String program, ConsistencyModel model) {
        Map<String, ConsistencyModel> all = new LinkedHashMap<>(models);
        all.put(program, model);
        return new LevelPlan(title, engine, all, pairs);
    }

    public LevelPlan with(Application.Pair pair) {
        List<Application.Pair> all = new java.util.ArrayList<>(pairs);
        all.add(pair);
        return new LevelPlan(title, engine, models, all);
    }

    public LevelPlan titled(String other) {
        return new LevelPlan(other, engine, models, pairs);
    }

    /** Whether the engine itself lets only serializable executions commit. */
    boolean serializableByEngine() {
        return timed() && engine.values().stream().allMatch(EngineLevel::isSerializable)
                || !timed()
                        && models.values().stream()
                                .allMatch(model -> model.name().equals("ser"));
    }
}
