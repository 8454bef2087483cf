package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The workloads that have a form in SQL, by the names that they have in {@link io.bateleur.lab.workload.Workloads}. */
public final class SqlWorkloads {
    private static final Map<String, BiFunction<Settings, SqlWords, SqlWorkload>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("rubis", Rubis::new);
        ALL.put("twitter", Twitter::new);
        ALL.put("tpcc", Tpcc::new);
        ALL.put("smallbank", SmallBank::new);
        ALL.put("retwis", Retwis::new);
        ALL.put("courseware", Courseware::new);
        ALL.put("bank", Bank::new);
        ALL.put("mini-transactions", MiniTransactions::new);
        ALL.put("filesystem", FileSystem::new);
        ALL.put("hot-keys", HotKeys::new);
    }

    private SqlWorkloads() {}

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Nothing where that workload has no form in SQL. */
    public static Optional<SqlWorkload> of(String name, Settings settings, SqlWords words) {
        return Optional.ofNullable(ALL.get(name)).map(with -> with.apply(settings, words));
    }
}
