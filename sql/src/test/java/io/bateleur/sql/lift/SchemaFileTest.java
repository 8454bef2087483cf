package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.tree.SqlDialect;
import org.junit.jupiter.api.Test;

class SchemaFileTest {
    private static Catalog parse(String text) throws BadInputException {
        return SchemaFile.parse("schema.sql", text, SqlDialect.POSTGRES);
    }

    @Test
    void readsADump() throws BadInputException {
        Catalog catalog = parse("""
                SET search_path = public; -- settings; are passed over
                CREATE TABLE public.account (
                    id bigint NOT NULL,
                    owner character varying(20),
                    balance numeric(12,2) DEFAULT 0 NOT NULL
                );
                CREATE TABLE "Line" (bill int, pos serial, PRIMARY KEY (bill, pos),
                    FOREIGN KEY (bill) REFERENCES public.account (id) ON DELETE CASCADE);
                CREATE INDEX i ON public.account (owner);
                ALTER TABLE ONLY public.account ADD CONSTRAINT account_pkey PRIMARY KEY (id);
                """);
        BaseTable line = catalog.table(new ObjectName("public", "Line")).orElseThrow();
        BaseTable account = catalog.table(new ObjectName("public", "account")).orElseThrow();
        assertThat(account.key().columns()).containsExactly("id");
        assertThat(account.columns()).extracting(TableColumn::name).containsExactly("id", "owner", "balance");
        assertThat(line.key().columns()).containsExactly("bill", "pos");
        assertThat(line.columns().get(1).filled().isIdentity()).isTrue();
        assertThat(catalog.referrers(account))
                .extracting(Catalog.Referrer::table)
                .containsExactly(line);
    }

    @Test
    void notesTriggers() throws BadInputException {
        String text = "CREATE TABLE t(id int PRIMARY KEY);"
                + " CREATE TRIGGER x AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();";
        assertThat(parse(text).tables().get(0).hasTriggers()).isTrue();
    }

    @Test
    void errorsHaveAPlace() {
        assertThatThrownBy(() -> parse("\n\nCREATE TABLE t(id int,,);"))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("schema.sql:3:23: CREATE TABLE is not understood");
        assertThatThrownBy(() -> parse("SELECT 1")).hasMessageContaining("no CREATE TABLE statement");
    }
}
