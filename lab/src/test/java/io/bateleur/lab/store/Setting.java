package io.bateleur.lab.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An embedded engine at one of its levels, as the tests open it. */
record Setting(EmbeddedEngine engine, Isolation level) {
    /** No test needs a disk that remembers, and a lock that does not come at once will not come. */
    private static final Map<String, String> QUICK = Map.of("sync", "false", "lock-timeout-millis", "40");

    /** Every engine at every level. */
    static Stream<Setting> all() {
        return EmbeddedEngines.all().stream()
                .flatMap(engine -> engine.levels().all().stream().map(level -> new Setting(engine, level)));
    }

    static Setting of(String engine, String level) {
        return all().filter(setting -> setting.toString().equals(engine + " " + level))
                .findFirst()
                .orElseThrow();
    }

    static EmbeddedStore adapter(EmbeddedEngine engine) {
        try {
            return (EmbeddedStore)
                    Class.forName(engine.adapter()).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Store open(EmbeddedStore adapter, Path directory, Isolation level) {
        return adapter.open(directory, level, QUICK);
    }

    Store open(Path directory) {
        return open(adapter(engine), directory, level);
    }

    boolean is(String name, String... levels) {
        return engine.name().equals(name) && List.of(levels).contains(level.word());
    }

    @Override
    public String toString() {
        return engine.name() + " " + level.word();
    }
}
