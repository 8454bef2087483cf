package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every behaviour on every database, bare and recorded: a program sees the same. Where it does not, it is run bare once more, to tell whether
 * the difference is the recorder's.
 */
class TransparencyTest {
    private static final int BEHAVIOURS_MIN = 300;

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> postgres() throws Exception {
        return tests(new Postgres(start("postgres", Map.of("max_prepared_transactions", "8", "fsync", "off"))));
    }

    @TestFactory
    Stream<DynamicTest> mariadb() throws Exception {
        return tests(new MariaDb(
                start("mariadb", Map.of("innodb_flush_log_at_trx_commit", "0", "innodb_lock_wait_timeout", "1"))));
    }

    @TestFactory
    Stream<DynamicTest> h2() throws Exception {
        return tests(new H2());
    }

    @TestFactory
    Stream<DynamicTest> sqlite() throws Exception {
        return tests(new Sqlite(directory));
    }

    private static Server start(String spec, Map<String, String> settings) throws ServerException {
        try {
            return Servers.start(ServerSpec.parse(spec), settings, line -> {});
        } catch (ServerException e) {
            Assumptions.abort("no " + spec + " here: " + e.problem());
            throw e;
        }
    }

    private Stream<DynamicTest> tests(Subject subject) throws Exception {
        subject.prepare();
        List<Behaviour> all = Behaviours.of(subject);
        Set<String> names = new HashSet<>();
        all.forEach(each -> assertThat(names.add(each.name())).as(each.name()).isTrue());
        assertThat(all).as("behaviours on " + subject.name()).hasSizeGreaterThanOrEqualTo(BEHAVIOURS_MIN);
        List<String> complete = new ArrayList<>();
        Stream<DynamicTest> each = all.stream()
                .map(behaviour -> dynamicTest(behaviour.name(), () -> {
                    if (same(subject, behaviour)) {
                        complete.add(behaviour.name());
                    }
                }));
        DynamicTest last = dynamicTest("enough behaviours came to their ends", () -> {
            System.out.println(
                    subject.name() + ": " + all.size() + " behaviours, " + complete.size() + " of them to their ends");
            assertThat(complete).hasSizeGreaterThanOrEqualTo(BEHAVIOURS_MIN);
        });
        return Stream.concat(each, Stream.of(last)).onClose(() -> close(subject));
    }

    /** Whether the behaviour came to its end, and not to an exception. */
    private boolean same(Subject subject, Behaviour behaviour) throws Exception {
        Transcript bare = Trial.of(behaviour, subject, Wrapping.BARE);
        Recorded recorded = new Recorded(directory.resolve("driver.jsonl"));
        Transcript seen;
        try (recorded) {
            seen = Trial.of(behaviour, subject, recorded);
        }
        if (!bare.differences(seen).isEmpty()) {
            Transcript again = Trial.of(behaviour, subject, Wrapping.BARE);
            assertThat(bare.differences(again))
                    .as("bare again: " + behaviour.name())
                    .isEmpty();
        }
        assertThat(bare.differences(seen)).as("recorded: " + behaviour.name()).isEmpty();
        assertThat(recorded.text()).as(behaviour.name()).doesNotContain("recording failed");
        recorded.trace();
        return bare.isComplete();
    }

    private static void close(Subject subject) {
        try {
            subject.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
