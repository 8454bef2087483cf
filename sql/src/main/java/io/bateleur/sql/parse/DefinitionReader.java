package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Definition.Alteration;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads statements that make, change and remove tables, indexes, views and other objects; routines are in {@link RoutineReader}. */
final class DefinitionReader {
    private static final String[] MODIFIERS = {
        "OR",
        "REPLACE",
        "TEMP",
        "TEMPORARY",
        "UNLOGGED",
        "GLOBAL",
        "LOCAL",
        "CACHED",
        "MEMORY",
        "UNIQUE",
        "FULLTEXT",
        "SPATIAL",
        "RECURSIVE",
        "CONSTRAINT",
        "NOT",
        "PERSISTENT",
        "FORCE",
        "NULLS",
        "DISTINCT",
        "EDITIONABLE",
        "TRUSTED",
        "DEFAULT",
        "PROCEDURAL"
    };
    /** Objects that are no tables, and hold no rows. */
    private static final Set<String> KINDS = Set.of(
            "SEQUENCE",
            "SCHEMA",
            "DATABASE",
            "TYPE",
            "DOMAIN",
            "EXTENSION",
            "ROLE",
            "USER",
            "GROUP",
            "AGGREGATE",
            "CAST",
            "COLLATION",
            "CONVERSION",
            "OPERATOR",
            "POLICY",
            "PUBLICATION",
            "SUBSCRIPTION",
            "SERVER",
            "STATISTICS",
            "TABLESPACE",
            "TEXT",
            "TRANSFORM",
            "LANGUAGE",
            "EVENT",
            "ALIAS",
            "CONSTANT",
            "SYNONYM",
            "LINKED",
            "VIRTUAL",
            "ACCESS",
            "FOREIGN",
            "LARGE",
            "SYSTEM",
            "INSTANCE",
            "PACKAGE",
            "CONSTRAINT",
            "OWNED");

    private final Reading in;
    private final RoutineReader routines;

    DefinitionReader(Reading in) {
        this.in = in;
        this.routines = new RoutineReader(in);
    }

    Definition create() {
        int from = in.from();
        in.expectWord("CREATE");
        String modifiers = in.wordsOf(MODIFIERS);
        modifiers = (modifiers + routines.definer()).strip();
        boolean foreign = in.words("FOREIGN", "TABLE");
        if (foreign) {
            return table(from, (modifiers + " FOREIGN").strip());
        }
        if (in.word("TABLE")) {
            return table(from, modifiers);
        }
        boolean materialized = in.words("MATERIALIZED", "VIEW");
        if (materialized || in.word("VIEW")) {
            return view(from, modifiers, materialized);
        }
        if (in.word("INDEX")) {
            return index(from, modifiers);
        }
        if (in.atAny("FUNCTION", "PROCEDURE")) {
            return routines.routine(from, modifiers);
        }
        if (in.word("TRIGGER")) {
            return routines.trigger(from, modifiers);
        }
        if (in.word("RULE")) {
            return routines.rule(from, modifiers);
        }
        return other(from, "CREATE", modifiers);
    }

    private Definition.Define other(int from, String verb, String modifiers) {
        if (in.peek().kind() != Token.Kind.WORD || !KINDS.contains(in.peek().text()) && !verb.equals("ALTER")) {
            throw in.fail("what to " + verb.toLowerCase(java.util.Locale.ROOT));
        }
        String kind = (modifiers + " " + in.next().text()).strip();
        String more = in.wordsOf(
                "TRIGGER",
                "DATA",
                "WRAPPER",
                "SEARCH",
                "CONFIGURATION",
                "DICTIONARY",
                "PARSER",
                "TEMPLATE",
                "CLASS",
                "FAMILY",
                "MAPPING",
                "METHOD",
                "TABLE",
                "VIEW",
                "PRIVILEGES",
                "OBJECT",
                "BODY");
        kind = (kind + " " + more).strip();
        String exists =
                in.words("IF", "NOT", "EXISTS") ? " IF NOT EXISTS" : in.words("IF", "EXISTS") ? " IF EXISTS" : "";
        Qualified name = in.atName() && !in.atAny("FOR", "ON") ? in.qualified() : null;
        Verbatim rest = in.verbatim();
        if (kind.endsWith("SCHEMA") && (rest.has("CREATE") || rest.has("GRANT"))) {
            throw in.fail("a schema without its objects");
        }
        return new Definition.Define(in.since(from), verb, kind + exists, name, rest);
    }

