package io.bateleur.sql.lift;

import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.StateChange;
import io.bateleur.sql.tree.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where each session looks names up, statement by statement. */
final class Sessions {
    private final StateChange changes;
    private final SessionState usual;
    /** Whether a recorder tells what became of a session's state when a transaction is over. */
    private final boolean told;

    private final Map<Integer, SessionState> states = new HashMap<>();
    private int session;
    private SessionState current = SessionState.UNKNOWN;

    Sessions(Catalog catalog, Map<String, Value> about) {
        this.changes = new StateChange(catalog.dialect());
        this.told = about.containsKey(SessionState.ABOUT);
        SessionState first = SessionState.of(about);
        this.usual = first.path() == null && !told ? new SessionState(catalog.path(), first.settings()) : first;
    }

    /** A transaction of a session begins. */
    void begin(int number) {
        session = number;
        current = states.getOrDefault(number, usual);
    }

    /** The trace says what the state of the session is. */
    void state(List<Value> parameters) {
        current = SessionState.of(parameters);
        states.put(session, current);
    }

    /** The schemas in which names are looked up; empty: nobody knows. */
    List<String> path() {
        List<String> path = current.path();
        return path == null ? List.of() : path;
    }

    /** Whether a statement may change the state of its session. */
    boolean matters(Statement statement) {
        SessionState some = new SessionState(List.of("one"), Map.of(SessionState.USER, "somebody"));
        return !changes.after(some, statement).equals(some);
    }

    /** After a statement that may matter. @return whether it is not known any more where names are looked up */
    boolean after(Statement statement) {
        SessionState after = changes.after(current, statement);
        boolean lost = after.path() == null && current.path() != null;
        current = after;
        if (!told) {
            states.put(session, after);
        }
        return lost;
    }
}
