package io.bateleur.sql.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachTest {
    private static final String POSTGRES = """
            CREATE TABLE item (id int PRIMARY KEY, stock int, changed timestamp);
            CREATE TABLE sale (id int PRIMARY KEY, item_id int REFERENCES item ON DELETE CASCADE);
            CREATE TABLE log (id int PRIMARY KEY, what text);
            CREATE TABLE event (at date, what text) PARTITION BY RANGE (at);
            CREATE TABLE event_2026 PARTITION OF event FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
            CREATE VIEW cheap AS SELECT * FROM item;
            CREATE FUNCTION note(w text) RETURNS void LANGUAGE sql AS $$ INSERT INTO log (what) VALUES (w) $$;
            CREATE FUNCTION twice(n int) RETURNS int IMMUTABLE LANGUAGE c AS 'twice';
            CREATE FUNCTION odd(n int) RETURNS int LANGUAGE c AS 'odd';
            CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN NEW.changed := now(); PERFORM note('x'); RETURN NEW; END $$;
            CREATE TRIGGER stamped BEFORE UPDATE ON item FOR EACH ROW EXECUTE FUNCTION stamp();
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
            CREATE TRIGGER refused BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION refuse();
            """;

    private final Catalog catalog =
            Catalog.empty(SqlDialect.POSTGRES).with(SqlReader.read(POSTGRES, SqlDialect.POSTGRES));
    private final ReachFinder finder = new ReachFinder(catalog, true);

    @Test
    void whatAStatementSays() {
        assertThat(of("SELECT * FROM item")).isEmpty();
        assertThat(of("UPDATE sale SET item_id = 3 WHERE id < 7")).isEqualTo("sale(item_id)");
        assertThat(of("WITH gone AS (DELETE FROM sale RETURNING *) INSERT INTO log (id) SELECT id FROM gone"))
                .isEqualTo("log, sale");
        assertThat(of("EXPLAIN DELETE FROM sale")).isEmpty();
        assertThat(of("EXPLAIN ANALYZE DELETE FROM sale")).isEqualTo("sale");
    }

    @Test
    void whatHangsOnTheTable() {
        assertThat(of("DELETE FROM item")).isEqualTo("item, sale");
        assertThat(of("UPDATE item SET id = id + 1")).doesNotContain("sale");
        assertThat(of("UPDATE item SET stock = 2")).isEqualTo("item(stock, changed), log");
        assertThat(of("INSERT INTO event_2026 (what) VALUES ('x')")).isEqualTo("event_2026, event");
        assertThat(of("UPDATE cheap SET stock = 1")).isEqualTo("anything");
    }

    @Test
    void whatItsFunctionsDo() {
        assertThat(of("SELECT note('x')")).isEqualTo("log");
        assertThat(of("SELECT twice(1), lower('A'), whatever_the_server_has(1)"))
                .isEmpty();
        assertThat(of("SELECT odd(1)")).isEqualTo("anything");
        assertThat(of("DO $$ BEGIN UPDATE sale SET item_id = 1; END $$")).isEqualTo("sale(item_id)");
        assertThat(of("DO $$ BEGIN EXECUTE 'DROP TABLE item'; END $$")).isEqualTo("anything");
        assertThat(new ReachFinder(catalog, false)
                        .of(read("SELECT whatever(1)"), catalog.path())
                        .anything())
                .isNotNull();
    }

    @Test
    void aTriggerMayReplaceWhatAStatementWrites() {
        BaseTable item = table("item");
        TriggerReach stamped = finder.triggers(item, "UPDATE", catalog.path());
        assertThat(stamped.keepsRows()).isTrue();
        assertThat(stamped.rewritten().stream().boxed()).containsExactly(item.column("changed"));
        assertThat(finder.triggers(table("log"), "INSERT", catalog.path()).keepsRows())
                .isFalse();
    }

    @Test
    void mysqlBodies() {
        Catalog mysql = Catalog.empty(SqlDialect.MYSQL).with(SqlReader.read("""
                        CREATE TABLE a (id int PRIMARY KEY, v int);
                        CREATE TABLE b (id int PRIMARY KEY, v int);
                        CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW SET NEW.v = OLD.v + 1;
                        CREATE PROCEDURE p() BEGIN UPDATE b SET v = 1; END;
                        """, SqlDialect.MYSQL));
        ReachFinder finds = new ReachFinder(mysql, true);
        BaseTable a = mysql.tables().get(0);
        assertThat(finds.triggers(a, "UPDATE", List.of()).rewritten().stream().boxed())
                .containsExactly(1);
        assertThat(finds.of(SqlReader.read("CALL p()", SqlDialect.MYSQL).get(0), List.of()))
                .hasToString("b(v)");
    }

    private BaseTable table(String name) {
        return catalog.tables().stream()
                .filter(each -> each.name().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String of(String sql) {
        return finder.of(read(sql), catalog.path()).toString();
    }

    private static Statement read(String sql) {
        return SqlReader.read(sql, SqlDialect.POSTGRES).get(0);
    }
}
