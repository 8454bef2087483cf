package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The metadata of a file system in a transactional store, as JuiceFS keeps it: attributes of an inode, and entries of a directory, which
 * are a range of keys. Directories lie in the root, and files in directories. An attribute holds how many entries have the inode, or
 * how many entries the directory has.
 *
 * <p>That JuiceFS needs get, set, iterate and delete is in section 8.2 of the Boomslang paper; its layout of keys (A{inode}I and
 * A{inode}D{name}) is the one that its tkv.go lists. That it gives out numbers of inodes beside the transactions is from memory. Programs
 * and shares are ours.
 */
final class FileSystem implements Workload {
    static final int ATTRIBUTE = 1;
    static final int ENTRY = 2;
    static final int ROOT = 1;
    private static final int FILES_PER_DIRECTORY = 8;
    private static final int PAGE = 4;

    private final Values values;
    private final KeyChoice directories;
    private final AtomicInteger lastInode = new AtomicInteger(ROOT);
    private final Mix<Program> programs = new Mix<Program>()
            .with(30, this::create)
            .with(20, this::rename)
            .with(15, this::unlink)
            .with(5, this::removeDirectory)
            .with(10, this::list)
            .with(10, this::firstPage)
            .with(10, this::status);

    FileSystem(Settings settings) {
        this.values = new Values(settings);
        this.directories = new KeyChoice(settings.keys(), settings.zipf());
    }

    @Override
    public List<Body> load() {
        return new Load(values).put(Keys.of(ATTRIBUTE, ROOT), 0).bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    /** Creates a file, and its directory if that is not there. */
    private boolean create(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int name = directories.draw(random);
        OptionalInt found = lookup(client, ROOT, name);
        int directory = found.isPresent() ? found.getAsInt() : enter(client, ROOT, name, 0);
        int file = file(random);
        if (lookup(client, directory, file).isEmpty()) {
            enter(client, directory, file, 1);
        }
        return true;
    }

    /** Makes a new inode and its entry. */
    private int enter(KeyValueClient client, int directory, int name, int attribute) throws CallFailedException {
        int inode = lastInode.incrementAndGet();
        client.put(Keys.of(ENTRY, directory, name), values.holding(inode));
        client.put(Keys.of(ATTRIBUTE, inode), values.holding(attribute));
        count(client, directory, 1);
        return inode;
    }

    private boolean unlink(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        OptionalInt directory = lookup(client, ROOT, directories.draw(random));
        if (directory.isPresent()) {
            remove(client, directory.getAsInt(), file(random));
        }
        return true;
    }

    private void remove(KeyValueClient client, int directory, int name) throws CallFailedException {
        OptionalInt inode = lookup(client, directory, name);
        if (inode.isPresent()) {
            client.delete(Keys.of(ENTRY, directory, name));
            client.delete(Keys.of(ATTRIBUTE, inode.getAsInt()));
            count(client, directory, -1);
        }
    }

    /** A file that has the new name already makes way. */
    private boolean rename(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        OptionalInt from = lookup(client, ROOT, directories.draw(random));
        OptionalInt to = lookup(client, ROOT, directories.draw(random));
        int oldName = file(random);
        int newName = file(random);
        boolean same = from.equals(to) && oldName == newName;
        if (from.isEmpty() || to.isEmpty() || same) {
            return true;
        }
        OptionalInt inode = lookup(client, from.getAsInt(), oldName);
        if (inode.isEmpty()) {
            return true;
        }
        remove(client, to.getAsInt(), newName);
        client.delete(Keys.of(ENTRY, from.getAsInt(), oldName));
        count(client, from.getAsInt(), -1);
        client.put(Keys.of(ENTRY, to.getAsInt(), newName), values.holding(inode.getAsInt()));
        count(client, to.getAsInt(), 1);
        return true;
    }

    /** Whether a directory is empty shows in its entries, of which one is enough. */
    private boolean removeDirectory(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int name = directories.draw(random);
        OptionalInt directory = lookup(client, ROOT, name);
        if (directory.isPresent() && page(client, directory.getAsInt(), 1).isEmpty()) {
            remove(client, ROOT, name);
        }
        return true;
    }

    private boolean list(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        OptionalInt found = lookup(client, ROOT, directories.draw(random));
        if (found.isPresent()) {
            int directory = found.getAsInt();
            attributes(client, client.scan(Keys.of(ENTRY, directory), Keys.end(ENTRY, directory), false));
        }
        return true;
    }

    private boolean firstPage(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        OptionalInt directory = lookup(client, ROOT, directories.draw(random));
        if (directory.isPresent()) {
            attributes(client, page(client, directory.getAsInt(), PAGE));
        }
        return true;
    }

    private boolean status(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        OptionalInt directory = lookup(client, ROOT, directories.draw(random));
        if (directory.isPresent()) {
            OptionalInt inode = lookup(client, directory.getAsInt(), file(random));
            client.get(Keys.of(ATTRIBUTE, inode.orElse(directory.getAsInt())), false);
        }
        return true;
    }

    private static List<Item> page(KeyValueClient client, int directory, int most) throws CallFailedException {
        return client.iterate(Keys.of(ENTRY, directory), Keys.end(ENTRY, directory), most)
                .items();
    }

    private static void attributes(KeyValueClient client, List<Item> entries) throws CallFailedException {
        for (Item entry : entries) {
            client.get(Keys.of(ATTRIBUTE, Values.number(entry.content())), false);
        }
    }

    private static OptionalInt lookup(KeyValueClient client, int directory, int name) throws CallFailedException {
        Content entry = client.get(Keys.of(ENTRY, directory, name), false);
        return Values.isLive(entry) ? OptionalInt.of(Values.number(entry)) : OptionalInt.empty();
    }

    /** Every change of a directory writes its attribute, as the time of change does in a file system. */
    private void count(KeyValueClient client, int directory, int change) throws CallFailedException {
        Value key = Keys.of(ATTRIBUTE, directory);
        client.put(key, values.holding(Values.number(client.get(key, false)) + change));
    }

    private static int file(SplittableRandom random) {
        return random.nextInt(FILES_PER_DIRECTORY);
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN, OpKind.ITERATE);
    }
}
