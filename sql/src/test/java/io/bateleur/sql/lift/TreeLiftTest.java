package io.bateleur.sql.lift;

import static io.bateleur.sql.lift.Recording.row;
import static io.bateleur.sql.lift.Recording.told;
import static io.bateleur.sql.lift.Recording.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.UnrecordedWork;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tree and the catalog make plain: names along search paths, triggers, routines, times. */
class TreeLiftTest {
    private static final String SCHEMA = """
            CREATE TABLE item (id int PRIMARY KEY, stock int, changed timestamp);
            CREATE TABLE log (id int PRIMARY KEY, what text);
            CREATE TABLE code (word text NOT NULL UNIQUE, n int);
            CREATE TABLE unkeyed (id int);
            CREATE TABLE mother (id int PRIMARY KEY);
            CREATE TABLE daughter (id int PRIMARY KEY, mother int REFERENCES mother);
            CREATE SCHEMA other;
            CREATE TABLE other.item (id int PRIMARY KEY, stock int);
            CREATE TABLE stamped (id int PRIMARY KEY, v int, n int);
            CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN NEW.n := OLD.n + 1; INSERT INTO log VALUES (1, 'x'); RETURN NEW; END $$;
            CREATE TRIGGER stamps BEFORE UPDATE ON stamped FOR EACH ROW EXECUTE FUNCTION stamp();
            CREATE FUNCTION note() RETURNS void LANGUAGE sql AS 'INSERT INTO log (id) VALUES (2)';
            """;

    private final HistoryBuilder builder = History.builder().initialState(InitialState.UNKNOWN);
    private long time = 1;

    private TransactionBuilder begin(String id) {
        return builder.begin("s" + id, id).at(time++, time++);
    }

    private void count(TransactionBuilder transaction, String sql, long count, Object... parameters) {
        answer(transaction, sql, values(parameters), new SqlResult.Count(count));
    }

    private void rows(TransactionBuilder transaction, String sql, String labels, List<List<Value>> rows) {
        answer(transaction, sql, List.of(), new SqlResult.Rows(List.of(labels.split(",")), rows, true));
    }

    private void answer(TransactionBuilder transaction, String sql, List<Value> parameters, SqlResult... results) {
        transaction
                .sql(sql, parameters, Content.live(SqlResult.toValue(List.of(results))))
                .at(time++, time++);
    }

    private void end(TransactionBuilder transaction) {
        transaction.commit().at(time++, time++);
    }

    private Lifted lifted() {
        builder.about("engine", Value.of("PostgreSQL"));
        builder.about("sql complete", Value.of(true));
        builder.about(SessionState.ABOUT, Value.list(new SessionState(List.of("public"), Map.of()).toValues()));
        Catalog catalog = Catalog.empty(SqlDialect.POSTGRES).with(SqlReader.read(SCHEMA, SqlDialect.POSTGRES));
        return Lift.lift(builder.build(), catalog);
    }

