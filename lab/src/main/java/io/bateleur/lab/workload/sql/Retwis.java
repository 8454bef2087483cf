package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Retwis, a small Twitter, as Tapir measures it: rows of one table, of which transactions read some and write some. Shares and numbers
 * of reads and writes are those of its retwisClient.cc; a timeline is one query for several rows.
 */
final class Retwis implements SqlWorkload {
    private static final int TIMELINE_MAX = 10;

    private final Settings settings;
    private final SqlWords words;
    private final KeyChoice keys;
    private final Stamps stamps;
    private final SplittableRandom loading = new SplittableRandom(0);
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(5, (sql, random) -> run(sql, random, 1, 3))
            .with(15, (sql, random) -> run(sql, random, 2, 2))
            .with(30, (sql, random) -> run(sql, random, 3, 5))
            .with(50, this::timeline);

    Retwis(Settings settings, SqlWords words) {
        this.settings = settings;
        this.words = words;
        this.stamps = new Stamps(settings);
        this.keys = new KeyChoice(settings.keys(), settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of("bateleur_retwis", "id BIGINT NOT NULL PRIMARY KEY, post BIGINT NOT NULL");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int key = 0; key < settings.keys(); key++) {
            inserts.row("bateleur_retwis (id, post)", key, stamps.next(loading));
        }
        return inserts.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    /** Writes some rows, of which it reads the first before it writes them. */
    private boolean run(Sql sql, SplittableRandom random, int reads, int writes) throws SQLException {
        int[] chosen = sorted(writes, random);
        for (int i = 0; i < chosen.length; i++) {
            if (i < reads) {
                sql.number("SELECT post FROM bateleur_retwis WHERE id = ?", chosen[i]);
            }
            sql.update("UPDATE bateleur_retwis SET post = ? WHERE id = ?", stamps.next(random), chosen[i]);
        }
        return true;
    }

    private boolean timeline(Sql sql, SplittableRandom random) throws SQLException {
        Object[] chosen = Arrays.stream(sorted(1 + random.nextInt(TIMELINE_MAX), random))
                .boxed()
                .toArray();
        String marks = String.join(", ", Collections.nCopies(chosen.length, "?"));
        sql.rows("SELECT id, post FROM bateleur_retwis WHERE id IN (" + marks + ")", chosen);
        return true;
    }

    private int[] sorted(int many, SplittableRandom random) {
        int[] chosen = keys.distinct(many, random);
        Arrays.sort(chosen);
        return chosen;
    }
}
