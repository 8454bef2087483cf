package io.bateleur.lab.repro.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignFormatTest {
    @TempDir
    Path folder;

    private String imported(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        String printed = CasePrinter.print(ForeignFormat.read(file));
        assertThat(CasePrinter.print(CaseParser.parse(name, printed))).isEqualTo(printed);
        return printed;
    }

    @Test
    void readsTrocWithoutSemicolons() throws IOException {
        assertThat(imported("mariadb12345.txt", """
                        CREATE TABLE t(a INT)
                        INSERT INTO t VALUES (1)

                        RC
                        BEGIN
                        UPDATE t SET a = 2
                        COMMIT

                        RC
                        BEGIN
                        SELECT * FROM t
                        COMMIT

                        1-2-1-2-1-2
                        END

                        Error: Inconsistent query result
                        """)).isEqualTo("""
                        case MDEV-12345 "mariadb12345.txt"
                        link https://jira.mariadb.org/browse/MDEV-12345
                        about Error: Inconsistent query result
                        source Troc
                        original read-committed
                        setup
                          CREATE TABLE t(a INT);
                          INSERT INTO t VALUES (1);
                        steps
                        t1> BEGIN;
                        t2> BEGIN;
                        t1> UPDATE t SET a = 2;
                        t2> SELECT * FROM t;
                        t1> COMMIT;
                        t2> COMMIT;
                        """);
    }

    @Test
    void readsSeveralCasesOfOneFile() throws IOException {
        String one = """
                CREATE TABLE t(a INT);

                RR
                BEGIN;
                COMMIT;

                RC
                BEGIN;
                COMMIT;

                1-1-2-2
                END

                """;
        assertThat(imported("two.txt", one + one))
                .contains("scenario part1\nsetup\n  CREATE TABLE t(a INT);\nsteps\n")
                .contains("scenario part2\n")
                .contains("t1> SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;\nt1> BEGIN;\n")
                .contains("t2> SET TRANSACTION ISOLATION LEVEL READ COMMITTED;\nt2> BEGIN;\n");
    }

    @Test
    void readsDt2WithoutOrderAsAllOrders() throws IOException {
        assertThat(imported("x.txt", "CREATE TABLE t(a INT);\n\nBEGIN;\nCOMMIT;\n\nBEGIN;\nROLLBACK;\nEND"))
                .contains("source DT2\n")
                .contains("interleave all\nt1> BEGIN;\nt1> COMMIT;\nt2> BEGIN;\nt2> ROLLBACK;\n");
    }

    @Test
    void saysWhereAnOrderIsWrong() {
        assertThatThrownBy(() -> imported("x.txt", "CREATE TABLE t(a INT);\n\nBEGIN;\nCOMMIT;\n\n1-2\nEND"))
                .hasMessage(folder.resolve("x.txt") + ":6:1: found transaction 2 in the order, expected 1 to 1");
    }

    @Test
    void readsLeopard() throws IOException {
        assertThat(imported("mysql-rr.yml", """
                        # TiDB Version: 3.0.4

                        # Description:
                        # Two transactions write one row.

                        connUrl: "jdbc:mysql://127.0.0.1:4000/x"
                        create: true
                        load: true
                        createDatabaseList: ["create database x;"]
                        createTableList:
                          - "create table t(k int primary key, v int);"
                        loadList:
                          - "insert into t values(1, 101);"
                        operationList:
                          - trxId: "0"
                            sql: "set global transaction isolation level REPEATABLE READ;"
                          - trxId: "0"
                            sql: "commit;"
                          - trxId: "1"
                            sql: "update t set v=2; commit;"
                          - trxId: 7
                            sql: "select * from t;"
                        """)).isEqualTo("""
                        case mysql-rr "Two transactions write one row."
                        source Leopard
                        reported tidb 3.0.4
                        about Two transactions write one row.
                        original repeatable-read
                        setup
                          create table t(k int primary key, v int);
                          insert into t values(1, 101);
                        steps
                        t1> update t set v=2;
                        t1> commit;
                        t7> select * from t;
                        """);
    }

    @Test
    void saysWhereYamlIsBroken() {
        assertThatThrownBy(() -> imported("x.yml", "a: 1\noperationList: [\n"))
                .hasMessageStartingWith(folder.resolve("x.yml") + ":3:1: this is not YAML: ");
    }

    @Test
    void readsScriptsOfReplBug() throws IOException {
        assertThat(imported("MDEV-1.py", """
                        import database.config as db_config
                        ORIGINAL_ISOLATION_LEVEL = DEFAULT_ISOLATION_LEVEL
                        BUG_ID = "MDEV-1"
                        LINK = "https://jira.mariadb.org/browse/MDEV-1"
                        DB_AND_VERSION = db_config.DatabaseTypeAndVersion(
                            db_config.DatabaseType.MARIADB, "10.6.17"
                        )
                        SETUP_SQL_SCRIPT = \"""
                        create table t(a int);
                        insert into t values (0);
                        \"""
                        DESCRIPTION = (
                            "The last select "
                            "is wrong."
                        )
                        def get_scenarios(isolation_level: IsolationLevel):
                            return [
                                f\"""
                                conn_0> SET GLOBAL TRANSACTION ISOLATION LEVEL {isolation_level.value};
                                conn_0> begin;
                                conn_1> select *
                                        from t;
                                conn_0> commit; -- done
                                \""",
                                \"""
                                conn_0> select 1
                                \""",
                            ]
                        """)).isEqualTo("""
                        case MDEV-1 "The last select is wrong."
                        link https://jira.mariadb.org/browse/MDEV-1
                        source ReplBug
                        reported mariadb 10.6.17
                        original repeatable-read
                        session conn_0 autocommit
                        session conn_1 autocommit
                        setup
                          create table t(a int);
                          insert into t values (0);
                        scenario scenario0
                        steps
                        conn_0> begin;
                        conn_1> select *
                                        from t;
                        conn_0> commit;
                        scenario scenario1
                        steps
                        conn_0> select 1;
                        """);
    }

    @Test
    void readsPagesOfHermitage() throws IOException {
        assertThat(imported("mysql.md", """
                        Testing MySQL transaction isolation levels
                        ==========================================

                        These tests were run with MySQL 5.6.21.

                        Setup (before every test case):

                        ```sql
                        create table test (id int primary key, value int);
                        insert into test (id, value) values (1, 10);
                        ```

                        To see the current isolation level:

                        ```sql
                        select @@tx_isolation;
                        ```

                        It prevents Write Cycles (G0) at "read committed":

                        ```sql
                        set session transaction isolation level read committed; begin; -- T1
                        set session transaction isolation level read committed; begin; -- T2
                        update test set value = 11 where id = 1; -- T1
                        update test set value = 12 where id = 1; -- T2, BLOCKS
                        commit; -- T1. This unblocks T2
                        select * from test; -- T1. Still shows 1 => 11, 2 => 21
                        select * from test where id = 9; -- T1. Returns nothing
                        abort; -- T2
                        select * from test; -- either. Shows 1 => 11
                        ```

                        And lost updates (P4):

                        ```sql
                        begin; set transaction isolation level serializable; -- T1
                        update test set value = 11 where id = 1; -- T2
                        update test set value = 12 where id = 1; -- T1, BLOCKS
                        commit; -- T2. T1 now prints out "ERROR: could not serialize access"
                        ```
                        """)).isEqualTo("""
                        case HERMITAGE-MYSQL "What the levels of MySQL prevent"
                        link https://github.com/ept/hermitage
                        source Hermitage
                        kind isolation
                        reported mysql 5.6.21
                        levels read-committed serializable
                        setup
                          create table test (id int primary key, value int);
                          insert into test (id, value) values (1, 10);
                        scenario G0_read_committed
                        steps
                        T1> update test set value = 11 where id = 1;
                        T2> update test set value = 12 where id = 1;
                            @read-committed blocks T1
                        T1> commit;
                            @read-committed wakes T2
                        T1> select * from test;
                            @read-committed = (1,11) (2,21)
                        T1> select * from test where id = 9;
                            @read-committed = none
                        T2> ROLLBACK;
                        final select * from test;
                            @read-committed = (1,11)
                        scenario P4_serializable
                        steps
                        T2> update test set value = 11 where id = 1;
                        T1> update test set value = 12 where id = 1;
                            @serializable blocks T2
                        T2> commit;
                            @serializable wakes T1
                            @serializable T1 ! 40
                        """);
    }

    @Test
    void namesTheFormatsItKnows() {
        assertThatThrownBy(() -> imported("x.txt", "hello"))
                .hasMessageStartingWith(
                        folder.resolve("x.txt") + ":1:1: found none of the known formats, expected one of: ")
                .hasMessageContaining("Troc and DT2");
    }
}
