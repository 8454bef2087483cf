package io.bateleur.sql.lift;

import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.UnrecordedWork;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The text of a statement, read.
 *
 * @param statements one, unless the text has several, or none
 * @param parameters how many question marks there are
 * @param commits whether some databases commit by themselves before and after it
 * @param clears whether it leaves a table empty
 */
record Parsed(Kind kind, List<Statement> statements, int parameters, boolean commits, boolean clears) {
    private static final Set<String> COMMITTING = Set.of(
            "CREATE",
            "DROP",
            "ALTER",
            "TRUNCATE",
            "RENAME",
            "GRANT",
            "REVOKE",
            "LOCK",
            "UNLOCK",
            "ANALYZE",
            "COMMENT",
            "OPTIMIZE",
            "REPAIR",
            "FLUSH",
            "CHECK",
            "CACHE",
            "LOAD",
            "INSTALL",
            "UNINSTALL",
            "RESET",
            "BEGIN",
            "START");

    enum Kind {
        SQL,
        /** A recorder says what the state of the session is. */
        STATE,
        /** A recorder says that something passed it by. */
        UNRECORDED
    }

    static Parsed of(String text, SqlDialect dialect) {
        if (text.equals(SessionState.TEXT)) {
            return new Parsed(Kind.STATE, List.of(), -1, false, false);
        }
        if (text.equals(UnrecordedWork.TEXT)) {
            return new Parsed(Kind.UNRECORDED, List.of(), -1, false, false);
        }
        List<Statement> statements = SqlReader.read(text, dialect);
        int parameters = 0;
        boolean commits = false;
        boolean clears = false;
        for (Statement each : statements) {
            for (Expr.Placeholder placeholder : Walk.all(each, Expr.Placeholder.class)) {
                parameters = Math.max(parameters, placeholder.position() + 1);
            }
            commits |= commits(each);
            clears |= each instanceof Change.Truncate
                    || each instanceof Change.Delete delete && delete.where() == null
                    || each instanceof Definition.Drop;
        }
        return new Parsed(Kind.SQL, statements, parameters, commits, clears);
    }

    private static boolean commits(Statement statement) {
        if (statement instanceof Definition.CreateTable create
                && create.modifiers().contains("TEMP")) {
            return false;
        }
        boolean other = statement instanceof Utility.Other words
                && COMMITTING.contains(words.verb().toUpperCase(Locale.ROOT));
        boolean unread = statement instanceof Statement.Unread text
                && COMMITTING.contains(text.text().strip().split("\\W", 2)[0].toUpperCase(Locale.ROOT));
        return statement instanceof Definition
                || statement instanceof Change.Truncate
                || statement instanceof Utility.LockTables
                || statement instanceof Utility.Begin
                || other
                || unread;
    }
}
