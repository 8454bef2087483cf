package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches of distributed transactions: where they are one transaction, and how they end. */
class BranchesTest {
    @TempDir
    Path directory;

    private Recording recording;
    private String h2;

    @BeforeEach
    void start() throws Exception {
        recording = new Recording(directory, JdbcOptions.standard());
        h2 = Recording.h2WithOneRow();
    }

    @Test
    void branchesEndWithTheirResource() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(h2);
        XAConnection xa = recording.jdbc.xaDataSource(source).getXAConnection();
        Connection connection = xa.getConnection();
        XAResource resource = xa.getXAResource();
        int[] endings = {0, 1, 2};
        for (int each : endings) {
            Xid xid = new Branch(each);
            resource.start(xid, XAResource.TMNOFLAGS);
            say(connection, "UPDATE t SET v = " + each);
            resource.end(xid, XAResource.TMSUCCESS);
            if (each == 0) {
                resource.prepare(xid);
                resource.commit(xid, false);
            } else if (each == 1) {
                resource.rollback(xid);
            } else {
                resource.prepare(xid);
            }
        }
        assertThat(Recording.lines(recording.history(), "c1"))
                .containsExactly(
                        "UPDATE t SET v = 0 -> 1: committed",
                        "UPDATE t SET v = 1 -> 1: aborted",
                        "UPDATE t SET v = 2 -> 1: unknown");
        resource.rollback(new Branch(2));
        xa.close();
    }

    /** It is one transaction, with one ending. */
    @Test
    void aBranchThatIsLeftAndComesBackGoesOn() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(h2);
        XAConnection xa = recording.jdbc.xaDataSource(source).getXAConnection();
        Connection connection = xa.getConnection();
        XAResource resource = xa.getXAResource();
        Xid xid = new Branch(7);
        resource.start(xid, XAResource.TMNOFLAGS);
        say(connection, "UPDATE t SET v = 1");
        resource.end(xid, XAResource.TMSUSPEND);
        resource.start(xid, XAResource.TMRESUME);
        say(connection, "UPDATE t SET v = 2");
        resource.end(xid, XAResource.TMSUCCESS);
        resource.start(xid, XAResource.TMJOIN);
        say(connection, "UPDATE t SET v = 3");
        resource.end(xid, XAResource.TMSUCCESS);
        resource.prepare(xid);
        resource.commit(xid, false);
        xa.close();
        assertThat(Recording.lines(recording.history(), "c1"))
                .containsExactly(
                        "UPDATE t SET v = 1 -> 1; UPDATE t SET v = 2 -> 1; UPDATE t SET v = 3 -> 1: committed");
    }

    /** H2 takes each session's part for a transaction of its own, and ends only that of the resource that is told. */
    @Test
    void aBranchThatAnotherSessionJoinsIsUnknown() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(h2);
        XADataSource recorded = recording.jdbc.xaDataSource(source);
        XAConnection one = recorded.getXAConnection();
        XAConnection two = recorded.getXAConnection();
        Xid xid = new Branch(1);
        Connection first = one.getConnection();
        one.getXAResource().start(xid, XAResource.TMNOFLAGS);
        say(first, "UPDATE t SET v = 1 WHERE k = 1");
        one.getXAResource().end(xid, XAResource.TMSUCCESS);
        two.getXAResource().start(xid, XAResource.TMJOIN);
        say(two.getConnection(), "INSERT INTO t VALUES (2, 1)");
        two.getXAResource().end(xid, XAResource.TMSUCCESS);
        two.getXAResource().commit(xid, true);
        one.close();
        two.close();
        var history = recording.history();
        assertThat(Recording.lines(history, "c1")).containsExactly("UPDATE t SET v = 1 WHERE k = 1 -> 1: unknown");
        assertThat(Recording.lines(history, "c2"))
                .containsExactly("SESSION STATE -> ; XA JOIN -> ; INSERT INTO t VALUES (2, 1) -> 1: unknown");
    }

    /** Whoever ends them is another program: they are not kept for ever. */
    @Test
    void branchesThatNobodyEndsAreForgotten() {
        Branches branches = new Branches();
        int forgotten = 0;
        for (int i = 0; i < 3 * Branches.KEPT_MAX; i++) {
            Xid xid = new Branch(i);
            branches.enter(xid, this);
            forgotten +=
                    branches.leave(xid, this, new Branches.Branch(null, null)).size();
            branches.prepared(xid);
        }
        assertThat(branches.size()).isEqualTo(Branches.KEPT_MAX);
        assertThat(forgotten).isEqualTo(2 * Branches.KEPT_MAX);
        assertThat(branches.remove(new Branch(0)).parts()).isEmpty();
        assertThat(branches.remove(new Branch(3 * Branches.KEPT_MAX - 1)).parts())
                .hasSize(1);
    }

    private record Branch(int number) implements Xid {
        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {(byte) (number >> 8), (byte) number};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }
}
