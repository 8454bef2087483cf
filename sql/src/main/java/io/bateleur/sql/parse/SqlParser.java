package io.bateleur.sql.parse;

import io.bateleur.core.model.SessionState;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.alter.AlterOperation;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.drop.Drop;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.truncate.Truncate;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.upsert.Upsert;
import org.jspecify.annotations.Nullable;

/** Reads the text of a statement. Whatever it is, there is an answer: at worst that it may write anything. */
public final class SqlParser {
    private static final Set<String> HARMLESS = Set.of(
            "SET",
            "SHOW",
            "RESET",
            "LOCK",
            "UNLOCK",
            "ANALYZE",
            "VACUUM",
            "COMMENT",
            "GRANT",
            "REVOKE",
            "PRAGMA",
            "DISCARD",
            "CHECKPOINT",
            "LISTEN",
            "NOTIFY",
            "UNLISTEN",
            "DEALLOCATE",
            "CLOSE",
            "FETCH");
    private static final Set<String> DEFINES = Set.of(
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
            "USE");

    private SqlParser() {}

    public static Parsed parse(String sql) {
        Words words = Words.of(sql);
        Set<String> names = new HashSet<>();
        Liftable statement = statement(sql, words, names);
        boolean defines =
                !words.all().isEmpty() && DEFINES.contains(words.all().get(0).text());
        return new Parsed(statement, notNames(words, names), words.parameters(), defines);
    }

    private static final String ALTER = "ALTER TABLE";

    static String upper(String name) {
        return Name.of(name).text().toUpperCase(Locale.ROOT);
    }