    // ---- tables, views, indexes

    private Definition.CreateTable table(int from, String modifiers) {
        boolean ifNotExists = in.words("IF", "NOT", "EXISTS");
        Qualified name = in.qualified();
        Qualified of = in.words("PARTITION", "OF") ? in.qualified() : null;
        Qualified like = in.word("LIKE") ? in.qualified() : null;
        List<Definition.Element> elements = List.of();
        if (in.atSign("(") && !QueryReader.begins(in.peek(1), in.peek(2))) {
            List<Definition.Element> read = in.attempt(in.tables::elements);
            boolean query = read == null && in.peek(1).isSign("(");
            elements = read != null ? read : query ? List.of() : in.tables.elements();
        }
        Verbatim options = in.atSign("(") ? in.nothing() : in.verbatim("AS", "SELECT");
        Statement as = null;
        if (in.word("AS") || in.atWord("SELECT") || in.atSign("(")) {
            as = in.atWord("EXECUTE") ? in.utilities.read() : in.queries.read();
        }
        Verbatim rest = in.verbatim();
        return new Definition.CreateTable(
                in.since(from), modifiers, ifNotExists, name, of, like, elements, options, as, rest);
    }

    private Definition.CreateView view(int from, String modifiers, boolean materialized) {
        boolean ifNotExists = in.words("IF", "NOT", "EXISTS");
        Qualified name = in.qualified();
        List<Name> columns = in.optionalNames();
        Verbatim options = in.verbatim("AS");
        in.expectWord("AS");
        Query query = in.queries.read();
        Verbatim rest = in.verbatim();
        return new Definition.CreateView(
                in.since(from), modifiers, materialized, ifNotExists, name, columns, options, query, rest);
    }

    private Definition.CreateIndex index(int from, String modifiers) {
        String words = in.any("CONCURRENTLY");
        boolean ifNotExists = in.words("IF", "NOT", "EXISTS");
        Qualified name = in.atWord("ON") ? null : in.qualified();
        Verbatim before = in.verbatim("ON");
        in.expectWord("ON");
        boolean only = in.atWord("ONLY") && !in.peek(1).isSign("(") && in.word("ONLY");
        Qualified table = in.qualified();
        Verbatim using = before.isEmpty() ? in.verbatim("(") : before;
        List<Definition.IndexColumn> columns = in.parenthesized(in.tables::indexColumn);
        Verbatim options = in.verbatim("WHERE");
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        Verbatim rest = in.verbatim();
        return new Definition.CreateIndex(
                in.since(from), modifiers, words, ifNotExists, name, only, table, using, columns, options, where, rest);
    }

    // ---- ALTER

    Definition alter() {
        int from = in.from();
        in.expectWord("ALTER");
        String modifiers = in.wordsOf("IGNORE", "ONLINE", "OFFLINE", "FOREIGN");
        if (!in.word("TABLE")) {
            in.reset(in.mark() - (modifiers.isEmpty() ? 0 : modifiers.split(" ").length));
            boolean view = in.words("MATERIALIZED", "VIEW");
            return other(from, "ALTER", view ? "MATERIALIZED VIEW" : "");
        }
        if (in.atWords("ALL", "IN", "TABLESPACE")) {
            throw in.fail("a table");
        }
        boolean ifExists = in.words("IF", "EXISTS");
        boolean only = in.atWord("ONLY") && in.word("ONLY");
        Qualified table = in.qualified();
        in.sign("*");
        List<Alteration> alterations = in.commas(this::alteration);
        return new Definition.AlterTable(in.since(from), modifiers, ifExists, only, table, alterations);
    }

    private Alteration alteration() {
        int mark = in.mark();
        Alteration known = in.attempt(this::known);
        if (known != null && (in.atEnd() || in.atSign(",") || in.atSign(";"))) {
            return known;
        }
        in.reset(mark);
        int from = in.from();
        Verbatim words = in.verbatim(",");
        if (words.isEmpty()) {
            throw in.fail("what to alter");
        }
        return new Definition.OtherAlteration(in.since(from), words);
    }

