package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Twitter: users post, follow others and stop following them, and read.
 *
 * <p>The shares are those of section 8 of the Troubadour paper: new tweet 20, follow 40, timeline 10, whom one follows 10, one's tweets 20.
 * Who follows is stored twice, once from either side, and the two must agree.
 */
final class Twitter implements SqlWorkload {
    private static final int TWEETS_SHOWN = 10;
    private static final String FOLLOWING =
            "f1 BIGINT NOT NULL, f2 BIGINT NOT NULL, since BIGINT NOT NULL, PRIMARY KEY (f1, f2)";

    private final Settings settings;
    private final SqlWords words;
    private final KeyChoice users;
    private final AtomicInteger tweets = new AtomicInteger();
    /** Since when somebody follows. */
    private final AtomicInteger clock = new AtomicInteger();

    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(20, this::newTweet)
            .with(40, this::follow)
            .with(10, this::timeline)
            .with(10, this::showFollowing)
            .with(20, this::showTweets);

    Twitter(Settings settings, SqlWords words) {
        this.settings = settings;
        this.words = words;
        this.users = new KeyChoice(settings.keys(), settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_follows", FOLLOWING,
                "bateleur_followers", FOLLOWING,
                "bateleur_tweets", "id BIGINT NOT NULL PRIMARY KEY, uid BIGINT NOT NULL, txt VARCHAR(140) NOT NULL");
    }

    /** Every user follows the next one. */
    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int user = 0; user < settings.keys(); user++) {
            int next = (user + 1) % settings.keys();
            int now = clock.incrementAndGet();
            inserts.row("bateleur_follows (f1, f2, since)", user, next, now);
            inserts.row("bateleur_followers (f1, f2, since)", next, user, now);
        }
        return inserts.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private boolean newTweet(Sql sql, SplittableRandom random) throws SQLException {
        int tweet = tweets.incrementAndGet();
        sql.update(Inserts.insert("bateleur_tweets (id, uid, txt)", 3), tweet, users.draw(random), "tweet " + tweet);
        return true;
    }

    /** Or stops to follow. */
    private boolean follow(Sql sql, SplittableRandom random) throws SQLException {
        int user = users.draw(random);
        int other = users.draw(random);
        if (sql.row("SELECT since FROM bateleur_follows WHERE f1 = ? AND f2 = ?", user, other)
                .isPresent()) {
            sql.update("DELETE FROM bateleur_follows WHERE f1 = ? AND f2 = ?", user, other);
            sql.update("DELETE FROM bateleur_followers WHERE f1 = ? AND f2 = ?", other, user);
        } else {
            int now = clock.incrementAndGet();
            sql.update(Inserts.insert("bateleur_follows (f1, f2, since)", 3), user, other, now);
            sql.update(Inserts.insert("bateleur_followers (f1, f2, since)", 3), other, user, now);
        }
        return true;
    }

    private boolean timeline(Sql sql, SplittableRandom random) throws SQLException {
        sql.first(
                TWEETS_SHOWN,
                "SELECT t.id, t.txt, f.f2, f.since FROM bateleur_follows f JOIN bateleur_tweets t ON t.uid = f.f2 "
                        + "WHERE f.f1 = ? ORDER BY t.id DESC",
                users.draw(random));
        return true;
    }

    private boolean showFollowing(Sql sql, SplittableRandom random) throws SQLException {
        int user = users.draw(random);
        sql.rows("SELECT f2, since FROM bateleur_follows WHERE f1 = ?", user);
        sql.rows("SELECT f2, since FROM bateleur_followers WHERE f1 = ?", user);
        return true;
    }

    private boolean showTweets(Sql sql, SplittableRandom random) throws SQLException {
        sql.first(
                TWEETS_SHOWN, "SELECT id, txt FROM bateleur_tweets WHERE uid = ? ORDER BY id DESC", users.draw(random));
        return true;
    }
}
