package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.StepTaken;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A violation as an interpreter executed it. */
public final class Execution {
    final EngineRun run;
    final DependencyGraph graph;
    /** Whom each sees, under a model; empty at an engine. */
    final List<BitSet> visible;

    private final boolean differs;

    Execution(EngineRun run, List<BitSet> visible, boolean differs) {
        this.run = run;
        this.graph = run.graph();
        this.visible = visible;
        this.differs = differs;
    }

    List<StepTaken> steps() {
        return run.steps;
    }

    /** Whether the dependencies have no cycle without the instances that wrote nothing and returned nothing. */
    boolean isHarmless() {
        BitSet others = new BitSet();
        for (int i = 0; i < run.actors.size(); i++) {
            EngineRun.Actor actor = run.actors.get(i);
            others.set(i, !actor.own.isEmpty() || !actor.run.returned.isEmpty());
        }
        return !graph.isCyclic(others);
    }

    /** Whether results or the final state differ from those of every serial order. */
    public boolean differsFromSerial() {
        return differs;
    }

    Map<RowKey, Map<String, @Nullable Object>> last() {
        return run.store.last();
    }
}
