package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Twitter, as Cobra has it: users post, follow others and stop following them, and read.
 *
 * <p>The shares are those of Cobra's benchmark, which section 8 of the Troubadour paper repeats: new tweet 20, follow 40, timeline 10,
 * whom one follows 10, one's tweets 20. Where Cobra packs what belongs to a user into one value, it is here a range of keys. Who follows
 * is stored twice, once from either side, and the two must agree.
 */
final class Twitter implements Workload {
    static final int FOLLOWING = 1;
    static final int FOLLOWERS = 2;
    private static final int TWEET = 3;
    private static final int LAST_TWEET = 4;
    /** Of whom one follows, Cobra shows so many. */
    private static final int TIMELINE_MAX = 20;

    private static final int TWEETS_SHOWN = 10;

    private final Settings settings;
    private final Values values;
    private final KeyChoice users;
    private final AtomicInteger tweets = new AtomicInteger();
    private final Mix<Program> programs = new Mix<Program>()
            .with(20, this::newTweet)
            .with(40, this::follow)
            .with(10, this::timeline)
            .with(10, this::showFollowing)
            .with(20, this::showTweets);

    Twitter(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.users = new KeyChoice(settings.keys(), settings.zipf());
    }

    /** Every user follows the next one. */
    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int user = 0; user < settings.keys(); user++) {
            int next = (user + 1) % settings.keys();
            load.put(Keys.of(FOLLOWING, user, next)).put(Keys.of(FOLLOWERS, next, user));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    private boolean newTweet(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = users.draw(random);
        int tweet = tweets.incrementAndGet();
        client.put(Keys.of(TWEET, user, newestFirst(tweet)), values.next(random));
        client.put(Keys.of(LAST_TWEET, user), values.holding(tweet));
        return true;
    }

    /** Or stops to follow. */
    private boolean follow(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = users.draw(random);
        int other = users.draw(random);
        if (Values.isLive(client.get(Keys.of(FOLLOWING, user, other), false))) {
            client.delete(Keys.of(FOLLOWING, user, other));
            client.delete(Keys.of(FOLLOWERS, other, user));
        } else {
            client.put(Keys.of(FOLLOWING, user, other), values.next(random));
            client.put(Keys.of(FOLLOWERS, other, user), values.next(random));
        }
        return true;
    }

    private boolean timeline(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = users.draw(random);
        List<Item> followed = client.iterate(Keys.of(FOLLOWING, user), Keys.end(FOLLOWING, user), TIMELINE_MAX)
                .items();
        for (Item item : followed) {
            long other = Keys.child(item.key());
            Content last = client.get(Keys.of(LAST_TWEET, other), false);
            if (Values.isLive(last)) {
                client.get(Keys.of(TWEET, other, newestFirst(Values.number(last))), false);
            }
        }
        return true;
    }

    private boolean showFollowing(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = users.draw(random);
        client.scan(Keys.of(FOLLOWING, user), Keys.end(FOLLOWING, user), false);
        return true;
    }

    private boolean showTweets(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int user = users.draw(random);
        client.iterate(Keys.of(TWEET, user), Keys.end(TWEET, user), TWEETS_SHOWN);
        return true;
    }

    /** Ranges are read from their start, and what is wanted are the newest. */
    private static long newestFirst(int tweet) {
        return (long) Integer.MAX_VALUE - tweet;
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN, OpKind.ITERATE);
    }
}
