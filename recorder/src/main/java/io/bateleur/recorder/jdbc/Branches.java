package io.bateleur.recorder.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Branches of distributed transactions that nobody has ended, as far as is known here: whoever ends them may be another connection, or
 * another program. So only the newest are kept, and of older ones nobody will hear how they ended.
 */
public final class Branches {
    /** A branch that waits for its end holds some 64 KB. */
    static final int KEPT_MAX = 200;

    /** What was done in a branch, and by whom. */
    record Branch(Session session, Txn txn) {}

    /** What a session finds that joins a branch or comes back to it. */
    record Found(@Nullable Txn txn, boolean shared) {}

    /** What is known of a branch that has ended. */
    record Ended(List<Branch> parts, boolean shared, boolean prepared) {}

    private record Name(int format, String global, String qualifier) {
        static Name of(Xid xid) {
            return new Name(
                    xid.getFormatId(),
                    Arrays.toString(xid.getGlobalTransactionId()),
                    Arrays.toString(xid.getBranchQualifier()));
        }
    }

    private static final class State {
        final List<Branch> left = new ArrayList<>(1);
        final Set<Object> active = new HashSet<>(2);
        /** Whether several sessions are in it that cannot be told as one transaction. */
        boolean shared;

        boolean prepared;
    }

    private final Map<Name, State> open = new LinkedHashMap<>();

    synchronized void enter(Xid xid, Object who) {
        open.computeIfAbsent(Name.of(xid), each -> new State()).active.add(who);
    }

    /**
     * A session leaves a branch.
     *
     * @param branch what it has done, or null for nothing
     * @return what is not kept any more
     */
    synchronized List<Branch> leave(Xid xid, Object who, @Nullable Branch branch) {
        State state = open.computeIfAbsent(Name.of(xid), each -> new State());
        state.active.remove(who);
        if (branch != null) {
            state.left.add(branch);
        } else if (state.left.isEmpty() && state.active.isEmpty()) {
            open.remove(Name.of(xid));
        }
        return forgotten();
    }

    private List<Branch> forgotten() {
        List<Branch> forgotten = new ArrayList<>();
        Iterator<State> oldest = open.values().iterator();
        while (open.size() > KEPT_MAX && oldest.hasNext()) {
            State state = oldest.next();
            if (state.active.isEmpty()) {
                forgotten.addAll(state.left);
                oldest.remove();
            }
        }
        return forgotten;
    }

    /**
     * What was done in a branch that a session joins or comes back to: its own, or that of others where their database has one
     * transaction for all of them. Some take each session's part for a transaction of its own.
     */
    synchronized Found join(Xid xid, Object who, Session session) {
        State state = open.computeIfAbsent(Name.of(xid), each -> new State());
        boolean alone = state.active.isEmpty() || state.active.equals(Set.of(who));
        boolean joins = alone && session.engine().has(Engine.Trait.BRANCHES_ARE_JOINED);
        for (Branch branch : state.left) {
            if (branch.session() == session || joins) {
                state.left.remove(branch);
                return new Found(branch.txn(), state.shared);
            }
        }
        state.shared |= !alone || !state.left.isEmpty();
        return new Found(null, state.shared);
    }

    synchronized void prepared(Xid xid) {
        State state = open.get(Name.of(xid));
        if (state != null) {
            state.prepared = true;
        }
    }

    /** All that was done in a branch that has ended. */
    synchronized Ended remove(Xid xid) {
        State state = open.remove(Name.of(xid));
        return state == null ? new Ended(List.of(), false, false) : new Ended(state.left, state.shared, state.prepared);
    }

    synchronized int size() {
        return open.size();
    }
}
