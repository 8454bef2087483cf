package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL's SERIALIZABLE forbids: two anti-dependencies in a row whose last transaction commits first. */
final class Dangerous {
    private Dangerous() {}

    /** Whether there would be one if this instance committed now. Only those that have committed count beside it. */
    static boolean structure(EngineRun run, int candidate) {
        VersionStore store = run.store;
        List<Look> looks = new ArrayList<>();
        for (EngineRun.Actor actor : run.actors) {
            boolean counts = actor.state == EngineRun.State.COMMITTED || actor == run.actors.get(candidate);
            if (counts && actor.level().tracksDependencies()) {
                looks.addAll(actor.looks);
            }
        }
        store.commit(candidate, run.actors.get(candidate).own);
        List<Dependency> conflicts = new DependencyGraph(run.application, store, looks, run.actors.size())
                .edges().stream()
                        .filter(edge -> edge.kind() == Dependency.Kind.RW)
                        .filter(edge -> run.actors.get(edge.from()).level().tracksDependencies()
                                && run.actors.get(edge.to()).level().tracksDependencies())
                        .toList();
        store.takeBack(candidate);
        for (Dependency in : conflicts) {
            for (Dependency out : conflicts) {
                if (in.to() == out.from() && isDangerous(run, candidate, in.from(), in.to(), out.to())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isDangerous(EngineRun run, int candidate, int first, int pivot, int last) {
        int a = position(run, candidate, first);
        int b = position(run, candidate, pivot);
        int c = position(run, candidate, last);
        boolean lastCommitsFirst = c < b && (c < a || first == last);
        EngineRun.Actor reader = run.actors.get(first);
        boolean readsOnly = reader.own.isEmpty() && first != last;
        boolean sawLast = reader.snapshot != null && reader.snapshot.get(last);
        return lastCommitsFirst && (!readsOnly || sawLast);
    }

    private static int position(EngineRun run, int candidate, int instance) {
        return instance == candidate ? run.committed.size() : run.committed.indexOf(instance);
    }
}
