package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads any statement by its first word, and those itself that are about transactions, sessions, other statements and the server. */
final class UtilityReader {
    /** Statements of which nothing but their words is needed. */
    private static final Set<String> OTHER = Set.of(
            "ANALYZE",
            "ANALYSE",
            "VACUUM",
            "LISTEN",
            "NOTIFY",
            "UNLISTEN",
            "GRANT",
            "REVOKE",
            "COMMENT",
            "CHECKPOINT",
            "CLUSTER",
            "DISCARD",
            "LOAD",
            "REINDEX",
            "REFRESH",
            "REASSIGN",
            "SECURITY",
            "IMPORT",
            "PRAGMA",
            "FLUSH",
            "KILL",
            "OPTIMIZE",
            "REPAIR",
            "CHECK",
            "CHECKSUM",
            "HELP",
            "HANDLER",
            "PURGE",
            "CHANGE",
            "STOP",
            "RESET",
            "SHOW",
            "SHUTDOWN",
            "SCRIPT",
            "RUNSCRIPT",
            "BACKUP",
            "ATTACH",
            "DETACH",
            "XA",
            "INSTALL",
            "UNINSTALL",
            "CACHE",
            "SIGNAL",
            "RESIGNAL",
            "GET",
            "UNLOCK",
            "FETCH",
            "MOVE",
            "CLOSE",
            "DEALLOCATE",
            "BINLOG",
            "DESC",
            "DESCRIBE",
            "SET",
            "START",
            "ABORT",
            "END",
            "COMMIT",
            "ROLLBACK",
            "WAIT",
            "WAITFOR",
            "REPLICA",
            "SLAVE",
            "RESTORE");

    private final Reading in;

    UtilityReader(Reading in) {
        this.in = in;
    }

    Statement read() {
        return in.nested(this::statement);
    }

    private Statement statement() {
        Token first = in.peek();
        int from = in.from();
        if (first.kind() == Token.Kind.CLIENT) {
            in.next();
            return new Utility.Other(in.since(from), "\\", new Verbatim(in.since(from), List.of(first.written())));
        }
        if (in.atSign("{")) {
            return escapedCall();
        }
        if (in.atSign("(") || QueryReader.begins(first, in.peek(1)) && !first.isWord("WITH")) {
            return in.queries.read();
        }
        if (first.kind() != Token.Kind.WORD) {
            throw in.fail("a statement");
        }
        switch (first.text()) {
            case "WITH":
                Query.With with = in.queries.with();
                return in.changes.begins() ? in.changes.rest(from, with) : in.queries.rest(from, with);
            case "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE":
                return in.changes.read();
            case "TRUNCATE":
                return in.changes.truncate();
            case "COPY":
                return in.changes.copy();
            case "CREATE":
                return in.definitions.create();
            case "ALTER":
                return in.definitions.alter();
            case "DROP":
                return in.definitions.drop();
            case "RENAME":
                return in.definitions.rename();
            default:
                return command(first.text(), from);
        }
    }

    private Statement command(String word, int from) {
        Statement known =
                switch (word) {
                    case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE" ->
                        in.attempt(() -> transaction(from));
                    case "SET" -> in.attempt(() -> set(from));
                    case "EXPLAIN", "DESC", "DESCRIBE" -> explain(from);
                    case "CALL", "EXEC" -> call(from);
                    case "DO" -> doBlock(from);
                    case "USE" -> use(from);
                    case "PREPARE" -> in.attempt(() -> prepare(from));
                    case "EXECUTE" -> execute(from);
                    case "DECLARE" -> in.attempt(() -> cursor(from));
                    case "LOCK" -> in.attempt(() -> lock(from));
                    default -> null;
                };
        if (known != null) {
            return known;
        }
        if (!in.is(SqlDialect.POSTGRES) && (word.equals("BEGIN") || word.equals("DECLARE"))) {
            return in.bodies.statement();
        }
        boolean prepare = word.equals("PREPARE") || word.equals("COMMIT");
        if (!OTHER.contains(word) && !(prepare && in.atWord(1, "TRANSACTION"))) {
            throw in.fail("a statement");
        }
        in.next();
        Verbatim rest = in.verbatim();
        return new Utility.Other(in.since(from), word, rest);
    }

    // ---- transactions

