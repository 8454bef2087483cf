package io.bateleur.lab.jdbc;

import java.sql.Connection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.postgresql.xa.PGXADataSource;

/** Transactions over several databases: their branches, and what a driver says of them. */
final class Branches {
    private Branches() {}

    record Branch(int number) implements Xid {
        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {1, 2, (byte) number};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {3};
        }
    }

    interface Body {
        void run(Trial t, Connection connection, XAResource resource, Xid branch) throws Exception;
    }

    static Behaviour with(String name, XaSource source, Body body) {
        return new Behaviour("xa: " + name, t -> {
            XAConnection connection = t.wrap(source.of(t)).getXAConnection();
            try {
                body.run(t, connection.getConnection(), connection.getXAResource(), new Branch(1));
                t.items();
            } finally {
                connection.close();
            }
        });
    }

    interface XaSource {
        XADataSource of(Trial trial);
    }

    private static XADataSource source(Trial t) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(t.subject().url());
        source.setUser(t.subject().login().getProperty("user"));
        source.setPassword(t.subject().login().getProperty("password"));
        return source;
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";

    static Behaviour committed() {
        return committed(Branches::source);
    }

    static Behaviour committed(XaSource source) {
        return with("prepared and committed", source, (t, c, xa, branch) -> {
            xa.start(branch, XAResource.TMNOFLAGS);
            t.note("auto-commit", c::getAutoCommit);
            Trial.run(c, CHANGE);
            t.attempt("commit by the connection", c::commit);
            xa.end(branch, XAResource.TMSUCCESS);
            t.note("prepare", () -> xa.prepare(branch));
            t.attempt("commit", () -> xa.commit(branch, false));
            t.attempt("commit again", () -> xa.commit(branch, false));
        });
    }

    static Behaviour rolledBack() {
        return rolledBack(Branches::source);
    }

    static Behaviour rolledBack(XaSource source) {
        return with("prepared and rolled back", source, (t, c, xa, branch) -> {
            xa.start(branch, XAResource.TMNOFLAGS);
            Trial.run(c, CHANGE);
            xa.end(branch, XAResource.TMSUCCESS);
            t.note("prepare", () -> xa.prepare(branch));
            t.note("in doubt", () -> xa.recover(XAResource.TMSTARTRSCAN).length);
            t.attempt("rollback", () -> xa.rollback(branch));
        });
    }

    static Behaviour onePhase() {
        return onePhase(Branches::source);
    }

    static Behaviour onePhase(XaSource source) {
        return with("committed in one phase", source, (t, c, xa, branch) -> {
            xa.start(branch, XAResource.TMNOFLAGS);
            Trial.run(c, CHANGE);
            xa.end(branch, XAResource.TMSUCCESS);
            t.attempt("commit", () -> xa.commit(branch, true));
            t.note("outside of a branch", () -> Trial.ask(c, "select qty from item where id = 1"));
        });
    }

    static Behaviour wrong() {
        return wrong(Branches::source);
    }

    static Behaviour wrong(XaSource source) {
        return with("in a wrong order", source, (t, c, xa, branch) -> {
            t.attempt("end", () -> xa.end(branch, XAResource.TMSUCCESS));
            t.attempt("prepare", () -> xa.prepare(branch));
            t.attempt("rollback", () -> xa.rollback(new Branch(9)));
            t.attempt("start", () -> xa.start(branch, XAResource.TMNOFLAGS));
            t.attempt("start again", () -> xa.start(branch, XAResource.TMNOFLAGS));
            t.attempt("end then", () -> xa.end(branch, XAResource.TMFAIL));
            t.attempt("rollback then", () -> xa.rollback(branch));
            t.note("same manager", () -> xa.isSameRM(xa));
            t.note("timeout", xa::getTransactionTimeout);
        });
    }
}
