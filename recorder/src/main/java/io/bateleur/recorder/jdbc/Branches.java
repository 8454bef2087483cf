package io.bateleur.recorder.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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

    /** Several where sessions joined each other's. */
    private final Map<Name, List<Branch>> open = new HashMap<>();

    synchronized void put(Xid xid, Branch branch) {
        open.computeIfAbsent(Name.of(xid), each -> new ArrayList<>(1)).add(branch);
    }

    /** What the session had done in a branch that it left and comes back to; null when it had done nothing. */
    synchronized @Nullable Txn takeBack(Xid xid, Session session) {
        List<Branch> left = open.getOrDefault(Name.of(xid), List.of());
        for (Branch branch : left) {
            if (branch.session() == session) {
                left.remove(branch);
                return branch.txn();
            }
        }
        return null;
    }

    /** All that was done in a branch that has ended. */
    synchronized List<Branch> remove(Xid xid) {
        List<Branch> ended = open.remove(Name.of(xid));
        return ended == null ? List.of() : ended;
    }
}
