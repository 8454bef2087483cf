package io.bateleur.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Walk;
import java.util.List;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SqlReaderTest {
    private static Statement read(String sql, SqlDialect dialect) {
        List<Statement> read = SqlReader.read(sql, dialect);
        assertThat(read).as(sql).hasSize(1);
        return read.get(0);
    }

    private static Expr expr(String expr, SqlDialect dialect) {
        QueryBody body = ((Query) read("SELECT " + expr, dialect)).body();
        return ((QueryBody.Select) body).items().get(0).value();
    }

    /** What binds first is what the dialect's own manual says; parentheses around it make no difference. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "OTHER;    a OR b AND c;               a OR (b AND c)",
                "OTHER;    NOT a = b;                  NOT (a = b)",
                "OTHER;    a + b * c - d;              (a + (b * c)) - d",
                "OTHER;    a = b IS NULL;              (a = b) IS NULL",
                "POSTGRES; a || b + c;                 a || (b + c)",
                "POSTGRES; a = b || c;                 a = (b || c)",
                "POSTGRES; a < b IS NULL;              (a < b) IS NULL",
                "POSTGRES; a = b IN (c);               a = (b IN (c))",
                "POSTGRES; -a ^ 2;                     (-a) ^ 2",
                "POSTGRES; -a::int;                    -(a::int)",
                "POSTGRES; a -> 'b' ->> 'c' = d;       ((a -> 'b') ->> 'c') = d",
                "MYSQL;    a || b && c;                a OR (b AND c)",
                "MYSQL;    a ^ b * c;                  (a ^ b) * c",
                "MYSQL;    a | b & c << d;             a | (b & (c << d))",
                "MYSQL;    a = b IS NULL;              (a = b) IS NULL",
                "MYSQL;    a DIV b + c;                (a DIV b) + c",
                "MYSQL;    a OR b XOR c AND d;         a OR (b XOR (c AND d))",
                "SQLITE;   a || b * c;                 (a || b) * c",
                "SQLITE;   a = b < c;                  a = (b < c)",
                "SQLITE;   a << b + c;                 a << (b + c)",
                "H2;       a || b + c;                 a || (b + c)",
            })
    void operatorsBindAsInTheirDialect(SqlDialect dialect, String text, String explicit) {
        assertThat(expr(text, dialect)).isEqualTo(expr(explicit, dialect));
    }

    @Test
    void everyNodeHasItsPlace() {
        String sql = "SELECT a,\n  b + 1 AS c FROM t\nWHERE lower(x) = 'y'";
        Statement query = read(sql, SqlDialect.POSTGRES);
        Expr.FunctionCall call = Walk.all(query, Expr.FunctionCall.class).get(0);
        assertThat(sql.substring(call.at().from(), call.at().to())).isEqualTo("lower(x)");
        assertThat(call.at().line(sql)).isEqualTo(3);
        assertThat(call.at().column(sql)).isEqualTo(7);
        From.Table table = Walk.all(query, From.Table.class).get(0);
        assertThat(sql.substring(table.at().from(), table.at().to())).isEqualTo("t");
    }

    /** No part reaches out of what it is a part of, and siblings of a list do not overlap. */
    @ParameterizedTest
    @EnumSource
    void partsLieWithinTheirWhole(SqlDialect dialect) {
        for (long seed = 0; seed < 300; seed++) {
            String sql = new GeneratedSql(seed, dialect).statement();
            for (Node node : Walk.all(read(sql, dialect), Node.class)) {
                for (Node child : Walk.children(node)) {
                    assertThat(child.at().from() >= node.at().from()
                                    && child.at().to() <= node.at().to())
                            .as("%s in %s: %s in %s", child.at(), node.at(), child, sql)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void wordsOfTheParserAreNames() {
        Change.Update update = (Change.Update) read(
                "UPDATE script SET value = 1, type = ?, limit_ = 2 WHERE key = ? AND script = 3", SqlDialect.POSTGRES);
        assertThat(update.sets()).hasSize(3);
        assertThat(read("SELECT date, time, user_, level, position FROM data ORDER BY comment", SqlDialect.MYSQL))
                .isInstanceOf(Query.class);
    }

    @Test
    void whatIsNotReadSaysWhereAndWhy() {
        Statement.Unread unread = (Statement.Unread) read("UPDATE public.t\nSET a == WHERE 1", SqlDialect.POSTGRES);
        assertThat(unread.where().line("UPDATE public.t\nSET a == WHERE 1")).isEqualTo(2);
        assertThat(unread.why()).contains("expected", "found");
        assertThat(String.valueOf(unread.table())).isEqualTo("public.t");
        assertThat(SqlReader.read("FROB x; SELECT 1; 'open", SqlDialect.POSTGRES))
                .hasSize(3)
                .element(1)
                .isInstanceOf(Query.class);
    }

    /** A backslash in a text is an escape here and a character there: without a dialect it is not guessed. */
    @Test
    void whatDatabasesReadDifferentlyNeedsTheirDialect() {
        String sql = "SELECT 'a\\' OR b = 'c'";
        assertThat(read(sql, SqlDialect.OTHER)).isInstanceOf(Statement.Unread.class);
        assertThat(Walk.all(read(sql, SqlDialect.POSTGRES), Expr.Text.class)).hasSize(2);
        assertThat(read(sql, SqlDialect.MYSQL)).isInstanceOf(Statement.Unread.class);
        assertThat(Walk.all(read("SELECT 'it\\'s'", SqlDialect.MYSQL), Expr.Text.class)
                        .get(0)
                        .value())
                .isEqualTo("it's");
    }

    @Test
    void placeholdersAreNumberedAsTheyStand() {
        Statement statement =
                read("UPDATE t SET a = ?, b = b + ? WHERE (id = ? AND c IN (?, ?)) LIMIT ?", SqlDialect.MYSQL);
        assertThat(Walk.all(statement, Expr.Placeholder.class).stream().map(Expr.Placeholder::position))
                .containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void bodiesOfProceduresAreRead() {
        Definition.CreateRoutine postgres = (Definition.CreateRoutine) read(
                "CREATE FUNCTION f(a int) RETURNS int AS $$ DECLARE x int := 0; BEGIN SELECT b INTO x FROM t WHERE id = a;"
                        + " IF x > 1 THEN UPDATE t SET b = x; ELSE RETURN 0; END IF; RETURN x; END $$ LANGUAGE plpgsql",
                SqlDialect.POSTGRES);
        assertThat(postgres.language()).isEqualTo("plpgsql");
        assertThat(Walk.all(postgres, Change.Update.class)).hasSize(1);
        assertThat(Walk.all(postgres, Procedural.If.class)).hasSize(1);
        Definition.CreateRoutine mysql = (Definition.CreateRoutine) read(
                "CREATE PROCEDURE p(IN a INT) BEGIN DECLARE done INT DEFAULT 0; DECLARE c CURSOR FOR SELECT id FROM t;"
                        + " DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN c; l: LOOP FETCH c INTO a;"
                        + " IF done THEN LEAVE l; END IF; DELETE FROM u WHERE id = a; END LOOP; CLOSE c; END",
                SqlDialect.MYSQL);
        assertThat(Walk.all(mysql, Change.Delete.class)).hasSize(1);
        assertThat(Walk.all(mysql, Procedural.Cursor.class)).hasSize(1);
    }

    @Test
    void textsThatNestDeeplyOrHaveManyWaysAreNotRead() {
        for (String sql : List.of(
                "SELECT " + "(".repeat(5000) + "1" + ")".repeat(5000),
                "SELECT " + "((SELECT ".repeat(60) + "1" + ") + 1)".repeat(60),
                "SELECT 1" + " + 1".repeat(10000),
                "SELECT " + "CASE WHEN a THEN ".repeat(2000),
                "SELECT " + "NOT ".repeat(5000) + "a")) {
            assertThat(read(sql, SqlDialect.POSTGRES)).isInstanceOf(Statement.Unread.class);
        }
        assertThat(read("SELECT a FROM t WHERE " + "a = 1 OR ".repeat(5000) + "b", SqlDialect.POSTGRES))
                .isInstanceOf(Query.class);
    }

    /** The parser that was here before takes nothing that this one does not. */
    @Test
    void readsWhatJSqlParserReads() {
        int both = 0;
        for (long seed = 0; seed < 500; seed++) {
            String sql = new GeneratedSql(seed, SqlDialect.OTHER).statement();
            try {
                CCJSqlParserUtil.parse(sql);
            } catch (JSQLParserException e) {
                continue;
            }
            both++;
            assertThat(read(sql, SqlDialect.OTHER)).as(sql).isNotInstanceOf(Statement.Unread.class);
        }
        assertThat(both).isGreaterThan(100);
    }
}
