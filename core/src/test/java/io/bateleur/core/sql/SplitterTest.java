package io.bateleur.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitterTest {
    @Test
    void splitsAtSemicolonsAndKeepsWhereEachStatementBegins() {
        String text = "SELECT 1;\n\n-- two;\n  SELECT 2 ;; /* three; */ SELECT\n3";

        assertThat(Splitter.split(text))
                .containsExactly(
                        new Splitter.Part("SELECT 1", 0, 1),
                        new Splitter.Part("SELECT 2", text.indexOf("SELECT 2"), 4),
                        new Splitter.Part("SELECT\n3", text.indexOf("SELECT\n3"), 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ';'",
                "SELECT 'it''s;'",
                "SELECT \"a;b\" FROM t",
                "SELECT `a;b` FROM t",
                "SELECT 1 -- one;\n + 1",
                "SELECT /* ; */ 1",
                "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1; $$ LANGUAGE sql",
                "DO $b1_$ BEGIN PERFORM $1; x := '$$'; END; $b1_$",
                "SELECT 'never ends; ",
            })
    void nothingInQuotesBodiesAndCommentsEndsAStatement(String statement) {
        assertThat(Splitter.split(statement)).extracting(Splitter.Part::text).containsExactly(statement.strip());
    }

    @Test
    void aParameterAndADollarInANameBeginNoBody() {
        assertThat(Splitter.split("SELECT $1; SELECT $2; SELECT a$b$c; SELECT 4"))
                .extracting(Splitter.Part::text)
                .isEqualTo(List.of("SELECT $1", "SELECT $2", "SELECT a$b$c", "SELECT 4"));
    }

    @Test
    void anotherDelimiterEndsStatementsThatHoldSemicolons() {
        String text = "CREATE TRIGGER t BEGIN a; b; END // SELECT 1";

        assertThat(Splitter.end(text, 0, "//")).isEqualTo(text.indexOf("//"));
        assertThat(Splitter.end(text, text.indexOf("SELECT"), ";")).isEqualTo(-1);
    }

    @Test
    void commentsGoAndLinesStay() {
        assertThat(Splitter.withoutComments("CREATE -- a\nTABLE /* b */ t ('--', \"/*\")"))
                .isEqualTo("CREATE \nTABLE  t ('--', \"/*\")");
    }
}
