package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Runs many cases on many versions: each version is started once for all cases that want it with the same settings. */
public final class CaseBench {
    private final Grounds grounds;
    private final BenchListener listener;
    private final int runs;

    public CaseBench(Grounds grounds, int runs, BenchListener listener) {
        this.grounds = grounds;
        this.runs = runs;
        this.listener = listener;
    }

    /**
     * One case on one version.
     *
     * @param spec such as {@code postgres:17.5}
     * @param levels those to run; empty: those of the case, or all that the engine has
     */
    public record Job(BugCase bugCase, String spec, List<SqlLevel> levels, Predicate<String> items) {
        public Job {
            levels = List.copyOf(levels);
        }

        /** How many runs it will be, as far as that is known before something is started. */
        public int expectedRuns() {
            return CaseBench.levels(this, List.of(SqlLevel.values())).size();
        }

        String engine() {
            int colon = spec.indexOf(':');
            return colon < 0 ? spec : spec.substring(0, colon);
        }
    }

    /** What a server is started for. */
    private record Wanted(String spec, Map<String, String> settings) {}

    /**
     * The versions that a case is to be run on.
     *
     * @param engines those that the user named, such as {@code postgres:17.5} or {@code h2}; none: what the case says
     */
    public static List<String> specs(BugCase bugCase, List<String> engines) {
        return engines.isEmpty() ? VersionChoice.of(bugCase) : engines;
    }

    /** In the order of the jobs; what cannot be started is skipped, with the reason. */
    public List<CaseRun> run(List<Job> jobs) {
        Map<Wanted, List<Job>> all = new LinkedHashMap<>();
        for (Job job : jobs) {
            Wanted wanted = new Wanted(job.spec(), job.bugCase().settings(job.engine()));
            all.computeIfAbsent(wanted, key -> new ArrayList<>()).add(job);
        }
        List<CaseRun> done = new ArrayList<>();
        for (Map.Entry<Wanted, List<Job>> each : all.entrySet()) {
            if (listener.interrupted()) {
                break;
            }
            done.addAll(run(each.getKey(), each.getValue()));
        }
        return done;
    }

    private List<CaseRun> run(Wanted wanted, List<Job> jobs) {
        listener.starting(wanted.spec());
        try (Ground ground = grounds.start(wanted.spec(), wanted.settings())) {
            return on(ground, jobs);
        } catch (ServerException e) {
            return skipped(wanted, jobs, e.problem());
        }
    }

    private List<CaseRun> skipped(Wanted wanted, List<Job> jobs, String why) {
        List<CaseRun> done = new ArrayList<>();
        int colon = wanted.spec().indexOf(':');
        for (Job job : jobs) {
            String version = colon < 0 ? "" : wanted.spec().substring(colon + 1);
            for (SqlLevel level : levels(job, List.of(SqlLevel.values()))) {
                CaseRun run = CaseRun.skipped(job.bugCase(), job.engine(), version, level, why);
                done.add(run);
                listener.done(run);
            }
        }
        return done;
    }

    private static List<SqlLevel> levels(Job job, List<SqlLevel> offered) {
        List<SqlLevel> levels = !job.levels().isEmpty()
                ? job.levels()
                : !job.bugCase().levels().isEmpty() ? job.bugCase().levels() : offered;
        return levels.stream()
                .filter(level -> job.items().test(job.bugCase().id() + "@" + level))
                .toList();
    }

    /** The jobs on what is running already. */
    public List<CaseRun> on(Ground ground, List<Job> jobs) throws ServerException {
        List<CaseRun> done = new ArrayList<>();
        CaseRunner runner = new CaseRunner(ground, runs, listener);
        for (Job job : jobs) {
            for (SqlLevel level : levels(job, ground.levels())) {
                if (listener.interrupted()) {
                    return done;
                }
                listener.running(job.bugCase(), ground, level);
                CaseRun run = runner.run(job.bugCase(), level);
                done.add(run);
                listener.done(run);
            }
        }
        return done;
    }
}
