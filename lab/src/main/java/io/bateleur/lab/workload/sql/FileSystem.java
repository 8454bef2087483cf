package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The metadata of a file system in a SQL database: a table of inodes and one of the entries of directories. Directories lie in the root,
 * and files in directories. An inode holds how many entries have it, or how many entries the directory has. Programs and shares are
 * ours, and the same as on keys.
 */
final class FileSystem implements SqlWorkload {
    static final long ROOT = 1;
    private static final int FILES_PER_DIRECTORY = 8;
    private static final int PAGE = 4;
    private static final Sql.Cell LINKS = new Sql.Cell("bateleur_inode", "links", "inode = ?");

    private final SqlWords words;
    private final KeyChoice directories;
    private final AtomicLong lastInode = new AtomicLong(ROOT);
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(30, this::create)
            .with(20, this::rename)
            .with(15, this::unlink)
            .with(5, this::removeDirectory)
            .with(10, this::list)
            .with(10, this::firstPage)
            .with(10, this::status);

    FileSystem(Settings settings, SqlWords words) {
        this.words = words;
        this.directories = new KeyChoice(settings.keys(), settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_inode",
                "inode BIGINT NOT NULL PRIMARY KEY, links BIGINT NOT NULL",
                "bateleur_entry",
                "parent BIGINT NOT NULL, name VARCHAR(20) NOT NULL, inode BIGINT NOT NULL, PRIMARY KEY (parent, name)");
    }

    @Override
    public List<Body> load() {
        return new Inserts(words).row("bateleur_inode (inode, links)", ROOT, 0).bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private String directory(SplittableRandom random) {
        return "dir" + directories.draw(random);
    }

    private static String file(SplittableRandom random) {
        return "file" + random.nextInt(FILES_PER_DIRECTORY);
    }

    private static OptionalLong lookup(Sql sql, long parent, String name) throws SQLException {
        return sql.row("SELECT inode FROM bateleur_entry WHERE parent = ? AND name = ?", parent, name)
                .map(row -> OptionalLong.of(row.number(0)))
                .orElse(OptionalLong.empty());
    }

    /** Creates a file, and its directory if that is not there. */
    private boolean create(Sql sql, SplittableRandom random) throws SQLException {
        String name = directory(random);
        OptionalLong found = lookup(sql, ROOT, name);
        long directory = found.isPresent() ? found.getAsLong() : enter(sql, ROOT, name, 0);
        String file = file(random);
        if (lookup(sql, directory, file).isEmpty()) {
            enter(sql, directory, file, 1);
        }
        return true;
    }

    /** Makes a new inode and its entry. */
    private long enter(Sql sql, long parent, String name, int links) throws SQLException {
        long inode = lastInode.incrementAndGet();
        sql.update(Inserts.insert("bateleur_inode (inode, links)", 2), inode, links);
        sql.update(Inserts.insert("bateleur_entry (parent, name, inode)", 3), parent, name, inode);
        sql.add(LINKS, 1, parent);
        return inode;
    }

    private boolean unlink(Sql sql, SplittableRandom random) throws SQLException {
        OptionalLong directory = lookup(sql, ROOT, directory(random));
        if (directory.isPresent()) {
            remove(sql, directory.getAsLong(), file(random));
        }
        return true;
    }

    private static void remove(Sql sql, long parent, String name) throws SQLException {
        OptionalLong inode = lookup(sql, parent, name);
        if (inode.isPresent()) {
            sql.update("DELETE FROM bateleur_entry WHERE parent = ? AND name = ?", parent, name);
            sql.update("DELETE FROM bateleur_inode WHERE inode = ?", inode.getAsLong());
            sql.add(LINKS, -1, parent);
        }
    }

    /** A file that has the new name already makes way. */
    private boolean rename(Sql sql, SplittableRandom random) throws SQLException {
        OptionalLong from = lookup(sql, ROOT, directory(random));
        OptionalLong to = lookup(sql, ROOT, directory(random));
        String oldName = file(random);
        String newName = file(random);
        boolean same = from.equals(to) && oldName.equals(newName);
        if (from.isEmpty() || to.isEmpty() || same) {
            return true;
        }
        OptionalLong inode = lookup(sql, from.getAsLong(), oldName);
        if (inode.isEmpty()) {
            return true;
        }
        remove(sql, to.getAsLong(), newName);
        sql.update("DELETE FROM bateleur_entry WHERE parent = ? AND name = ?", from.getAsLong(), oldName);
        sql.add(LINKS, -1, from.getAsLong());
        sql.update(
                Inserts.insert("bateleur_entry (parent, name, inode)", 3), to.getAsLong(), newName, inode.getAsLong());
        sql.add(LINKS, 1, to.getAsLong());
        return true;
    }

    /** Whether a directory is empty shows in its entries, of which one is enough. */
    private boolean removeDirectory(Sql sql, SplittableRandom random) throws SQLException {
        String name = directory(random);
        OptionalLong directory = lookup(sql, ROOT, name);
        if (directory.isPresent() && page(sql, directory.getAsLong(), 1).isEmpty()) {
            remove(sql, ROOT, name);
        }
        return true;
    }

    private boolean list(Sql sql, SplittableRandom random) throws SQLException {
        OptionalLong directory = lookup(sql, ROOT, directory(random));
        if (directory.isPresent()) {
            sql.rows(
                    "SELECT e.name, e.inode, i.links FROM bateleur_entry e JOIN bateleur_inode i ON i.inode = e.inode "
                            + "WHERE e.parent = ?",
                    directory.getAsLong());
        }
        return true;
    }

    private boolean firstPage(Sql sql, SplittableRandom random) throws SQLException {
        OptionalLong directory = lookup(sql, ROOT, directory(random));
        if (directory.isPresent()) {
            page(sql, directory.getAsLong(), PAGE);
        }
        return true;
    }

    private static List<Sql.Row> page(Sql sql, long directory, int most) throws SQLException {
        return sql.first(most, "SELECT name, inode FROM bateleur_entry WHERE parent = ? ORDER BY name", directory);
    }

    private boolean status(Sql sql, SplittableRandom random) throws SQLException {
        OptionalLong directory = lookup(sql, ROOT, directory(random));
        if (directory.isPresent()) {
            OptionalLong inode = lookup(sql, directory.getAsLong(), file(random));
            sql.rows("SELECT links FROM bateleur_inode WHERE inode = ?", inode.orElse(directory.getAsLong()));
        }
        return true;
    }
}
