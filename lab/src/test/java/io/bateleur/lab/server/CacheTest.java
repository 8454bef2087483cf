package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    @TempDir
    Path root;

    @Test
    void whatIsThereIsNotFilledAgain() throws Exception {
        Cache cache = Cache.at(root);
        Path first = cache.directory("a/b", empty -> Files.writeString(empty.resolve("file"), "whole"));
        Path second = cache.directory("a/b", empty -> {
            throw new AssertionError("filled again");
        });
        assertThat(second).isEqualTo(first);
        assertThat(second.resolve("file")).hasContent("whole");
    }

    @Test
    void twoAtOnceBothGetAWholeDirectory() throws Exception {
        Cache cache = Cache.at(root);
        CyclicBarrier bothAreFilling = new CyclicBarrier(2);
        Callable<Path> use = () -> cache.directory("both", empty -> {
            Files.writeString(empty.resolve("one"), "1");
            try {
                bothAreFilling.await();
            } catch (Exception e) {
                throw new IOException(e);
            }
            Files.writeString(empty.resolve("two"), "2");
        });
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Path> each : threads.invokeAll(List.of(use, use))) {
                assertThat(each.get().resolve("one")).hasContent("1");
                assertThat(each.get().resolve("two")).hasContent("2");
            }
        } finally {
            threads.shutdown();
        }
        assertThat(Cache.list(root)).containsExactly(root.resolve("both"));
    }

    @Test
    void aFailureLeavesNothing() throws Exception {
        Cache cache = Cache.at(root);
        assertThatThrownBy(() -> cache.directory("broken", empty -> {
                    Files.writeString(empty.resolve("half"), "");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("free some space");
        assertThat(Cache.list(root)).isEmpty();
    }

    @Test
    void whatAKilledProcessLeftIsNoHindranceAndGoesAfterADay() throws Exception {
        Path fresh = half("fresh");
        Path old = half("old");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        Path place = Cache.at(root).directory("thing", empty -> Files.writeString(empty.resolve("file"), "whole"));
        assertThat(place.resolve("file")).hasContent("whole");
        assertThat(old).doesNotExist();
        assertThat(fresh).as("somebody may be filling it").exists();
    }

    private Path half(String name) throws IOException {
        Path part = Files.createDirectories(root.resolve(".thing.part-" + name));
        Files.writeString(part.resolve("file"), "ha");
        return part;
    }

    @Test
    void itsPlaceCanBeChosen() {
        System.setProperty("bateleur.cache", root.toString());
        try {
            assertThat(Cache.standard().root()).isEqualTo(root);
        } finally {
            System.clearProperty("bateleur.cache");
        }
    }
}