    private void reads(String id) {
        TransactionBuilder reader = begin(id);
        rows(reader, "SELECT * FROM item WHERE id = 1", "id,stock,changed", List.of(row(1, 5, "t")));
        rows(reader, "SELECT * FROM log WHERE id = 1", "id,what", List.of(row(1, "w")));
        end(reader);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE item SET stock = 0 WHERE changed < now()",
                "DO $$ BEGIN UPDATE item SET stock = 1; END $$",
                "UPDATE item SET stock = 1 WHERE id > 3 AND whatever(stock) FROBNICATE",
            })
    void whatIsNotFollowedTakesOutItsColumnsFromItsTimeOn(String unknown) {
        reads("before");
        TransactionBuilder writer = begin("W");
        count(writer, unknown, 3);
        end(writer);
        reads("after");
        History history = lifted().history();
        assertThat(told(history, "before")).contains("[public.item,stock,1] 5").contains("[public.log,what,1] w");
        assertThat(told(history, "after")).doesNotContain("stock").contains("[public.log,what,1] w");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE SEQUENCE s",
                "CREATE VIEW v AS SELECT * FROM item",
                "CREATE INDEX i ON item (stock)",
                "COMMENT ON TABLE item IS 'x'",
                "SELECT pg_database_size('x')",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "GRANT SELECT ON item TO somebody",
            })
    void whatWritesNoRowsTakesNothingOut(String statement) {
        TransactionBuilder other = begin("W");
        count(other, statement, 0);
        end(other);
        reads("after");
        assertThat(told(lifted().history(), "after"))
                .contains("[public.item,stock,1] 5")
                .contains("[public.log,what,1] w");
    }

    @Test
    void aFunctionTakesOutWhatItsBodyWrites() {
        TransactionBuilder writer = begin("W");
        rows(writer, "SELECT note()", "note", List.of(row(Value.NULL)));
        end(writer);
        reads("after");
        assertThat(told(lifted().history(), "after"))
                .contains("[public.item,stock,1] 5")
                .doesNotContain("log");
    }

    @Test
    void aTriggerThatSetsAColumnLeavesTheOthersAsTheStatementSays() {
        TransactionBuilder reader = begin("R");
        rows(reader, "SELECT * FROM stamped WHERE id = 1", "id,v,n", List.of(row(1, 2, 3)));
        end(reader);
        reads("before");
        TransactionBuilder writer = begin("W");
        count(writer, "UPDATE stamped SET v = 7 WHERE id = 1", 1);
        end(writer);
        reads("after");
        History history = lifted().history();
        assertThat(told(history, "W")).contains("put [public.stamped,v,1] 7").contains("put [public.stamped,n,1] ?");
        assertThat(told(history, "before")).contains("log");
        assertThat(told(history, "after")).doesNotContain("log").contains("[public.item,stock,1] 5");
    }

    @Test
    void alternativesOfKeysAreKeys() {
        TransactionBuilder one = begin("T");
        rows(one, "SELECT stock FROM item WHERE id = 1 AND id = 1 OR id = 2 OR id IN (3, 4)", "stock", List.of());
        rows(one, "SELECT id FROM item WHERE (id = 7 OR id = 8) AND 1 = 1", "id", List.of(row(8)));
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("""
                        get [public.item,id,1] _
                        get [public.item,id,2] _
                        get [public.item,id,3] _
                        get [public.item,id,4] _
                        get [public.item,id,8] 8
                        get [public.item,id,7] _""");
    }

    @Test
    void aNameMeansWhatTheSessionsPathSays() {
        TransactionBuilder one = builder.begin("tenant", "T").at(time++, time++);
        one.sql(SessionState.TEXT, new SessionState(List.of("other"), Map.of()).toValues(), Content.unknown());
        rows(one, "SELECT id, stock FROM item WHERE id = 1", "id,stock", List.of(row(1, 2)));
        count(one, "SET search_path TO public", 0);
        rows(one, "SELECT id, stock FROM item WHERE id = 1", "id,stock", List.of(row(1, 5)));
        end(one);
        TransactionBuilder next = builder.begin("tenant", "U").at(time++, time++);
        rows(next, "SELECT id, stock FROM item WHERE id = 1", "id,stock", List.of(row(1, 2)));
        end(next);
        History history = lifted().history();
        assertThat(told(history, "T")).isEqualTo("get [other.item,stock,1] 2\nget [public.item,stock,1] 5");
        assertThat(told(history, "U")).isEqualTo("get [other.item,stock,1] 2");
    }

    @Test
    void workThatPassedTheRecorderTakesOutWhatItsTextNames() {
        TransactionBuilder writer = begin("W");
        writer.sql(
                        UnrecordedWork.TEXT,
                        new UnrecordedWork("copy", "COPY item FROM STDIN").toValues(),
                        Content.live(Value.list()))
                .at(time++, time++);
        end(writer);
        reads("after");
        TransactionBuilder any = begin("X");
        any.sql(UnrecordedWork.TEXT, new UnrecordedWork("unwrap", "").toValues(), Content.live(Value.list()))
                .at(time++, time++);
        end(any);
        reads("last");
        History history = lifted().history();
        assertThat(told(history, "after")).isEqualTo("get [public.log,what,1] w");
        assertThat(told(history, "last")).isEmpty();
    }

    @Test
    void rowsOfATableWithoutAPrimaryKeyAreToldByAUniqueOne() {
        TransactionBuilder one = begin("T");
        rows(one, "SELECT n FROM code WHERE word = 'a'", "n", List.of(row(4)));
        rows(one, "SELECT n FROM code WHERE word = 'b'", "n", List.of());
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("get [public.code,n,a] 4\nget [public.code,word,b] _");
    }

    @Test
    void severalStatementsInOneTextAreFollowedOneByOne() {
        reads("before");
        TransactionBuilder one = begin("T");
        answer(
                one,
                "UPDATE item SET stock = 6 WHERE id = ?; SELECT stock FROM item WHERE id = ?",
                values(1, 1),
                new SqlResult.Count(1L),
                new SqlResult.Rows(List.of("stock"), List.of(row(6)), true));
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("""
                        get [public.item,id,1] 1
                        put [public.item,stock,1] 6
                        get [public.item,stock,1] 6""");
    }

    @Test
    void aChangeInsideOfAQueryIsToldByWhatItReturns() {
        reads("before");
        TransactionBuilder one = begin("T");
        rows(
                one,
                "WITH x AS (UPDATE item SET stock = 9 WHERE stock > 3 RETURNING id, stock) SELECT stock, id FROM x",
                "stock,id",
                List.of(row(9, 1), row(9, 2)));
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("""
                        get [public.item,id,1] 1
                        put [public.item,stock,1] 9
                        get [public.item,id,2] 2
                        put [public.item,stock,2] 9""");
    }

    @Test
    void changesOfOneTableByAnotherAreToldByTheirKeys() {
        reads("before");
        TransactionBuilder one = begin("T");
        count(one, "UPDATE item SET stock = 8 FROM log WHERE item.id = 3 AND log.id = item.stock", 1);
        count(one, "DELETE FROM item USING log WHERE item.id = 4 AND log.id = item.stock", 1);
        end(one);
        assertThat(told(lifted().history(), "T"))
                .contains("put [public.item,stock,3] 8")
                .contains("delete [public.item,stock,4]");
    }

    @Test
    void aSubqueryThatChoosesRowsIsReadThrough() {
        TransactionBuilder one = begin("T");
        rows(
                one,
                "SELECT x.s FROM (SELECT id AS k, stock AS s FROM item WHERE stock > 2) x WHERE x.k = 1",
                "s",
                List.of(row(5)));
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("get [public.item,stock,1] 5");
    }

    /** A table without a key that was emptied, and not. */
    @Test
    void anEmptiedTableThatIsNotFollowedMayComeBack() {
        TransactionBuilder one = begin("1");
        count(one, "SAVEPOINT a", 0);
        count(one, "DELETE FROM unkeyed", 2);
        count(one, "ROLLBACK TO SAVEPOINT a", 0);
        end(one);
        reads("2");
        assertThat(lifted().history().transactionCount()).isEqualTo(2);
    }

    /** It counts no rows, whatever it does. */
    @Test
    void truncationThatCascadesLeavesOutWhatItReaches() {
        TransactionBuilder one = begin("1");
        count(one, "TRUNCATE mother CASCADE", 0);
        end(one);
        TransactionBuilder two = begin("2");
        rows(two, "SELECT id, mother FROM daughter WHERE id = 1", "id,mother", List.of());
        end(two);
        assertThat(told(lifted().history(), "2")).isEmpty();
    }

    /** A temporary table has a name of its own. */
    @Test
    void droppingATemporaryTableLeavesOthers() {
        TransactionBuilder one = begin("1");
        count(one, "DROP TABLE IF EXISTS pg_temp.item", 0);
        end(one);
        reads("2");
        assertThat(told(lifted().history(), "1")).isEmpty();
    }

    /** As frameworks ask whether a row exists. */
    @Test
    void aCountTellsWhetherRowsAreThereThatKeysName() {
        TransactionBuilder one = begin("T");
        rows(one, "SELECT count(*) FROM item WHERE id = 1", "count", List.of(row(1)));
        rows(one, "SELECT count(*) FROM item WHERE id = 2", "count", List.of(row(0)));
        rows(one, "SELECT count(1) FROM item WHERE id > 7", "count", List.of(row(0)));
        rows(one, "SELECT count(*) FROM item WHERE id IN (3, 4) AND stock > 2", "count", List.of(row(2)));
        end(one);
        assertThat(told(lifted().history(), "T")).isEqualTo("""
                        get [public.item,id,1] 1
                        get [public.item,id,2] _
                        scan [public.item,id,7,[]]..[public.item,id,[]]\s
                        get [public.item,id,3] 3
                        get [public.item,id,4] 4""");
    }

    @Test
    void aCountThatMayBeOfOtherRowsTellsNothing() {
        TransactionBuilder one = begin("T");
        rows(one, "SELECT count(*) FROM item WHERE id > 7", "count", List.of(row(2)));
        rows(one, "SELECT count(*) FROM item WHERE stock = 2", "count", List.of(row(0)));
        rows(one, "SELECT count(*) FROM item WHERE id = 1 AND stock = 2", "count", List.of(row(0)));
        rows(one, "SELECT count(*) FROM item WHERE id IN (3, 4)", "count", List.of(row(1)));
        rows(one, "SELECT count(stock) FROM item WHERE id = 5", "count", List.of(row(0)));
        end(one);
        assertThat(told(lifted().history(), "T")).isEmpty();
    }
}
