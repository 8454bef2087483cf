package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.Reference;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.schema.StoredType;
import io.bateleur.sql.schema.StoredView;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.schema.UniqueKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the recorder tells of a server's schema beyond its tables' columns, and what a catalog makes of that. */
class DefinitionsOnServersTest {
    @TempDir
    Path directory;

    private static BaseTable table(Catalog catalog, String name) {
        return catalog.table(ObjectName.of(name)).orElseThrow(() -> new AssertionError(name + " is not there"));
    }

    @Test
    void postgres() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute(
                    "CREATE TYPE mood AS ENUM ('good', 'bad')",
                    "CREATE DOMAIN small AS numeric(6,2) DEFAULT 1 NOT NULL CHECK (VALUE < 10)",
                    "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                    "CREATE SCHEMA \"Other\"",
                    "CREATE TABLE parent (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text COLLATE ci UNIQUE,"
                            + " m mood DEFAULT 'good', s small, CHECK (id > 0))",
                    "CREATE TABLE \"Other\".child (a int, b int, \"Odd Name\" text NOT NULL DEFAULT 'it''s',"
                            + " twice int GENERATED ALWAYS AS (b * 2) STORED, PRIMARY KEY (b, a) DEFERRABLE,"
                            + " FOREIGN KEY (a) REFERENCES parent ON DELETE CASCADE ON UPDATE SET NULL)",
                    "CREATE UNIQUE INDEX part ON \"Other\".child (lower(\"Odd Name\")) WHERE b > 3",
                    "CREATE TABLE base (id int PRIMARY KEY, v int)",
                    "CREATE TABLE sub (w int) INHERITS (base)",
                    "CREATE TABLE parts (id int, k text, PRIMARY KEY (id, k)) PARTITION BY LIST (k)",
                    "CREATE TABLE part_a PARTITION OF parts FOR VALUES IN ('a')",
                    "ALTER TABLE base ENABLE ROW LEVEL SECURITY",
                    "CREATE POLICY own ON base USING (v > 0)",
                    "CREATE VIEW seen AS SELECT id, code FROM parent WHERE id > 1",
                    "CREATE RULE quiet AS ON DELETE TO parent DO INSTEAD NOTHING",
                    "CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE base SET v = v + 1; RETURN NEW; END $$",
                    "CREATE TRIGGER watch BEFORE INSERT ON parent FOR EACH ROW EXECUTE FUNCTION touch()",
                    "CREATE FUNCTION twice(a int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 2 * a'",
                    "CREATE SEQUENCE counter");
            server.recorded("s").close();
            check(catalog(server));
        }
    }

    private static Catalog catalog(RecordedServer server) throws Exception {
        return catalog(server.history());
    }

    private static Catalog catalog(History history) {
        if (Boolean.getBoolean("bateleur.show")) {
            history.about().forEach((name, value) -> System.out.println(name + " = " + value));
        }
        return Catalog.of(history.about());
    }

    @Test
    void mariaDb() throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            server.execute(
                    "CREATE TABLE parent (id int unsigned AUTO_INCREMENT PRIMARY KEY, code varchar(9) COLLATE utf8mb4_bin"
                            + " NOT NULL DEFAULT 'it''s', kind enum('a','b'), CHECK (code <> 'x'), UNIQUE KEY front (code(3)))",
                    "CREATE TABLE child (a int unsigned, b int, `Odd Name` timestamp DEFAULT current_timestamp ON UPDATE current_timestamp,"
                            + " twice int AS (b * 2) STORED, PRIMARY KEY (b, a), UNIQUE (a),"
                            + " FOREIGN KEY (a) REFERENCES parent (id) ON DELETE CASCADE) ENGINE=InnoDB",
                    "CREATE VIEW seen AS SELECT id, code FROM parent WHERE id > 1",
                    "CREATE TRIGGER watch BEFORE INSERT ON parent FOR EACH ROW SET NEW.code = upper(NEW.code)",
                    "CREATE FUNCTION twice(a int) RETURNS int DETERMINISTIC NO SQL RETURN a * 2",
                    "CREATE PROCEDURE touch(IN a int, OUT b int) BEGIN UPDATE child SET b = a; SET b = 1; END");
            server.recorded("s").close();
            Catalog catalog = catalog(server);
            BaseTable parent = table(catalog, "test.parent");
            assertThat(catalog.tables())
                    .allSatisfy(each -> assertThat(each.unknown()).isEmpty());
            assertThat(parent.columns().get(0).filled().isIdentity()).isTrue();
            assertThat(parent.columns().get(0).type().unsigned()).isTrue();
            assertThat(parent.columns().get(1).collation()).isEqualTo("utf8mb4_bin");
            assertThat(parent.columns().get(1).byDefault()).isNotNull();
            assertThat(parent.columns().get(2).type().kind()).isEqualTo(DataType.Kind.ENUM);
            assertThat(parent.uniques()).extracting(UniqueKey::isPlain).containsExactly(false);
            assertThat(parent.checks()).hasSize(1);
            assertThat(parent.triggers()).singleElement().satisfies(trigger -> assertThat(trigger.body())
                    .isNotEmpty());
            BaseTable child = table(catalog, "test.child");
            assertThat(child.key().columns()).containsExactly("b", "a");
            assertThat(child.uniques()).extracting(UniqueKey::isPlain).containsExactly(true);
            assertThat(child.columns())
                    .extracting(TableColumn::filled)
                    .containsExactly(
                            TableColumn.Filled.BY_STATEMENT,
                            TableColumn.Filled.BY_STATEMENT,
                            TableColumn.Filled.ON_UPDATE,
                            TableColumn.Filled.GENERATED);
            assertThat(catalog.referrers(parent))
                    .extracting(referrer -> referrer.reference().onDelete())
                    .containsExactly(Reference.Action.CASCADE);
            assertThat(catalog.views()).extracting(StoredView::name).containsExactly(ObjectName.of("test.seen"));
            assertThat(catalog.routines()).hasSize(2).allSatisfy(routine -> assertThat(routine.body())
                    .isNotEmpty());
        }
    }

    @Test
    void h2() throws Exception {
        Catalog catalog = embedded(
                "jdbc:h2:mem:definitions",
                "CREATE DOMAIN small AS numeric(6,2) CHECK (VALUE < 10)",
                "CREATE TABLE parent (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, code varchar(9) UNIQUE NOT NULL,"
                        + " s small DEFAULT 1, twice int AS (id * 2), CHECK (id > 0))",
                "CREATE TABLE child (a int, b int, PRIMARY KEY (b, a), FOREIGN KEY (a) REFERENCES parent (id) ON DELETE CASCADE)",
                "CREATE VIEW seen AS SELECT id, code FROM parent WHERE id > 1",
                "CREATE SEQUENCE counter");
        BaseTable parent = table(catalog, "PUBLIC.PARENT");
        assertThat(catalog.tables())
                .allSatisfy(each -> assertThat(each.unknown()).isEmpty());
        assertThat(parent.key().columns()).containsExactly("ID");
        assertThat(parent.columns().get(0).filled().isIdentity()).isTrue();
        assertThat(parent.columns().get(2).type().name()).isEqualTo("numeric");
        assertThat(parent.columns().get(3).filled()).isEqualTo(TableColumn.Filled.GENERATED);
        assertThat(parent.uniques()).extracting(UniqueKey::isPlain).containsExactly(true);
        assertThat(parent.checks()).hasSize(1);
        assertThat(catalog.referrers(parent))
                .extracting(referrer -> referrer.reference().onDelete())
                .containsExactly(Reference.Action.CASCADE);
        assertThat(catalog.views()).extracting(StoredView::name).containsExactly(ObjectName.of("PUBLIC.SEEN"));
    }

    @Test
    void sqlite() throws Exception {
        Catalog catalog = embedded(
                "jdbc:sqlite:" + directory.resolve("definitions.db"),
                "CREATE TABLE parent (id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE NOT NULL DEFAULT 'x', CHECK (id > 0))",
                "CREATE TABLE child (a int REFERENCES parent ON DELETE CASCADE, b, PRIMARY KEY (b, a)) WITHOUT ROWID",
                "CREATE UNIQUE INDEX part ON child (b) WHERE a > 1",
                "CREATE VIEW seen AS SELECT id, code FROM parent WHERE id > 1",
                "CREATE TRIGGER watch AFTER INSERT ON parent BEGIN UPDATE child SET a = 1; END");
        BaseTable parent = table(catalog, "parent");
        assertThat(catalog.tables())
                .allSatisfy(each -> assertThat(each.unknown()).isEmpty());
        assertThat(parent.columns().get(0).filled().isIdentity()).isTrue();
        assertThat(parent.columns().get(1).collation()).isEqualTo("NOCASE");
        assertThat(parent.triggers()).hasSize(1);
        assertThat(table(catalog, "child").uniques())
                .extracting(UniqueKey::isPlain)
                .containsExactly(false);
        assertThat(catalog.referrers(parent)).hasSize(1);
        assertThat(catalog.views()).hasSize(1);
    }

    private Catalog embedded(String url, String... statements) throws Exception {
        Path trace = directory.resolve("embedded.jsonl");
        try (Connection bare = DriverManager.getConnection(url);
                Statement statement = bare.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
            try (Recorder recorder = new Recorder(
                    new FileSink(trace), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.forEver())) {
                JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
                recording
                        .connection(DriverManager.getConnection(url), Value.of("s"))
                        .close();
            }
        }
        return catalog(Traces.read(trace).history());
    }

    private static void check(Catalog catalog) {
        BaseTable parent = table(catalog, "public.parent");
        assertThat(catalog.tables())
                .allSatisfy(each -> assertThat(each.unknown()).isEmpty());
        assertThat(parent.columns().get(0).filled()).isEqualTo(TableColumn.Filled.IDENTITY_ALWAYS);
        assertThat(parent.columns().get(1).collation()).isEqualTo("ci");
        assertThat(parent.columns().get(2).type().kind()).isEqualTo(DataType.Kind.ENUM);
        assertThat(parent.columns().get(3).domain()).isEqualTo(ObjectName.of("public.small"));
        assertThat(parent.columns().get(3).type().name()).isEqualTo("numeric");
        assertThat(parent.columns().get(3).notNull()).isTrue();
        assertThat(parent.checks()).hasSize(1);
        assertThat(parent.uniques()).extracting(UniqueKey::isPlain).containsExactly(true);
        assertThat(parent.rules()).hasSize(1);
        assertThat(parent.triggers()).singleElement().satisfies(trigger -> {
            assertThat(trigger.timing()).isEqualTo("BEFORE");
            assertThat(trigger.routine()).hasToString("public.touch");
        });
        BaseTable child = table(catalog, "Other.child");
        assertThat(child.key().columns()).containsExactly("b", "a");
        assertThat(child.key().deferrable()).isTrue();
        assertThat(child.columns().get(2).byDefault()).isNotNull();
        assertThat(child.columns().get(3).filled()).isEqualTo(TableColumn.Filled.GENERATED);
        assertThat(child.uniques()).extracting(UniqueKey::isPlain).containsExactly(false);
        assertThat(catalog.referrers(parent)).singleElement().satisfies(referrer -> {
            assertThat(referrer.reference().onDelete()).isEqualTo(Reference.Action.CASCADE);
            assertThat(referrer.reference().onUpdate()).isEqualTo(Reference.Action.SET_NULL);
        });
        assertThat(catalog.children(table(catalog, "public.base"))).hasSize(1);
        assertThat(table(catalog, "public.base").rowSecurity()).isTrue();
        assertThat(table(catalog, "public.parts").ancestry().partitioned()).isTrue();
        assertThat(table(catalog, "public.part_a").ancestry().partition()).isTrue();
        assertThat(catalog.views()).extracting(StoredView::name).containsExactly(ObjectName.of("public.seen"));
        assertThat(catalog.routines())
                .extracting(StoredRoutine::volatility)
                .containsExactly(StoredRoutine.Volatility.VOLATILE, StoredRoutine.Volatility.STABLE);
        assertThat(catalog.routines())
                .allSatisfy(routine -> assertThat(routine.body()).isNotEmpty());
        assertThat(catalog.types())
                .filteredOn(type -> type.form() == StoredType.Form.COLLATION)
                .extracting(StoredType::deterministic)
                .containsExactly(false);
        assertThat(catalog.relation(ObjectName.of("public.counter"))).isPresent();
    }
}