    private Statement transaction(int from) {
        String word = in.next().text();
        switch (word) {
            case "SAVEPOINT":
                Name set = in.name();
                return new Utility.Savepoint(in.since(from), set);
            case "RELEASE":
                boolean named = in.atWord("SAVEPOINT") && in.word("SAVEPOINT");
                Name released = in.name();
                return new Utility.Release(in.since(from), named, released);
            case "START":
                in.expectWord("TRANSACTION");
                return begin(from, "START TRANSACTION");
            case "BEGIN":
                String more = in.wordsOf("WORK", "TRANSACTION", "DEFERRED", "IMMEDIATE", "EXCLUSIVE", "CONCURRENT");
                return begin(from, (word + " " + more).strip());
            default:
                return end(from, word);
        }
    }

    private Statement begin(int from, String words) {
        Verbatim modes = in.verbatim();
        for (String token : modes.tokens()) {
            boolean known = Set.of(
                            "ISOLATION",
                            "LEVEL",
                            "SERIALIZABLE",
                            "REPEATABLE",
                            "READ",
                            "COMMITTED",
                            "UNCOMMITTED",
                            "WRITE",
                            "ONLY",
                            ",",
                            "NOT",
                            "DEFERRABLE",
                            "WITH",
                            "CONSISTENT",
                            "SNAPSHOT")
                    .contains(token.toUpperCase(Locale.ROOT));
            if (!known) {
                throw in.fail("a transaction mode");
            }
        }
        return new Utility.Begin(in.since(from), words, modes);
    }

    private Statement end(int from, String word) {
        String work = in.any("WORK", "TRANSACTION");
        if (in.word("TO")) {
            boolean savepoint = in.atWord("SAVEPOINT") && in.word("SAVEPOINT");
            Name name = in.name();
            return new Utility.RollbackTo(in.since(from), (word + " " + work).strip(), savepoint, name);
        }
        String more = in.wordsOf("AND", "NO", "CHAIN", "RELEASE");
        String words = (word + " " + work).strip() + (more.isEmpty() ? "" : " " + more);
        boolean back = word.equals("ROLLBACK") || word.equals("ABORT");
        return closed(back ? new Utility.Rollback(in.since(from), words) : new Utility.Commit(in.since(from), words));
    }

    private Statement closed(Statement statement) {
        if (!in.atEnd() && !in.atSign(";") && !in.atWord("END") && !in.atSign(")")) {
            throw in.fail("the end");
        }
        return statement;
    }

    // ---- settings

    private Statement set(int from) {
        in.expectWord("SET");
        boolean session = in.words("SESSION", "CHARACTERISTICS", "AS");
        String scope = session
                ? "SESSION CHARACTERISTICS AS"
                : in.atWord(1, "TRANSACTION") ? in.any("SESSION", "LOCAL", "GLOBAL") : "";
        if (in.word("TRANSACTION")) {
            Verbatim modes = in.verbatim();
            return new Utility.SetTransaction(in.since(from), scope, modes);
        }
        List<Utility.Setting> settings = in.is(SqlDialect.POSTGRES) ? List.of(setting()) : in.commas(this::setting);
        return closed(new Utility.Set(in.since(from), settings));
    }

    private Utility.Setting setting() {
        int from = in.from();
        boolean scoped = in.peek(1).kind() == Token.Kind.WORD && !in.atWord(1, "TO");
        String scope = scoped ? in.any("SESSION", "LOCAL", "GLOBAL", "PERSIST", "STATEMENT") : "";
        Expr name = in.expressions.operands.read();
        String sign = in.atWord("TO") ? in.next().text() : in.sign("=") ? "=" : "";
        if (sign.isEmpty()) {
            in.expectSign(":=");
            sign = ":=";
        }
        List<Expr> values = in.is(SqlDialect.POSTGRES) ? in.commas(this::value) : List.of(value());
        return new Utility.Setting(in.since(from), scope, name, sign, values);
    }

    /** ON is a word of joins, too. */
    private Expr value() {
        int from = in.from();
        if (in.atWord("ON")) {
            Name on = in.name();
            return new Expr.Column(in.since(from), null, on);
        }
        return in.expressions.any();
    }

    private Statement use(int from) {
        in.expectWord("USE");
        Qualified name = in.qualified();
        return new Utility.Use(in.since(from), name);
    }

    // ---- other statements

