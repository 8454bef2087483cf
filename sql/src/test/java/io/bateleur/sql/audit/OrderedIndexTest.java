package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Environment;
import io.bateleur.sql.eval.Evaluator;
import io.bateleur.sql.eval.PlainDatabase;
import io.bateleur.sql.eval.RowSet;
import io.bateleur.sql.eval.Tuple;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read through ordered indexes is what is read by looking at all rows, whatever changes in between. */
final class OrderedIndexTest {
    private static final String SCHEMA = "CREATE TABLE t (id INT PRIMARY KEY, a INT, b BIGINT, c INT)";
    private static final String[] READS = {
        "SELECT id, a, b FROM t WHERE a = ? ORDER BY b LIMIT 1",
        "SELECT id, b FROM t WHERE a = ? ORDER BY b DESC LIMIT 2",
        "SELECT id, b FROM t WHERE a = ? AND b > ? ORDER BY b, id LIMIT 3 OFFSET 1",
        "SELECT id, b FROM t WHERE c = 1 AND a = ? AND b <= ? ORDER BY b DESC, c LIMIT 1",
        "SELECT b FROM t ORDER BY b LIMIT 2",
        "SELECT id FROM t WHERE a = ? AND b BETWEEN ? AND 6",
        "SELECT count(*), sum(c) FROM t WHERE b >= ?",
        "SELECT x.id, y.id FROM t x, t y WHERE x.a = ? AND y.a = x.a AND y.b < x.b",
        "SELECT id, b FROM t WHERE a = ? ORDER BY b LIMIT 0",
    };
    private static final String[] CHANGES = {
        "INSERT INTO t VALUES (?, ?, ?, 1)",
        "INSERT INTO t (id, a, c) VALUES (?, ?, ?)",
        "UPDATE t SET b = ? WHERE a = ? AND c = 1",
        "UPDATE t SET b = b + 1, c = 2 WHERE b > ?",
        "UPDATE t SET a = ?, b = NULL WHERE id = ?",
        "DELETE FROM t WHERE a = ? AND b < ?",
    };

    @Test
    void readsWhatAFullScanReads() {
        for (SqlDialect dialect : List.of(SqlDialect.POSTGRES, SqlDialect.MYSQL, SqlDialect.SQLITE)) {
            for (int seed = 0; seed < 60; seed++) {
                compare(dialect, seed);
            }
        }
    }

    private static void compare(SqlDialect dialect, int seed) {
        Random random = new Random(seed);
        PlainDatabase plain = new PlainDatabase(dialect);
        plain.execute(SCHEMA);
        Evaluator evaluator = new Evaluator(Catalog.empty(dialect).with(SqlReader.read(SCHEMA, dialect)));
        VersionStore store = new VersionStore();
        Sight sight = new Sight(store, new NewestVersions());
        LoggedTransaction t =
                new LoggedTransaction(1, "T1", 0, List.of(), 0, 0, 0, Ending.COMMITTED, SightRules.SERIAL_AT_COMMIT);
        LoggedStatement s = new LoggedStatement(0, "", List.of(), List.of(), Optional.empty(), 0, 0);
        sight.at(t, s);
        for (int i = 0; i < 80; i++) {
            boolean reads = random.nextBoolean();
            String[] texts = reads ? READS : CHANGES;
            String text = texts[random.nextInt(texts.length)];
            Object[] parameters =
                    new Object[(int) text.chars().filter(c -> c == '?').count()];
            for (int p = 0; p < parameters.length; p++) {
                parameters[p] = (long) random.nextInt(text.startsWith("INSERT") && p == 0 ? 40 : 8);
            }
            Answer expected = plain.execute(text, parameters);
            Answer found = evaluator.prepare(text).run(parameters, sight, sight, new Environment() {});
            assertThat(found.count()).as(text).isEqualTo(expected.count());
            if (reads) {
                same(text, seed, expected.rows(), found.rows());
            }
            if (random.nextInt(4) == 0) {
                store.commit(t, sight.own);
                sight.own.clear();
            }
            if (random.nextInt(16) == 0) {
                store.forget(1, store.mark());
            }
        }
    }

    private static void same(String text, int seed, RowSet expected, RowSet found) {
        List<Object[]> rows = shown(found);
        assertThat(expected.allows(rows))
                .as("%s, seed %d: %s", text, seed, found)
                .isTrue();
        assertThat(found.allows(shown(expected)))
                .as("%s, seed %d: %s", text, seed, expected)
                .isTrue();
    }

    private static List<Object[]> shown(RowSet rows) {
        return rows.tuples().stream()
                .skip(rows.offset())
                .limit(rows.limit())
                .map(Tuple::values)
                .toList();
    }
}
