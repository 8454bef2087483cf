package io.bateleur.sql.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ResolutionTest {
    private static final String SCHEMA = """
            CREATE TABLE item (id int PRIMARY KEY, stock int, name varchar(20));
            CREATE TABLE sale (id int PRIMARY KEY, item_id int, amount numeric(10, 2));
            CREATE VIEW cheap (id, many) AS SELECT id, stock FROM item WHERE stock > 3;
            """;

    @Test
    void columnsAreThoseOfTheirSources() {
        assertThat(senses("SELECT i.id, amount FROM item i JOIN sale s ON s.item_id = i.id WHERE stock > 1"))
                .isEqualTo("i.id s.amount s.item_id i.id i.stock");
    }

    @Test
    void aNameOfTwoTablesMeansNeither() {
        assertThat(senses("SELECT id FROM item, sale")).isEqualTo("?");
        assertThat(problems("SELECT id FROM item, sale")).containsExactly("8: column id may be one of several");
    }

    @Test
    void whatIsNotKnownIsSaidWithItsPlace() {
        assertThat(problems("SELECT colour FROM item")).containsExactly("8: column colour is not known");
        assertThat(problems("SELECT a FROM nowhere"))
                .containsExactly(
                        "15: table nowhere is not known",
                        "8: column a may be one of a table whose columns are not known");
        assertThat(problems("UPDATE item SET stock = x.y WHERE id = 1")).containsExactly("25: column x.y is not known");
    }

    @Test
    void starsStandForColumnsInTheirOrder() {
        assertThat(outputs("SELECT * FROM item")).isEqualTo("id stock name");
        assertThat(outputs("SELECT s.*, i.name FROM item i, sale s")).isEqualTo("id item_id amount name");
        assertThat(outputs("SELECT * FROM item JOIN sale USING (id)")).isEqualTo("id stock name item_id amount");
        assertThat(outputs("SELECT * FROM item NATURAL JOIN sale")).isEqualTo("id stock name item_id amount");
        assertThat(outputs("SELECT * FROM cheap")).isEqualTo("id many");
        assertThat(outputs("SELECT * FROM (SELECT id + 1 AS next, name FROM item) x"))
                .isEqualTo("next name");
        assertThat(outputs("WITH w (a, b) AS (SELECT id, stock FROM item) SELECT * FROM w"))
                .isEqualTo("a b");
        assertThat(outputs("SELECT * FROM (VALUES (1, 2)) v (p, q)")).isEqualTo("p q");
    }

    @Test
    void sharedColumnsAreThoseOfTheSideThatIsThere() {
        assertThat(senses("SELECT id FROM item JOIN sale USING (id)")).isEqualTo("item.id");
        assertThat(senses("SELECT id FROM item RIGHT JOIN sale USING (id)")).isEqualTo("sale.id");
        assertThat(senses("SELECT id FROM item FULL JOIN sale USING (id)")).isEqualTo("item.id|sale.id");
    }

    @Test
    void innerNamesHideOuterOnes() {
        assertThat(senses("SELECT name FROM item i WHERE EXISTS (SELECT 1 FROM sale WHERE item_id = i.id AND id > 3)"))
                .isEqualTo("i.name sale.item_id i.id sale.id");
        assertThat(senses("SELECT (SELECT stock FROM sale WHERE item_id = item.id) FROM item"))
                .isEqualTo("item.stock sale.item_id item.id");
    }

    @Test
    void subqueriesOfFromSeeNeighboursOnlyWhenLateral() {
        assertThat(problems("SELECT 1 FROM item i, (SELECT i.id) x")).containsExactly("31: column i.id is not known");
        assertThat(problems("SELECT 1 FROM item i, LATERAL (SELECT i.id) x")).isEmpty();
    }

    @Test
    void ordersNameTheResultFirstAndConditionsTheTables() {
        assertThat(senses("SELECT stock AS id FROM item ORDER BY id")).isEqualTo("item.stock #0");
        assertThat(senses("SELECT stock AS id FROM item GROUP BY id")).isEqualTo("item.stock item.id");
        assertThat(senses("SELECT stock AS n FROM item WHERE n > 1")).isEqualTo("item.stock ?");
        assertThat(senses("SELECT stock AS n FROM item HAVING n > 1", SqlDialect.MYSQL))
                .isEqualTo("item.stock #0");
    }

    @Test
    void changesNameTheirTableAndWhatTheyProposed() {
        assertThat(senses("UPDATE item SET stock = stock - s.amount FROM sale s WHERE s.item_id = item.id"))
                .isEqualTo("item.stock item.stock s.amount s.item_id item.id");
        assertThat(senses("INSERT INTO item (id, stock) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET stock ="
                        + " item.stock + excluded.stock RETURNING name"))
                .isEqualTo("item.id item.stock item.id item.stock item.stock excluded.stock item.name");
        assertThat(senses(
                        "INSERT INTO item (id, stock) VALUES (1, 2) AS n ON DUPLICATE KEY UPDATE stock = n.stock + stock",
                        SqlDialect.MYSQL))
                .isEqualTo("item.id item.stock item.stock n.stock item.stock");
        assertThat(senses("MERGE INTO item USING sale s ON item.id = s.item_id WHEN MATCHED THEN UPDATE SET stock ="
                        + " stock + 1 WHEN NOT MATCHED THEN INSERT (id) VALUES (item_id)"))
                .isEqualTo("item.id s.item_id item.stock item.stock item.id s.item_id");
        assertThat(senses("DELETE FROM item USING sale s WHERE s.item_id = item.id"))
                .isEqualTo("s.item_id item.id");
    }

    @Test
    void theReturnedRowsOfAChangeHaveNames() {
        assertThat(outputs("WITH gone AS (DELETE FROM item RETURNING id, name AS label) SELECT * FROM gone"))
                .isEqualTo("id label");
    }

    @Test
    void whereValuesComeFromIsFollowed() {
        Statement statement = read("SELECT x.a FROM (SELECT id AS a FROM item) x", SqlDialect.POSTGRES);
        Resolution resolution = resolve(statement, SqlDialect.POSTGRES);
        CellRef cell = resolution.cell(Walk.all(statement, Expr.Column.class).get(0));
        assertThat(cell).hasToString("x.a");
        assertThat(cell.origin()).hasToString("item.id");
        assertThat(cell.type().name()).isEqualTo("integer");
    }

    @Test
    void aQueryThatNamesItselfHasTheColumnsOfItsFirstPart() {
        assertThat(problems(
                        "WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 5) SELECT k FROM n"))
                .isEmpty();
    }

    // ---- as texts

    private static Statement read(String sql, SqlDialect dialect) {
        List<Statement> all = SqlReader.read(sql, dialect);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Resolution resolve(Statement statement, SqlDialect dialect) {
        Catalog catalog = Catalog.empty(dialect).with(SqlReader.read(SCHEMA, dialect));
        return Resolution.of(statement, catalog);
    }

    private static String senses(String sql) {
        return senses(sql, SqlDialect.POSTGRES);
    }

    /** What each column means, in the order of the text. */
    private static String senses(String sql, SqlDialect dialect) {
        Statement statement = read(sql, dialect);
        Resolution resolution = resolve(statement, dialect);
        List<Expr.Column> columns = new ArrayList<>(Walk.all(statement, Expr.Column.class));
        columns.sort(java.util.Comparator.comparingInt(column -> column.at().from()));
        return columns.stream().map(column -> word(resolution.sense(column))).collect(Collectors.joining(" "));
    }

    private static String word(ColumnSense sense) {
        if (sense instanceof ColumnSense.Cell cell) {
            return cell.cell().toString();
        }
        if (sense instanceof ColumnSense.Merged merged) {
            return merged.cells().stream().map(CellRef::toString).collect(Collectors.joining("|"));
        }
        return sense instanceof ColumnSense.OutputOf output ? "#" + output.position() : "?";
    }

    private static List<String> problems(String sql) {
        Statement statement = read(sql, SqlDialect.POSTGRES);
        return resolve(statement, SqlDialect.POSTGRES).unresolved().stream()
                .map(each -> each.at().column(sql) + ": " + each.why())
                .toList();
    }

    private static String outputs(String sql) {
        Statement statement = read(sql, SqlDialect.POSTGRES);
        Resolution resolution = resolve(statement, SqlDialect.POSTGRES);
        List<Output> outputs = statement instanceof Query query
                ? resolution.outputs(query)
                : resolution.outputs(((Change.Update) statement).returning());
        return outputs.stream().map(Output::label).collect(Collectors.joining(" "));
    }
}
