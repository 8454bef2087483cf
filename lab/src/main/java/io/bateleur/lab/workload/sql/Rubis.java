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
 * RUBiS, an auction house: nicknames must not be taken twice, stocks are bought from, and comments change ratings.
 *
 * <p>The shares are those of section 8 of the Troubadour paper: register user 10, register item 15, buy now 15, comment 20, browse 40.
 * Nothing but a query guards nicknames, as no unique index does: two users who ask at once may both find a name free. To browse is
 * to see what one seller or one category offers, with the ratings of the sellers.
 */
final class Rubis implements SqlWorkload {
    static final int INITIAL_STOCK = 1000;
    private static final int ITEMS_PER_USER = 4;
    private static final int CATEGORIES = 3;
    private static final int BOUGHT_MAX = 4;
    private static final int RATING_MAX = 5;
    /** Among how many nicknames a new user chooses. */
    private static final int WISHES = 5;

    private static final Sql.Cell QUANTITY = new Sql.Cell("bateleur_items", "quantity", "id = ?");
    private static final Sql.Cell RATING = new Sql.Cell("bateleur_users", "rating", "id = ?");

    private final Settings settings;
    private final SqlWords words;
    private final KeyChoice users;
    private final KeyChoice items;
    private final AtomicInteger lastUser;
    private final AtomicInteger lastItem;
    private final AtomicInteger others = new AtomicInteger();
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(10, this::registerUser)
            .with(15, this::registerItem)
            .with(15, this::buyNow)
            .with(20, this::comment)
            .with(20, this::browseSeller)
            .with(20, this::browseCategory);

    Rubis(Settings settings, SqlWords words) {
        this.settings = settings;
        this.words = words;
        this.users = new KeyChoice(settings.keys(), settings.zipf());
        this.items = new KeyChoice(settings.keys() * ITEMS_PER_USER, settings.zipf());
        this.lastUser = new AtomicInteger(settings.keys());
        this.lastItem = new AtomicInteger(settings.keys() * ITEMS_PER_USER);
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_users",
                "id BIGINT NOT NULL PRIMARY KEY, nickname VARCHAR(20) NOT NULL, rating BIGINT NOT NULL",
                "bateleur_items",
                "id BIGINT NOT NULL PRIMARY KEY, seller BIGINT NOT NULL, category BIGINT NOT NULL, quantity BIGINT NOT NULL",
                "bateleur_buy_now",
                "id BIGINT NOT NULL PRIMARY KEY, buyer_id BIGINT NOT NULL, item_id BIGINT NOT NULL, qty BIGINT NOT NULL",
                "bateleur_comments",
                "id BIGINT NOT NULL PRIMARY KEY, from_user_id BIGINT NOT NULL, to_user_id BIGINT NOT NULL, rating BIGINT NOT NULL");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int user = 0; user < settings.keys(); user++) {
            inserts.row("bateleur_users (id, nickname, rating)", user, nickname(user), 0);
        }
        for (int item = 0; item < settings.keys() * ITEMS_PER_USER; item++) {
            inserts.row(
                    "bateleur_items (id, seller, category, quantity)",
                    item,
                    item / ITEMS_PER_USER,
                    item % CATEGORIES,
                    INITIAL_STOCK);
        }
        return inserts.bodies();
    }

    private static String nickname(int number) {
        return "user" + number;
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    /** Now and then somebody wants a nickname that another has, or is just taking. */
    private boolean registerUser(Sql sql, SplittableRandom random) throws SQLException {
        int user = lastUser.incrementAndGet();
        String wish = nickname(user + random.nextInt(WISHES));
        if (sql.rows("SELECT id FROM bateleur_users WHERE nickname = ?", wish).isEmpty()) {
            sql.update(Inserts.insert("bateleur_users (id, nickname, rating)", 3), user, wish, 0);
        }
        return true;
    }

    private boolean registerItem(Sql sql, SplittableRandom random) throws SQLException {
        int seller = users.draw(random);
        sql.rows("SELECT nickname, rating FROM bateleur_users WHERE id = ?", seller);
        sql.update(
                Inserts.insert("bateleur_items (id, seller, category, quantity)", 4),
                lastItem.incrementAndGet(),
                seller,
                random.nextInt(CATEGORIES),
                INITIAL_STOCK);
        return true;
    }

    private boolean buyNow(Sql sql, SplittableRandom random) throws SQLException {
        int item = items.draw(random);
        int bought = 1 + random.nextInt(BOUGHT_MAX);
        long stock = sql.read(QUANTITY, item);
        sql.write(QUANTITY, stock - bought, item);
        sql.update(
                Inserts.insert("bateleur_buy_now (id, buyer_id, item_id, qty)", 4),
                others.incrementAndGet(),
                users.draw(random),
                item,
                bought);
        return true;
    }

    private boolean comment(Sql sql, SplittableRandom random) throws SQLException {
        int about = users.draw(random);
        int rating = random.nextInt(RATING_MAX) + 1;
        sql.update(
                Inserts.insert("bateleur_comments (id, from_user_id, to_user_id, rating)", 4),
                others.incrementAndGet(),
                users.draw(random),
                about,
                rating);
        sql.add(RATING, rating, about);
        return true;
    }

    private boolean browseSeller(Sql sql, SplittableRandom random) throws SQLException {
        int seller = users.draw(random);
        sql.rows("SELECT nickname, rating FROM bateleur_users WHERE id = ?", seller);
        sql.rows("SELECT id, quantity FROM bateleur_items WHERE seller = ?", seller);
        sql.rows("SELECT id, from_user_id, rating FROM bateleur_comments WHERE to_user_id = ?", seller);
        return true;
    }

    private boolean browseCategory(Sql sql, SplittableRandom random) throws SQLException {
        sql.rows(
                "SELECT i.id AS item_id, i.quantity, u.id AS user_id, u.rating FROM bateleur_items i "
                        + "JOIN bateleur_users u ON u.id = i.seller WHERE i.category = ?",
                random.nextInt(CATEGORIES));
        return true;
    }
}
