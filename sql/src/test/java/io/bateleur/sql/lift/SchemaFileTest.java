package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.trace.BadInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaFileTest {
    @Test
    void readsADump() throws BadInputException {
        List<SqlTable> tables = SchemaFile.parse("schema.sql", """
                SET search_path = public; -- settings; are passed over
                CREATE TABLE public.account (
                    id bigint NOT NULL,
                    owner character varying(20),
                    balance numeric(12,2) DEFAULT 0 NOT NULL,
                    note text,
                    at timestamp with time zone
                );
                CREATE TABLE "Line" (bill int, pos serial, PRIMARY KEY (bill, pos),
                    FOREIGN KEY (bill) REFERENCES public.account (id) ON DELETE CASCADE);
                CREATE INDEX i ON public.account (owner);
                ALTER TABLE ONLY public.account ADD CONSTRAINT account_pkey PRIMARY KEY (id);
                """);
        assertThat(tables)
                .containsExactly(
                        new SqlTable(
                                "public.account",
                                List.of("id"),
                                List.of(
                                        new SqlTable.Column("id", "BIGINT", 0, 0, false),
                                        new SqlTable.Column("owner", "VARCHAR", 20, 0, false),
                                        new SqlTable.Column("balance", "NUMERIC", 12, 2, false),
                                        new SqlTable.Column("note", "VARCHAR", Integer.MAX_VALUE, 0, false),
                                        new SqlTable.Column("at", "JAVA_OBJECT", 0, 0, false)),
                                false,
                                List.of("Line")),
                        new SqlTable(
                                "Line",
                                List.of("bill", "pos"),
                                List.of(
                                        new SqlTable.Column("bill", "INTEGER", 0, 0, false),
                                        new SqlTable.Column("pos", "INTEGER", 0, 0, true)),
                                false,
                                List.of()));
    }

    @Test
    void notesTriggers() throws BadInputException {
        String text = "CREATE TABLE t(id int PRIMARY KEY); CREATE TRIGGER x AFTER INSERT ON t EXECUTE FUNCTION f();";
        assertThat(SchemaFile.parse("f", text).get(0).triggers()).isTrue();
    }

    @Test
    void errorsHaveAPlace() {
        assertThatThrownBy(() -> SchemaFile.parse("s.sql", "\n\nCREATE TABLE t(id int,,);"))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("s.sql:3:1: CREATE TABLE is not understood");
        assertThatThrownBy(() -> SchemaFile.parse("s.sql", "SELECT 1"))
                .hasMessageContaining("no CREATE TABLE statement");
    }
}