    /** What is neither quoted nor introduced by the statement; calls of functions are never names. */
    private static List<String> notNames(Words words, Set<String> names) {
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < words.all().size(); i++) {
            Words.Word word = words.all().get(i);
            boolean name = word.quoted() || word.before() == '.' || word.before() == ':' || words.is(i - 1, "AS");
            boolean table = words.isTable(i) || words.isOfMerge(i);
            if (word.call() && !table) {
                rest.add(word.text() + (Vocabulary.isPlain(word.text()) ? "" : "("));
            } else if (!name && !table && !names.contains(word.text())) {
                rest.add(word.text());
            }
        }
        return List.copyOf(rest);
    }

    private static Liftable statement(String sql, Words words, Set<String> names) {
        if (words.all().isEmpty() || sql.equals(SessionState.TEXT)) {
            return new Liftable.Harmless();
        }
        if (words.areSeveral()) {
            String why = "several statements in one text";
            return Reads.areAll(sql) ? new Liftable.ObscureRead(why) : new Liftable.Anything(why);
        }
        Liftable savepoint = savepoint(words);
        if (savepoint != null) {
            return savepoint;
        }
        String first = words.all().get(0).text();
        String call = words.unknownCall();
        if (call != null && !first.equals("CREATE")) {
            return new Liftable.Anything("function " + call.toLowerCase(Locale.ROOT) + " may write anything");
        }
        if (words.isOdd()) {
            return unparsed(words, "text that databases read differently");
        }
        if (first.equals("SET") || first.equals("USE")) {
            return setting(words);
        }
        if (HARMLESS.contains(first)) {
            return new Liftable.Harmless();
        }
        if (Reads.begin(words) && !Reads.only(words)) {
            return new Liftable.Anything("a query that writes");
        }
        // The parser knows neither MySQL's way to say FOR SHARE nor SQLite's to ignore.
        String known = sql.replaceFirst("(?i)\\s+LOCK\\s+IN\\s+SHARE\\s+MODE\\s*;?\\s*$", " FOR SHARE")
                .replaceFirst("(?i)^\\s*INSERT\\s+OR\\s+IGNORE\\s+INTO\\s", "INSERT IGNORE INTO ");
        Liftable merge = first.equals("MERGE") ? Merges.keyed(sql, names) : null;
        if (merge != null) {
            return merge;
        }
        net.sf.jsqlparser.statement.Statement parsed = tree(known);
        if (parsed == null) {
            return unparsed(words, "text that the parser does not know");
        }
        try {
            return shape(parsed, words, names);
        } catch (RuntimeException | StackOverflowError e) {
            // Of odd texts the parser's trees lack parts, or are too deep to walk.
            return unparsed(words, "text that the parser does not know");
        }
    }

    static net.sf.jsqlparser.statement.@Nullable Statement tree(String sql) {
        try {
            return CCJSqlParserUtil.newParser(sql).Statement();
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static @Nullable Liftable savepoint(Words words) {
        List<Words.Word> all = words.all();
        int last = all.size() - 1;
        Name name = new Name(all.get(last).text(), all.get(last).quoted());
        if (words.begin("SAVEPOINT") && last == 1) {
            return new Liftable.Savepoint(name);
        }
        boolean back = words.begin("ROLLBACK") && (words.is(1, "TO") || words.is(2, "TO"));
        if (back && last >= 2) {
            return new Liftable.RollbackTo(name);
        }
        return words.begin("RELEASE") && last >= 1 ? new Liftable.Release(name) : null;
    }

    private static Liftable setting(Words words) {
        boolean schema = words.begin("USE")
                || words.contain("SEARCH_PATH")
                || words.contain("SCHEMA")
                || words.contain("CURRENT_SCHEMA");
        if (!schema) {
            return new Liftable.Harmless();
        }
        Set<String> known = Set.of("SET", "USE", "SEARCH_PATH", "SCHEMA", "CURRENT_SCHEMA", "TO", "SESSION", "LOCAL");
        List<String> schemas = new ArrayList<>();
        for (Words.Word word : words.all()) {
            if (word.quoted() || !known.contains(word.text())) {
                schemas.add(word.text());
            }
        }
        return new Liftable.ChangeSchema(schemas);
    }

    private static Liftable unparsed(Words words, String why) {
        String first = words.all().get(0).text();
        if (Reads.begin(words) && Reads.only(words)) {
            return new Liftable.ObscureRead(why);
        }
        if (words.begin("TRUNCATE")) {
            return truncated(words);
        }
        // What stands after these words is one table, and nothing else is written.
        int at = words.begin("UPDATE") ? 1 : words.is(1, "INTO") || words.is(1, "FROM") ? 2 : -1;
        boolean one =
                at > 0 && Reads.CHANGES.contains(first) && at < words.all().size() && !writesMore(words);
        return one ? new Liftable.Obscure(List.of(table(words, at)), why) : new Liftable.Anything(why);
    }

    private static boolean writesMore(Words words) {
        for (int i = 1; i < words.all().size(); i++) {
            if (Reads.changes(words, i) || words.is(i, "WITH")) {
                return true;
            }
        }
        return words.is(2, "SET") && words.begin("UPDATE") ? false : words.contain("JOIN");
    }

    private static Source table(Words words, int at) {
        Words.Word word = words.all().get(at);
        boolean qualified =
                at + 1 < words.all().size() && words.all().get(at + 1).before() == '.';
        Name name = new Name(word.text(), word.quoted());
        if (!qualified) {
            return new Source(null, name, null, false);
        }
        Words.Word second = words.all().get(at + 1);
        return new Source(name, new Name(second.text(), second.quoted()), null, false);
    }

    private static Liftable truncated(Words words) {
        List<Source> tables = new ArrayList<>();
        Set<String> known =
                Set.of("TRUNCATE", "TABLE", "RESTART", "IDENTITY", "CONTINUE", "CASCADE", "RESTRICT", "ONLY");
        for (int i = 1; i < words.all().size(); i++) {
            Words.Word word = words.all().get(i);
            if (word.before() != '.' && (word.quoted() || !known.contains(word.text()))) {
                tables.add(table(words, i));
            }
        }
        return new Liftable.Clear(tables, words.contain("CASCADE"), false);
    }

    private static Liftable shape(net.sf.jsqlparser.statement.Statement parsed, Words words, Set<String> names) {
        if (parsed instanceof Select select) {
            return Queries.of(select, names);
        }
        if (parsed instanceof Insert insert) {
            return Changes.of(insert, names);
        }
        if (parsed instanceof Update update) {
            return Changes.of(update, names);
        }
        if (parsed instanceof Delete delete) {
            return Changes.of(delete, names);
        }
        if (parsed instanceof Truncate) {
            return truncated(words);
        }
        if (parsed instanceof Upsert upsert) {
            return Changes.of(upsert, names);
        }
        if (parsed instanceof Merge merge && merge.getTable() != null) {
            return Merges.of(merge, names);
        }
        return definition(parsed, words, names);
    }

    private static Liftable definition(net.sf.jsqlparser.statement.Statement parsed, Words words, Set<String> names) {
        if (parsed instanceof CreateTable create) {
            boolean filled = create.getSelect() != null || create.getLikeTable() != null || create.isOrReplace();
            return new Liftable.CreateTable(Queries.source(create.getTable(), false, names), filled);
        }
        if (parsed instanceof Alter alter) {
            List<Source> altered = List.of(Queries.source(alter.getTable(), false, names));
            // What is added changes no row that is there; all else may, and what names mean.
            boolean adds =
                    alter.getAlterExpressions().stream().allMatch(each -> each.getOperation() == AlterOperation.ADD);
            return adds ? new Liftable.Obscure(altered, ALTER) : new Liftable.Redefine(altered, ALTER);
        }
        if (parsed instanceof Drop drop && words.is(1, "TABLE")) {
            List<Source> tables = new ArrayList<>();
            drop.getNames().forEach(table -> tables.add(Queries.source(table, false, names)));
            return new Liftable.Clear(tables, false, true);
        }
        boolean index = words.contain("INDEX") || words.contain("SEQUENCE") || words.contain("SCHEMA");
        boolean define = words.begin("CREATE") || words.begin("DROP");
        if (define && index && !words.contain("TRIGGER") && !words.contain("FUNCTION")) {
            return new Liftable.Harmless();
        }
        if (Reads.begin(words) && Reads.only(words)) {
            return new Liftable.ObscureRead("a statement that is not lifted");
        }
        return new Liftable.Anything(words.all().get(0).text() + " may write anything");
    }
}
