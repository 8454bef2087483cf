package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * RUBiS, an auction house, as Cobra has it: nicknames must not be taken twice, stocks are bought from, and comments change ratings.
 *
 * <p>The shares are those of Cobra's benchmark, which section 8 of the Troubadour paper repeats: register user 10, register item 15, buy
 * now 15, comment 20, browse 40. What the programs read and write is Cobra's, regions left out: four items a user, five items and
 * three ratings a browse.
 */
final class Rubis implements Workload {
    static final int USER = 1;
    static final int NICKNAME = 2;
    static final int ITEM = 3;
    static final int PURCHASE = 4;
    static final int INITIAL_STOCK = 1000;
    private static final int RATING = 5;
    private static final int COMMENT = 6;
    private static final int ITEMS_PER_USER = 4;
    private static final int BOUGHT_MAX = 4;
    private static final int ITEMS_BROWSED = 5;
    private static final int RATINGS_BROWSED = 3;
    private static final int RATING_MAX = 5;
    /** Among how many nicknames a new user chooses. */
    private static final int WISHES = 5;

    private final Settings settings;
    private final Values values;
    private final KeyChoice users;
    private final KeyChoice items;
    private final AtomicInteger lastUser;
    private final AtomicInteger lastItem;
    private final AtomicInteger others = new AtomicInteger();
    private final Mix<Program> programs = new Mix<Program>()
            .with(10, this::registerUser)
            .with(15, this::registerItem)
            .with(15, this::buyNow)
            .with(20, this::comment)
            .with(40, this::browse);

    Rubis(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.users = new KeyChoice(settings.keys(), settings.zipf());
        this.items = new KeyChoice(settings.keys() * ITEMS_PER_USER, settings.zipf());
        this.lastUser = new AtomicInteger(settings.keys());
        this.lastItem = new AtomicInteger(settings.keys() * ITEMS_PER_USER);
    }

    /** Users have the nickname of their own number. */
    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int user = 0; user < settings.keys(); user++) {
            load.put(Keys.of(USER, user), user).put(Keys.of(NICKNAME, user), user);
            load.put(Keys.of(RATING, user), 0);
        }
        for (int item = 0; item < settings.keys() * ITEMS_PER_USER; item++) {
            load.put(Keys.of(ITEM, item), INITIAL_STOCK);
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    /** Now and then somebody wants a nickname that another has, or is just taking. */
    private boolean registerUser(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = lastUser.incrementAndGet();
        int wish = user + random.nextInt(WISHES);
        Value nickname = Keys.of(NICKNAME, wish);
        if (Values.isLive(client.get(nickname, false))) {
            return true;
        }
        client.put(nickname, values.holding(user));
        client.put(Keys.of(USER, user), values.holding(wish));
        client.put(Keys.of(RATING, user), values.holding(0));
        return true;
    }

    private boolean registerItem(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        client.get(Keys.of(USER, users.draw(random)), false);
        client.put(Keys.of(ITEM, lastItem.incrementAndGet()), values.holding(INITIAL_STOCK));
        return true;
    }

    private boolean buyNow(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int item = items.draw(random);
        int bought = 1 + random.nextInt(BOUGHT_MAX);
        int stock = Values.number(client.get(Keys.of(ITEM, item), false));
        client.put(Keys.of(ITEM, item), values.holding(stock - bought));
        client.put(Keys.of(PURCHASE, item, others.incrementAndGet()), values.holding(bought));
        return true;
    }

    private boolean comment(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int about = users.draw(random);
        client.put(Keys.of(COMMENT, about, others.incrementAndGet()), values.next(random));
        Content rating = client.get(Keys.of(RATING, about), false);
        client.put(Keys.of(RATING, about), values.holding(Values.number(rating) + random.nextInt(RATING_MAX)));
        return true;
    }

    private boolean browse(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        for (int item : items.distinct(ITEMS_BROWSED, random)) {
            client.get(Keys.of(ITEM, item), false);
        }
        for (int user : users.distinct(RATINGS_BROWSED, random)) {
            client.get(Keys.of(RATING, user), false);
        }
        return true;
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT);
    }
}
