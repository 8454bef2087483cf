package io.bateleur.sql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Catalogs made of definitions. */
class CatalogTest {
    static Catalog catalog(SqlDialect dialect, String... statements) {
        return Catalog.empty(dialect).with(SqlReader.read(String.join(";\n", statements), dialect));
    }

    static Qualified name(String... parts) {
        return new Qualified(new Span(0, 0), Arrays.stream(parts).map(Name::of).toList());
    }

    static BaseTable table(Catalog catalog, String... parts) {
        return catalog.table(name(parts), catalog.path()).orElseThrow();
    }

    private static List<String> columns(BaseTable table) {
        return table.columns().stream().map(TableColumn::name).toList();
    }

    @Test
    void columnsHaveTypesAndRules() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE DOMAIN positive AS numeric(10,2) DEFAULT 1 CHECK (VALUE > 0) NOT NULL",
                "CREATE TABLE Account (id bigserial PRIMARY KEY, \"Name\" varchar(20) COLLATE \"C\" NOT NULL,"
                        + " amount positive, half numeric GENERATED ALWAYS AS (amount / 2) STORED,"
                        + " n int GENERATED ALWAYS AS IDENTITY, tags text[] DEFAULT '{}')");
        BaseTable table = table(catalog, "ACCOUNT");

        assertThat(table.name()).hasToString("public.account");
        assertThat(columns(table)).containsExactly("id", "Name", "amount", "half", "n", "tags");
        assertThat(table.columns())
                .extracting(TableColumn::notNull)
                .containsExactly(true, true, true, false, true, false);
        assertThat(table.columns())
                .extracting(TableColumn::filled)
                .containsExactly(
                        TableColumn.Filled.IDENTITY_BY_DEFAULT,
                        TableColumn.Filled.BY_STATEMENT,
                        TableColumn.Filled.BY_STATEMENT,
                        TableColumn.Filled.GENERATED,
                        TableColumn.Filled.IDENTITY_ALWAYS,
                        TableColumn.Filled.BY_STATEMENT);
        TableColumn amount = table.columns().get(2);
        assertThat(amount.domain()).hasToString("public.positive");
        assertThat(amount.type()).isEqualTo(new DataType(DataType.Kind.DECIMAL, "numeric", List.of(10, 2), false, 0));
        assertThat(amount.byDefault()).isNotNull();
        assertThat(table.columns().get(1).collation()).isEqualTo("C");
        assertThat(table.columns().get(5).type().isArray()).isTrue();
        assertThat(table.key()).isEqualTo(UniqueKey.of("account_pkey", List.of("id")));
        assertThat(table.column(Name.of("\"name\""))).isEqualTo(-1);
        assertThat(table.unknown()).isEmpty();
    }

    @Test
    void keysAndReferences() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE p (a int, b int, PRIMARY KEY (b, a))",
                "CREATE TABLE c (x int UNIQUE NULLS NOT DISTINCT, y int, z int,"
                        + " CONSTRAINT yz UNIQUE (y, z) DEFERRABLE INITIALLY DEFERRED, CHECK (x > 0),"
                        + " CONSTRAINT up FOREIGN KEY (y, z) REFERENCES p (b, a) ON DELETE CASCADE ON UPDATE SET NULL)",
                "CREATE UNIQUE INDEX low ON c (lower(x::text), y) WHERE z > 3",
                "CREATE INDEX plain ON c (z)");
        BaseTable child = table(catalog, "c");

        assertThat(child.keys()).hasSize(3);
        assertThat(child.uniques().get(0).nullsDistinct()).isFalse();
        assertThat(child.uniques().get(1))
                .isEqualTo(new UniqueKey("yz", List.of("y", "z"), List.of(), null, Deferral.AT_COMMIT, true));
        UniqueKey low = child.uniques().get(2);
        assertThat(low.isPlain()).isFalse();
        assertThat(low.columns()).containsExactly("y");
        assertThat(low.where()).isNotNull();
        assertThat(child.checks()).hasSize(1);
        assertThat(catalog.referrers(table(catalog, "p"))).singleElement().satisfies(referrer -> {
            assertThat(referrer.table()).isEqualTo(child);
            assertThat(referrer.reference().onDelete()).isEqualTo(Reference.Action.CASCADE);
            assertThat(referrer.reference().onUpdate()).isEqualTo(Reference.Action.SET_NULL);
            assertThat(referrer.reference().key()).containsExactly("b", "a");
        });
    }

    @Test
    void theSearchPathDecides() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE one.t (a int)",
                "CREATE TABLE two.t (a int)",
                "CREATE TABLE two.\"T\" (a int)",
                "CREATE TEMP TABLE u (a int)",
                "CREATE TABLE one.u (a int)");

        assertThat(catalog.table(name("t"), List.of("two", "one")).orElseThrow().name())
                .hasToString("two.t");
        assertThat(catalog.table(name("t"), List.of("public", "one"))
                        .orElseThrow()
                        .name())
                .hasToString("one.t");
        assertThat(catalog.table(name("t"), List.of("public"))).isEmpty();
        assertThat(catalog.table(name("t"), List.of())).isEmpty();
        assertThat(catalog.possible(name("t"))).hasSize(2);
        assertThat(catalog.table(name("one", "T"), List.of("two")).orElseThrow().name())
                .hasToString("one.t");
        assertThat(catalog.table(name("\"T\""), List.of("one", "two"))
                        .orElseThrow()
                        .name())
                .hasToString("two.T");
        assertThat(catalog.table(name("u"), List.of("one")).orElseThrow().storage())
                .isEqualTo(BaseTable.Storage.TEMPORARY);
        assertThat(catalog.table(name("u"), List.of("one", "pg_temp_3"))
                        .orElseThrow()
                        .storage())
                .isEqualTo(BaseTable.Storage.PERMANENT);
    }

    @Test
    void everyDialectFoldsNamesInItsOwnWay() {
        assertThat(table(catalog(SqlDialect.H2, "CREATE TABLE Account (Id INT PRIMARY KEY)"), "account")
                        .name())
                .hasToString("PUBLIC.ACCOUNT");
        assertThat(catalog(SqlDialect.H2, "CREATE TABLE \"a\" (x INT)").table(name("\"A\""), List.of("PUBLIC")))
                .isEmpty();
        assertThat(table(catalog(SqlDialect.SQLITE, "CREATE TABLE Account (Id INT)"), "\"ACCOUNT\"")
                        .name())
                .hasToString("main.Account");
        Catalog mysql = catalog(SqlDialect.MYSQL, "CREATE TABLE A (x INT)", "CREATE TABLE a (y INT)");
        assertThat(columns(table(mysql, "a"))).containsExactly("y");
        assertThat(columns(table(mysql, "`A`"))).containsExactly("x");
    }

    @Test
    void mysqlTables() {
        Catalog catalog = catalog(
                SqlDialect.MYSQL,
                "CREATE TABLE `item` (`id` int unsigned NOT NULL AUTO_INCREMENT, `code` varchar(8) NOT NULL,"
                        + " `seen` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(),"
                        + " `kind` enum('a','b'), `raw` varchar(5) COLLATE utf8mb4_bin, ok bool,"
                        + " PRIMARY KEY (`id`), UNIQUE KEY `by_code` (`code`(3)), KEY other (`kind`))"
                        + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci",
                "ALTER TABLE item ADD UNIQUE KEY whole (code), MODIFY COLUMN code varchar(9) NOT NULL AFTER kind,"
                        + " CHANGE seen stamp datetime, ENGINE = MyISAM",
                "RENAME TABLE item TO thing");
        BaseTable table = table(catalog, "thing");

        assertThat(table.unknown()).isEmpty();
        assertThat(columns(table)).containsExactly("id", "stamp", "kind", "code", "raw", "ok");
        assertThat(table.columns().get(0).type().unsigned()).isTrue();
        assertThat(table.columns().get(0).filled().isIdentity()).isTrue();
        assertThat(table.columns().get(3).collation()).isNull();
        assertThat(table.columns().get(4).collation()).isEqualTo("utf8mb4_bin");
        assertThat(table.columns().get(5).type().name()).isEqualTo("tinyint");
        assertThat(table.uniques()).extracting(UniqueKey::name).containsExactly("by_code", "whole");
        assertThat(table.uniques()).extracting(UniqueKey::isPlain).containsExactly(false, true);
    }

    @Test
    void sqliteCountsByItself() {
        BaseTable table = table(
                catalog(SqlDialect.SQLITE, "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, w, UNIQUE (v))"), "T");

        assertThat(table.columns().get(0).filled().isIdentity()).isTrue();
        assertThat(table.columns()).extracting(TableColumn::notNull).containsExactly(true, false, false);
        assertThat(table.uniques()).containsExactly(UniqueKey.of("", List.of("v")));
    }

    @Test
    void inheritanceAndPartitions() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE base (id int PRIMARY KEY, v int CHECK (v > 0))",
                "CREATE TABLE sub (w int) INHERITS (base)",
                "CREATE TABLE parts (id int, k text, PRIMARY KEY (id, k)) PARTITION BY LIST (k)",
                "CREATE TABLE part_a PARTITION OF parts FOR VALUES IN ('a')",
                "CREATE TABLE part_b (id int NOT NULL, k text NOT NULL, PRIMARY KEY (id, k))",
                "ALTER TABLE parts ATTACH PARTITION part_b FOR VALUES IN ('b')",
                "ALTER TABLE base ENABLE ROW LEVEL SECURITY");
        BaseTable sub = table(catalog, "sub");

        assertThat(columns(sub)).containsExactly("id", "v", "w");
        assertThat(sub.key()).isNull();
        assertThat(sub.checks()).hasSize(1);
        assertThat(catalog.children(table(catalog, "base"))).containsExactly(sub);
        assertThat(table(catalog, "base").rowSecurity()).isTrue();
        assertThat(catalog.children(table(catalog, "parts")))
                .extracting(each -> each.name().name())
                .containsExactly("part_a", "part_b");
        assertThat(table(catalog, "parts").ancestry().partitioned()).isTrue();
        assertThat(table(catalog, "part_a").ancestry().partition()).isTrue();
        assertThat(table(catalog, "part_a").key().columns()).containsExactly("id", "k");
    }

    @Test
    void alterationsThatAreNotUnderstoodLeaveNothingCertain() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE t (id int, v int, w int UNIQUE)",
                "ALTER TABLE t ADD PRIMARY KEY (id), ALTER v SET NOT NULL, ALTER COLUMN v TYPE bigint USING v::bigint,"
                        + " ALTER COLUMN w SET DEFAULT 7",
                "ALTER TABLE t RENAME COLUMN id TO number",
                "ALTER TABLE t DROP COLUMN w, ADD COLUMN x text");
        BaseTable table = table(catalog, "t");

        assertThat(table.unknown()).isEmpty();
        assertThat(columns(table)).containsExactly("number", "v", "x");
        assertThat(table.key().columns()).containsExactly("number");
        assertThat(table.uniques()).isEmpty();
        assertThat(table.columns().get(1).type().name()).isEqualTo("bigint");
        Catalog odd = catalog.with(SqlReader.read("ALTER TABLE t DO SOMETHING ODD", SqlDialect.POSTGRES));
        assertThat(table(odd, "t").knows(BaseTable.Aspect.UNIQUES)).isFalse();
    }

    @Test
    void viewsRoutinesAndTriggers() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE t (id int)",
                "CREATE VIEW v AS SELECT id FROM t",
                "CREATE FUNCTION f(a int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 1'",
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                "CREATE TRIGGER watch BEFORE INSERT OR UPDATE OF id ON t FOR EACH ROW EXECUTE FUNCTION f()",
                "CREATE RULE quiet AS ON DELETE TO t DO INSTEAD NOTHING",
                "CREATE SEQUENCE s");

        assertThat(catalog.view(name("v"), catalog.path())).isPresent();
        assertThat(catalog.table(name("v"), catalog.path())).isEmpty();
        assertThat(catalog.relation(name("s"), catalog.path())).get().isInstanceOf(StoredSequence.class);
        assertThat(catalog.routines(name("f"), catalog.path()))
                .extracting(StoredRoutine::volatility)
                .containsExactly(StoredRoutine.Volatility.STABLE, StoredRoutine.Volatility.VOLATILE);
        BaseTable table = table(catalog, "t");
        assertThat(table.triggers()).singleElement().satisfies(trigger -> {
            assertThat(trigger.events()).containsExactlyInAnyOrder("INSERT", "UPDATE");
            assertThat(trigger.columns()).containsExactly("id");
            assertThat(trigger.timing()).isEqualTo("BEFORE");
            assertThat(trigger.routine()).hasToString("public.f");
        });
        assertThat(table.rules()).containsExactly(new RewriteRule("quiet", "DELETE", true, List.of()));
        Catalog without = catalog.with(SqlReader.read(
                "DROP TRIGGER watch ON t; DROP RULE quiet ON t; DROP VIEW v; DROP FUNCTION f", SqlDialect.POSTGRES));
        assertThat(table(without, "t").hasTriggers()).isFalse();
        assertThat(without.views()).isEmpty();
        assertThat(without.routines()).isEmpty();
    }

    @Test
    void aTableThatIsDroppedTakesItsReferencesAlong() {
        Catalog catalog = catalog(
                SqlDialect.POSTGRES,
                "CREATE TABLE p (id int PRIMARY KEY)",
                "CREATE TABLE c (id int REFERENCES p)",
                "CREATE TABLE copy (LIKE p INCLUDING ALL)",
                "CREATE TABLE made AS SELECT id, id AS other FROM p",
                "DROP TABLE p CASCADE");

        assertThat(catalog.table(name("p"), catalog.path())).isEmpty();
        assertThat(table(catalog, "c").references()).isEmpty();
        assertThat(table(catalog, "copy").key()).isNotNull();
        assertThat(columns(table(catalog, "made"))).containsExactly("id", "other");
    }

    @Test
    void aCatalogDoesNotChange() {
        Catalog before = catalog(SqlDialect.POSTGRES, "CREATE TABLE t (id int)");
        before.with(SqlReader.read("DROP TABLE t; CREATE TABLE u (id int)", SqlDialect.POSTGRES));

        assertThat(before.tables()).extracting(each -> each.name().name()).containsExactly("t");
    }
}
