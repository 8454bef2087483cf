package io.bateleur.sql.audit;

import io.bateleur.core.model.SqlResult;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What databases let a transaction say next, whatever the rows are: it has savepoints, and errors may doom or end it.
 *
 * <p>PostgreSQL and SQLite keep savepoints of one name on top of each other, MariaDB and MySQL replace the older one, and H2 releases none.
 * On PostgreSQL an error dooms a transaction until it goes back to a savepoint; a deadlock on MariaDB, MySQL and H2 ends it.
 */
final class TransactionCourse {
    private static final String DEADLOCK = "40001";

    private final SqlDialect dialect;
    private final boolean dooms;
    private final List<Saved> savepoints = new ArrayList<>();
    private boolean doomed;
    private boolean ended;

    private record Saved(String name, int place) {}

    /** @param driver whether a driver may set savepoints of its own, so that no error dooms anything */
    TransactionCourse(SqlDialect dialect, boolean driver) {
        this.dialect = dialect;
        this.dooms = dialect == SqlDialect.POSTGRES && !driver;
    }

    /** Whether all of it was undone by an error. */
    boolean hasEnded() {
        return ended;
    }

    /** Whether a commit only rolls it back. */
    boolean isDoomed() {
        return doomed;
    }

    /** Takes the next statement: notes to which savepoint it goes back, and what speaks against its answer. */
    void next(LoggedStatement s) {
        SqlResult.Failure failure = s.failure();
        if (failure != null) {
            doomed |= dooms;
            boolean undone = dialect == SqlDialect.MYSQL || dialect == SqlDialect.H2;
            ended |= undone && failure.state().equals(DEADLOCK);
            return;
        }
        if (s.answer.isEmpty() && !TransactionCourse.isAboutSavepoints(s.tree())) {
            return; // nobody knows whether it succeeded
        }
        if (doomed && !(s.tree() instanceof Utility.RollbackTo)) {
            s.outOfPlace =
                    "A statement of the transaction had failed, so every other one fails until it is rolled back.";
            return;
        }
        if (s.tree() instanceof Utility.Savepoint savepoint) {
            save(savepoint.name(), s);
        } else if (s.tree() instanceof Utility.RollbackTo back) {
            rollBack(back.name(), s);
        } else if (s.tree() instanceof Utility.Release release) {
            release(release.name(), s);
        }
    }

    static boolean isAboutSavepoints(Statement tree) {
        return tree instanceof Utility.Savepoint
                || tree instanceof Utility.RollbackTo
                || tree instanceof Utility.Release;
    }

    private void save(Name name, LoggedStatement s) {
        s.marks = true;
        String key = key(name);
        if (dialect == SqlDialect.MYSQL || dialect == SqlDialect.H2) {
            savepoints.removeIf(saved -> saved.name.equals(key));
        }
        savepoints.add(new Saved(key, s.place));
    }

    private void rollBack(Name name, LoggedStatement s) {
        int at = find(name);
        if (at < 0) {
            missing(name, s);
            return;
        }
        s.backTo = savepoints.get(at).place;
        doomed = false;
        if (dialect != SqlDialect.H2) {
            savepoints.subList(at + 1, savepoints.size()).clear();
        }
    }

    private void release(Name name, LoggedStatement s) {
        if (dialect == SqlDialect.H2) {
            return;
        }
        int at = find(name);
        if (at < 0) {
            missing(name, s);
        } else {
            savepoints.subList(at, savepoints.size()).clear();
        }
    }

    private void missing(Name name, LoggedStatement s) {
        // H2 keeps savepoints even where a deadlock ended their transaction.
        if (dialect != SqlDialect.OTHER && dialect != SqlDialect.H2) {
            s.outOfPlace = "There is no savepoint " + name.text() + " to go back to.";
        }
    }

    private int find(Name name) {
        String key = key(name);
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).name.equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private static String key(Name name) {
        return name.exact() ? name.text() : name.text().toLowerCase(Locale.ROOT);
    }
}
