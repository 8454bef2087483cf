package io.bateleur.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.KeyValueClient;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmbeddedLoaderTest {
    @TempDir
    Path directory;

    static List<EmbeddedEngine> engines() {
        return EmbeddedEngines.all();
    }

    /** All that the tests run with: more than an engine needs, and the engines among it. */
    private static List<Path> jars() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .map(Path::of)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void twoOfOneEngineAreLoadedApart(EmbeddedEngine engine) throws Exception {
        EmbeddedStore one = EmbeddedLoader.load(engine, jars());
        EmbeddedStore other = EmbeddedLoader.load(engine, jars());
        Isolation level = engine.levels().all().get(0);
        try (Store first = Setting.open(one, Files.createDirectory(directory.resolve("one")), level);
                Store second = Setting.open(other, Files.createDirectory(directory.resolve("other")), level)) {
            assertThat(first.getClass()).isNotEqualTo(second.getClass());
            assertThat(first.getClass().getClassLoader()).isNotEqualTo(Store.class.getClassLoader());
            use(first, 1);
            use(second, 2);
        }
    }

    private static void use(Store store, long value) throws Exception {
        store.prepare();
        try (KeyValueClient client = store.open()) {
            client.begin();
            client.put(Value.of(1), Value.of(value));
            client.append(Value.of(1), Value.of(value));
            client.commit();
            client.begin();
            assertThat(client.scan(null, null, false)).hasSize(1);
            assertThat(client.get(Value.of(1), false)).isEqualTo(Content.live(Value.of(value)));
            client.commit();
        }
    }

    @Test
    void namesAreUniqueAndVersionsAreThoseWeCompileWith() {
        assertThat(EmbeddedEngines.all()).extracting(EmbeddedEngine::name).doesNotHaveDuplicates();
        for (EmbeddedEngine engine : EmbeddedEngines.all()) {
            String artifact = engine.coordinates().split(":")[1];
            assertThat(jars()).anyMatch(jar -> jar.endsWith(artifact + "-" + engine.version() + ".jar"));
        }
        assertThat(EmbeddedEngines.of("rocksdb")).isPresent();
        assertThat(EmbeddedEngines.of("bdb")).isEmpty();
    }

    /** Nothing of the second is loaded: its jar is not even there. */
    @Test
    void aSecondVersionOfAnEngineThatMustBeAloneIsRefused() throws Exception {
        EmbeddedEngine engine = EmbeddedEngines.of("rocksdb").orElseThrow();
        EmbeddedStore usual = EmbeddedLoader.load(engine, jars());
        Isolation level = engine.levels().all().get(0);
        Setting.open(usual, Files.createDirectory(directory.resolve("usual")), level)
                .close();
        EmbeddedStore older = EmbeddedLoader.load(engine, List.of(Path.of("rocksdbjni-8.11.4.jar")));
        assertThatThrownBy(() -> Setting.open(older, directory, level))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rocksdbjni-11.8.1.jar")
                .hasMessageContaining("rocksdbjni-8.11.4.jar");
    }

    @Test
    void anAdapterThatIsNotThereIsRefused() {
        EmbeddedEngine wrong =
                new EmbeddedEngine("none", "a:b", "1", "io.bateleur.lab.store.none.None", false, EmbeddedLevels.LMDB);
        assertThatThrownBy(() -> EmbeddedLoader.load(wrong, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none");
    }
}
