package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tables a text names, and which must be read again after it. */
class TouchedTest {
    @Test
    void tablesThatAreUsed() {
        assertThat(
                        used(
                                "SELECT a, b FROM shop.item i, line AS l JOIN \"Odd one\" o ON o.id = l.id WHERE x IN (SELECT id FROM t)"))
                .containsExactlyInAnyOrder("item", "line", "odd one", "t");
        assertThat(used("INSERT INTO `item` (id, from_date) VALUES ('from nowhere', 1)"))
                .containsExactly("item");
        assertThat(used("/* from here */ UPDATE item SET qty = 1 -- from there\n WHERE id = 1"))
                .containsExactly("item");
        assertThat(used("DELETE FROM [item] USING other WHERE x = 1")).containsExactlyInAnyOrder("item", "other");
        assertThat(used("SELECT id FROM item FOR UPDATE NOWAIT")).containsExactly("item");
        assertThat(used("SELECT 1")).isEmpty();
    }

    private static Iterable<String> used(String text) {
        return TableNames.of(text).used();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE item (id INT REFERENCES bill)",
                "create unlogged table if not exists Shop.\"Item\" (bill int)",
                "ALTER TABLE item RENAME TO bill",
                "RENAME TABLE bill TO item",
                "CREATE UNIQUE INDEX i ON item (bill)",
                "CREATE OR REPLACE TRIGGER bill AFTER INSERT ON `item` FOR EACH ROW EXECUTE FUNCTION f()",
                "INSERT INTO bill VALUES (1); ALTER TABLE item ADD bill INT"
            })
    void whatIsDefinedByName(String text) {
        assertThat(Touched.of(text).names()).contains("item", "bill");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TEMP TABLE item (id INT)",
                "CREATE TEMPORARY TABLE item AS SELECT 1",
                "CREATE LOCAL TEMPORARY TABLE item (id INT)",
                "DROP TABLE item",
                "DROP INDEX i",
                "CREATE VIEW v AS SELECT * FROM item",
                "CREATE OR REPLACE FUNCTION f() RETURNS int AS $$ DROP TABLE item $$ LANGUAGE sql",
                "COMMENT ON TABLE item IS 'one'",
                "SELECT * FROM item"
            })
    void whatIsNotReadAgain(String text) {
        assertThat(Touched.of(text).isNothing()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP SCHEMA shop CASCADE",
                "CREATE TYPE mood AS ENUM ('good')",
                "CREATE EXTENSION some",
                "CREATE TABLE \"it\"\"em\" (id INT)",
                "CREATE TABLE U&\"it\\0065m\" (id INT)",
                "CREATE /*!32302 TABLE */ item (id INT)",
                "CREATE TABLE item (id INT); CREATE SCHEMA s"
            })
    void whatMayBeAnyTable(String text) {
        assertThat(Touched.of(text).isEverything()).isTrue();
    }
}