    private Statement explain(int from) {
        String verb = in.next().text();
        int begin = in.from();
        List<String> options = new ArrayList<>();
        if (in.atSign("(")
                && !QueryReader.begins(in.peek(1), in.peek(2))
                && !in.peek(1).isSign("(")) {
            options.add(in.next().written());
            options.addAll(in.verbatim().tokens());
            in.expectSign(")");
            options.add(")");
        }
        while (in.atAny("ANALYZE", "ANALYSE", "VERBOSE", "EXTENDED", "PARTITIONS", "QUERY", "PLAN", "FOR")) {
            options.add(in.next().text());
        }
        if (in.atWord("FORMAT")) {
            options.addAll(List.of(in.next().text(), in.next().text(), in.next().text()));
        }
        Verbatim words = new Verbatim(in.since(begin), options);
        boolean table = in.atName()
                && !in.changes.begins()
                && !in.atAny("WITH", "DECLARE", "EXECUTE", "CREATE", "CALL", "REFRESH")
                && !QueryReader.begins(in.peek(), in.peek(1));
        if (table) {
            List<String> rest = new ArrayList<>(options);
            rest.addAll(in.verbatim().tokens());
            return new Utility.Other(in.since(from), verb, new Verbatim(in.since(begin), rest));
        }
        Statement statement = read();
        return new Utility.Explain(in.since(from), verb, words, statement);
    }

    private Statement call(int from) {
        in.next();
        Expr call = in.expressions.operands.read();
        return new Utility.CallProcedure(in.since(from), call);
    }

    /** JDBC's {@code {? = call f(?)}}. */
    private Statement escapedCall() {
        int from = in.from();
        in.expectSign("{");
        if (in.peek().kind() == Token.Kind.PLACEHOLDER) {
            throw in.fail("CALL"); // its result would be a parameter
        }
        in.expectWord("CALL");
        Expr call = in.expressions.operands.read();
        in.expectSign("}");
        return new Utility.CallProcedure(in.since(from), call);
    }

    private Statement doBlock(int from) {
        in.expectWord("DO");
        if (in.is(SqlDialect.MYSQL)) {
            List<Expr> values = in.expressions.list();
            return new Utility.Do(in.since(from), "", null, List.of(), values);
        }
        String language = in.word("LANGUAGE") ? in.next().written() : "";
        Expr.Text text = in.expressions.operands.text();
        if (language.isEmpty() && in.word("LANGUAGE")) {
            language = in.next().written();
        }
        String plain =
                language.isEmpty() ? "plpgsql" : language.replace("'", "").toLowerCase(Locale.ROOT);
        List<Statement> body = in.bodies.ofText(text, plain);
        return new Utility.Do(in.since(from), plain, text, body, List.of());
    }

    private Statement prepare(int from) {
        in.expectWord("PREPARE");
        Name name = in.name();
        List<TypeName> types = in.atSign("(") ? in.parenthesized(in.types::read) : List.of();
        if (in.word("FROM")) {
            Expr text = in.expressions.any();
            return new Utility.Prepare(in.since(from), name, types, null, text);
        }
        in.expectWord("AS");
        Statement statement = read();
        return new Utility.Prepare(in.since(from), name, types, statement, null);
    }

    private Statement execute(int from) {
        in.expectWord("EXECUTE");
        if (in.atWord("IMMEDIATE")) {
            in.reset(in.mark() - 1);
            return in.bodies.executed(from);
        }
        Name name = in.name();
        boolean using = in.word("USING");
        List<Expr> arguments = using
                ? in.expressions.list()
                : in.atSign("(") && !in.peek(1).isSign(")") ? in.parenthesized(in.expressions::any) : List.of();
        if (arguments.isEmpty() && in.sign("(")) {
            in.expectSign(")");
        }
        return new Utility.Execute(in.since(from), name, using, arguments);
    }

    private Statement cursor(int from) {
        in.expectWord("DECLARE");
        Name name = in.name();
        Verbatim words = in.verbatim("CURSOR");
        in.expectWord("CURSOR");
        String hold = in.wordsOf("WITH", "WITHOUT", "HOLD");
        in.expectWord("FOR");
        Statement query = read();
        return new Utility.DeclareCursor(in.since(from), name, words, hold, query);
    }

    private Statement lock(int from) {
        in.expectWord("LOCK");
        String words = in.any("TABLE", "TABLES");
        List<Utility.TableLock> tables = in.commas(() -> {
            int begin = in.from();
            From.Table table = in.froms.plainTable(!in.is(SqlDialect.POSTGRES));
            String mode = words.equals("TABLES") || in.is(SqlDialect.MYSQL)
                    ? in.wordsOf("READ", "LOW_PRIORITY", "WRITE", "LOCAL")
                    : "";
            return new Utility.TableLock(in.since(begin), table, mode);
        });
        String mode = in.word("IN") ? "IN " + in.wordsOf("ACCESS", "ROW", "SHARE", "EXCLUSIVE", "UPDATE", "MODE") : "";
        String wait = in.any("NOWAIT");
        return closed(new Utility.LockTables(in.since(from), words, tables, mode, wait));
    }
}