    private Alteration known() {
        int from = in.from();
        if (in.word("ADD")) {
            return add(from);
        }
        if (in.word("DROP")) {
            boolean constraint = in.word("CONSTRAINT");
            boolean word = !constraint && in.word("COLUMN");
            boolean ifExists = in.words("IF", "EXISTS");
            boolean other =
                    !constraint && !word && in.atAny("PRIMARY", "FOREIGN", "INDEX", "KEY", "CHECK", "PARTITION");
            if (other) {
                throw in.fail("a column");
            }
            Name name = in.name();
            String words = in.any("CASCADE", "RESTRICT");
            return constraint
                    ? new Definition.DropConstraint(in.since(from), ifExists, name, words)
                    : new Definition.DropColumn(in.since(from), word, ifExists, name, words);
        }
        in.expectWord("RENAME");
        if (in.word("TO")) {
            Qualified to = in.qualified();
            return new Definition.RenameTable(in.since(from), to);
        }
        if (in.atAny("CONSTRAINT", "INDEX", "KEY")) {
            throw in.fail("a column");
        }
        in.word("COLUMN");
        Name old = in.name();
        in.expectWord("TO");
        Name name = in.name();
        return new Definition.RenameColumn(in.since(from), old, name);
    }

    private Alteration add(int from) {
        boolean word = in.word("COLUMN");
        boolean ifNotExists = in.words("IF", "NOT", "EXISTS");
        if (in.atSign("(")) {
            List<Definition.Element> elements = in.tables.elements();
            return new Definition.AddColumn(in.since(from), word, ifNotExists, elements, true, in.nothing());
        }
        Definition.Element constraint = word ? null : in.tables.indexOrConstraint();
        if (constraint != null) {
            return new Definition.AddConstraint(in.since(from), constraint);
        }
        if (in.atWord("PARTITION")) {
            throw in.fail("a column");
        }
        Definition.Element column = in.tables.column();
        Verbatim rest = in.verbatim(",");
        return new Definition.AddColumn(in.since(from), word, ifNotExists, List.of(column), false, rest);
    }

    // ---- DROP and RENAME

    Definition drop() {
        int from = in.from();
        in.expectWord("DROP");
        String kind = in.wordsOf(
                "TEMPORARY",
                "MATERIALIZED",
                "FOREIGN",
                "TABLE",
                "TABLES",
                "VIEW",
                "INDEX",
                "SEQUENCE",
                "SCHEMA",
                "DATABASE",
                "TYPE",
                "DOMAIN",
                "EXTENSION",
                "ROLE",
                "USER",
                "FUNCTION",
                "PROCEDURE",
                "ROUTINE",
                "AGGREGATE",
                "TRIGGER",
                "RULE",
                "POLICY",
                "EVENT",
                "CONCURRENTLY",
                "ALIAS",
                "CONSTANT",
                "COLLATION",
                "SYNONYM");
        boolean plain = !kind.isEmpty() && !kind.contains("FOREIGN DATA");
        boolean ifExists = in.words("IF", "EXISTS");
        if (!plain || !in.atName() || in.atWord("DATA") || in.atWord("MAPPING") || in.atWord("FOR")) {
            in.reset(in.mark() - (ifExists ? 2 : 0) - (kind.isEmpty() ? 0 : kind.split(" ").length));
            if (in.atWord("OWNED")) {
                throw in.fail("what to drop");
            }
            return other(from, "DROP", "");
        }
        List<Qualified> names = new ArrayList<>(List.of(in.qualified()));
        while (in.atSign(",")) {
            in.next();
            names.add(in.qualified());
        }
        Verbatim rest = in.verbatim();
        return new Definition.Drop(in.since(from), kind, ifExists, names, rest);
    }

    /** MySQL's RENAME TABLE. */
    Definition rename() {
        int from = in.from();
        in.expectWord("RENAME");
        String kind = in.any("TABLE", "TABLES", "USER");
        if (kind.isEmpty()) {
            throw in.fail("TABLE");
        }
        Qualified name = in.atName() ? in.qualified() : null;
        Verbatim rest = in.verbatim();
        return new Definition.Define(in.since(from), "RENAME", kind, name, rest);
    }
}
