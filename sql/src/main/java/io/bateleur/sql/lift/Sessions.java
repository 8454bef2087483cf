package io.bateleur.sql.lift;

import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.StateChange;
import io.bateleur.sql.tree.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where each session looks names up, statement by statement. */
final class Sessions {
    private final StateChange changes;
    private final SessionState usual;
    /** Whether a recorder tells what became of a session's state when a transaction is over. */
    private final boolean told;

    private final Map<Integer, SessionState> states = new HashMap<>();

    Sessions(Catalog catalog, Map<String, Value> about) {
        this.changes = new StateChange(catalog.dialect());
        this.told = about.containsKey(SessionState.ABOUT);
        SessionState first = SessionState.of(about);
        this.usual = first.path() == null && !told ? new SessionState(catalog.path(), first.settings()) : first;
    }

    /** The same sessions, of which more is known in general. */
    Sessions(Catalog catalog, Map<String, Value> about, Sessions before) {
        this(catalog, about);
        states.putAll(before.states);
    }

    /** From the beginning of the trace once more. */
    void reset() {
        states.clear();
    }

    /** A transaction of a session begins. */
    Place begin(int session) {
        return new Place(session, states.get(session));
    }

    /** Whether a statement may change the state of its session. */
    boolean matters(Statement statement) {
        SessionState some = new SessionState(List.of("one"), Map.of(SessionState.USER, "somebody"));
        return !changes.after(some, statement).equals(some);
    }

    /** The state of a session within a transaction. */
    static final class Place {
        private final int session;
        /** Null as long as it is the usual one. */
        private @Nullable SessionState current;

        private Place(int session, @Nullable SessionState current) {
            this.session = session;
            this.current = current;
        }
    }

    /** The trace says what the state of the session is. */
    void state(Place place, List<Value> parameters) {
        SessionState state = SessionState.of(parameters);
        place.current = state;
        states.put(place.session, state);
    }

    private SessionState at(Place place) {
        return place.current == null ? usual : place.current;
    }

    /** The schemas in which names are looked up; empty: nobody knows. */
    List<String> path(Place place) {
        List<String> path = at(place).path();
        return path == null ? List.of() : path;
    }

    /** After a statement that may matter. @return whether it is not known any more where names are looked up */
    boolean after(Place place, Statement statement) {
        SessionState before = at(place);
        SessionState after = changes.after(before, statement);
        place.current = after;
        if (!told) {
            states.put(place.session, after);
        }
        return after.path() == null && before.path() != null;
    }
}
