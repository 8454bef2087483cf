package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The anomalies of the books as programs, all of them on very few rows: pairs, whose two rows are read and written together or one by one,
 * and small groups, of which all rows are read. The programs and their shares are our own.
 */
final class HotKeys implements SqlWorkload {
    private static final int GROUP_SIZE = 4;
    private static final Sql.Cell HALF = new Sql.Cell("bateleur_pair", "v", "pair = ? AND half = ?");

    private final int pairs;
    private final SqlWords words;
    private final Stamps stamps;
    private final KeyChoice choice;
    private final SplittableRandom loading = new SplittableRandom(0);
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(25, this::writeSkew)
            .with(20, this::lostUpdate)
            .with(10, this::writeOne)
            .with(10, this::writeBoth)
            .with(20, this::readBoth)
            .with(15, this::phantom);

    HotKeys(Settings settings, SqlWords words) {
        this.pairs = (settings.keys() + 1) / 2;
        this.words = words;
        this.stamps = new Stamps(settings);
        this.choice = new KeyChoice(pairs, settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_pair",
                "pair BIGINT NOT NULL, half BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY KEY (pair, half)",
                "bateleur_member",
                "grp BIGINT NOT NULL, id BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY KEY (grp, id)");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int pair = 0; pair < pairs; pair++) {
            inserts.row("bateleur_pair (pair, half, v)", pair, 0, stamps.next(loading));
            inserts.row("bateleur_pair (pair, half, v)", pair, 1, stamps.next(loading));
        }
        return inserts.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    /** Two of these at once, which write different rows, have each missed the other's write. */
    private boolean writeSkew(Sql sql, SplittableRandom random) throws SQLException {
        int pair = choice.draw(random);
        sql.read(HALF, pair, 0);
        sql.read(HALF, pair, 1);
        sql.write(HALF, stamps.next(random), pair, random.nextInt(2));
        return true;
    }

    private boolean lostUpdate(Sql sql, SplittableRandom random) throws SQLException {
        int pair = choice.draw(random);
        int half = random.nextInt(2);
        sql.read(HALF, pair, half);
        sql.write(HALF, stamps.next(random), pair, half);
        return true;
    }

    /** Two of these at once, of both rows of a pair, may be seen in two orders: the long fork. */
    private boolean writeOne(Sql sql, SplittableRandom random) throws SQLException {
        sql.write(HALF, stamps.next(random), choice.draw(random), random.nextInt(2));
        return true;
    }

    /** Whoever sees half of it has a read skew. */
    private boolean writeBoth(Sql sql, SplittableRandom random) throws SQLException {
        int pair = choice.draw(random);
        int first = random.nextInt(2);
        sql.write(HALF, stamps.next(random), pair, first);
        sql.write(HALF, stamps.next(random), pair, 1 - first);
        return true;
    }

    /** In two queries: one alone is consistent in most databases at any level. */
    private boolean readBoth(Sql sql, SplittableRandom random) throws SQLException {
        int pair = choice.draw(random);
        int first = random.nextInt(2);
        sql.rows("SELECT v FROM bateleur_pair WHERE pair = ? AND half = ?", pair, first);
        sql.rows("SELECT v FROM bateleur_pair WHERE pair = ? AND half = ?", pair, 1 - first);
        return true;
    }

    /** Reads a group and changes which rows are in it: two at once have each missed the other's. */
    private boolean phantom(Sql sql, SplittableRandom random) throws SQLException {
        int group = choice.draw(random);
        int member = random.nextInt(GROUP_SIZE);
        List<Sql.Row> live = sql.rows("SELECT id, v FROM bateleur_member WHERE grp = ?", group);
        if (live.stream().anyMatch(row -> row.number(0) == member)) {
            sql.update("DELETE FROM bateleur_member WHERE grp = ? AND id = ?", group, member);
        } else {
            sql.update(Inserts.insert("bateleur_member (grp, id, v)", 3), group, member, stamps.next(random));
        }
        return true;
    }
}
