package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.bateleur.core.model.History;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.ServerException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A branch that two sessions do their part of is one transaction, where their database takes it for one: Derby does. */
class JoinedBranchTest {
    @TempDir
    Path directory;

    private static XADataSource derby(Path home) throws Exception {
        Driver driver;
        try {
            driver = new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("derby"));
        } catch (ServerException e) {
            abort("no Derby here: " + e.problem());
            throw e;
        }
        ClassLoader loader = driver.getClass().getClassLoader();
        Class<?> type = loader.loadClass("org.apache.derby.jdbc.EmbeddedXADataSource");
        XADataSource source = (XADataSource) type.getConstructor().newInstance();
        type.getMethod("setDatabaseName", String.class).invoke(source, "memory:" + home.getFileName());
        type.getMethod("setCreateDatabase", String.class).invoke(source, "create");
        return source;
    }

    private static void say(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    @Test
    void isOneTransaction() throws Exception {
        System.setProperty(
                "derby.stream.error.file", directory.resolve("derby.log").toString());
        Recorded recorded = new Recorded(directory.resolve("none.jsonl"));
        XADataSource source = recorded.xaDataSource(derby(directory));
        XAConnection one = source.getXAConnection();
        XAConnection two = source.getXAConnection();
        Connection first = one.getConnection();
        say(first, "CREATE TABLE t (k INT PRIMARY KEY, v INT)");
        Connection second = null;
        for (int i = 0; i < 2; i++) {
            Xid xid = new Branch(i);
            XAResource a = one.getXAResource();
            XAResource b = two.getXAResource();
            a.start(xid, XAResource.TMNOFLAGS);
            say(first, "INSERT INTO t VALUES (" + i + ", 1)");
            a.end(xid, XAResource.TMSUCCESS);
            b.start(xid, XAResource.TMJOIN);
            second = second == null ? two.getConnection() : second; // its session begins in the branch
            say(second, "UPDATE t SET v = 2 WHERE k = " + i);
            b.end(xid, XAResource.TMSUCCESS);
            a.start(xid, XAResource.TMJOIN);
            say(first, "UPDATE t SET v = 3 WHERE k = " + i);
            a.end(xid, XAResource.TMSUCCESS);
            if (i == 0) {
                b.commit(xid, true);
            } else {
                b.rollback(xid);
            }
        }
        say(second, "UPDATE t SET v = 4");
        second.commit();
        one.close();
        two.close();
        recorded.close();
        History history = recorded.trace().history();
        List<String> lines = RecordedServer.endings(history, "c1");
        assertThat(lines.subList(1, 3))
                .containsExactly(
                        "INSERT INTO t VALUES (0, 1); UPDATE t SET v = 2 WHERE k = 0; UPDATE t SET v = 3 WHERE k = 0: committed",
                        "INSERT INTO t VALUES (1, 1); UPDATE t SET v = 2 WHERE k = 1; UPDATE t SET v = 3 WHERE k = 1: aborted");
        assertThat(RecordedServer.endings(history, "c2")).containsExactly("UPDATE t SET v = 4: committed");
        assertThat(history.about()).doesNotContainKey("recording failed");
    }

    private record Branch(int number) implements Xid {
        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {(byte) number};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }
}
