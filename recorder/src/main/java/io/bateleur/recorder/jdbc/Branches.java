package io.bateleur.recorder.jdbc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** Branches of distributed transactions that no session has any more and nobody has ended: whoever ends them may be another connection. */
final class Branches {
    /** What was done in a branch, and by whom. */
    record Branch(Session session, Txn txn) {}

    private record Name(int format, String global, String qualifier) {
        static Name of(Xid xid) {
            return new Name(
                    xid.getFormatId(),
                    Arrays.toString(xid.getGlobalTransactionId()),
                    Arrays.toString(xid.getBranchQualifier()));
        }
    }

    private final Map<Name, Branch> open = new HashMap<>();

    synchronized void put(Xid xid, Branch branch) {
        open.put(Name.of(xid), branch);
    }

    synchronized @Nullable Branch get(Xid xid) {
        return open.get(Name.of(xid));
    }

    synchronized void remove(Xid xid) {
        open.remove(Name.of(xid));
    }
}
