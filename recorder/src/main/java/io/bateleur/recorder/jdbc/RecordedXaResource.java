package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.recorder.jdbc.Branches.Branch;
import io.bateleur.recorder.jdbc.RecordedXaSource.SessionOfBranch;
import java.lang.reflect.Method;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** Sees how branches of distributed transactions end. One that was prepared and never answered has no ending, so it is UNKNOWN. */
final class RecordedXaResource extends Wrapper {
    private static final Shape.Kind KIND = Shape.Kind.of(XAResource.class, RecordedXaResource::action);

    private final SessionOfBranch session;
    private final Branches branches;

    RecordedXaResource(XAResource real, SessionOfBranch session, Branches branches) {
        super(real, KIND);
        this.session = session;
        this.branches = branches;
    }

    private static @Nullable Action<RecordedXaResource> action(Method method) {
        return switch (method.getParameterCount() == 0 ? "" : method.getName()) {
            case "start" -> RecordedXaResource::start;
            case "end" -> RecordedXaResource::leave;
            case "prepare" -> RecordedXaResource::prepare;
            case "commit" -> RecordedXaResource::commit;
            case "rollback" -> RecordedXaResource::rollback;
            case "isSameRM" -> RecordedXaResource::isSame;
            default -> null;
        };
    }

    /** Also resumes and joins: what this session did in the branch before goes on. */
    private @Nullable Object start(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        boolean again = args[1] instanceof Integer flags && (flags & (XAResource.TMRESUME | XAResource.TMJOIN)) != 0;
        if (args[0] instanceof Xid xid) {
            if (again) {
                session.branchResumed(xid, branches);
            } else {
                session.branchStarted();
            }
            branches.enter(xid, session);
        }
        return answer;
    }

    private @Nullable Object leave(Passage way, Object[] args) throws Throwable {
        try {
            return pass(way, args);
        } finally {
            Branch branch = session.branchLeft();
            if (args[0] instanceof Xid xid) {
                long now = session.underWay().calling();
                for (Branch old : branches.leave(xid, session, branch)) {
                    old.session().branchEnded(old.txn(), Ending.UNKNOWN, now);
                }
                session.underWay().called();
            }
        }
    }

    private @Nullable Object prepare(Passage way, Object[] args) throws Throwable {
        long before = session.underWay().calling();
        try {
            Object vote = pass(way, args);
            if (Integer.valueOf(XAResource.XA_RDONLY).equals(vote)) {
                ended(args, Ending.COMMITTED, before);
            } else if (args[0] instanceof Xid xid) {
                branches.prepared(xid);
            }
            return vote;
        } catch (XAException e) {
            ended(args, isRolledBack(e) ? Ending.ABORTED : Ending.UNKNOWN, before);
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private @Nullable Object commit(Passage way, Object[] args) throws Throwable {
        long before = session.underWay().calling();
        try {
            Object answer = pass(way, args);
            ended(args, Ending.COMMITTED, before);
            return answer;
        } catch (XAException e) {
            // One that failed for now may be tried again.
            if (e.errorCode != XAException.XA_RETRY) {
                ended(args, isRolledBack(e) ? Ending.ABORTED : Ending.UNKNOWN, before);
            }
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private static boolean isRolledBack(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    private @Nullable Object rollback(Passage way, Object[] args) throws Throwable {
        long before = session.underWay().calling();
        try {
            Object answer = pass(way, args);
            ended(args, Ending.ABORTED, before);
            return answer;
        } catch (XAException e) {
            ended(args, isRolledBack(e) ? Ending.ABORTED : Ending.UNKNOWN, before);
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private void ended(Object[] args, Ending ending, long before) {
        if (args[0] instanceof Xid xid) {
            Branches.Ended ended = branches.remove(xid);
            for (Branch branch : ended.parts()) {
                // H2 commits and rolls back what the resource's own connection has open, whatever branch is named.
                boolean own = session.is(branch.session()) || ended.prepared();
                boolean joined = branch.session().engine().has(Engine.Trait.BRANCHES_ARE_JOINED);
                boolean known = !ended.shared() && (own || joined);
                branch.session().branchEnded(branch.txn(), known ? ending : Ending.UNKNOWN, before);
            }
        }
    }

    /** A driver compares with its own objects. */
    private @Nullable Object isSame(Passage way, Object[] args) throws Throwable {
        Wrapper other = Wrapper.of(args[0]);
        return pass(way, new Object[] {other == null ? args[0] : other.real()});
    }
}
