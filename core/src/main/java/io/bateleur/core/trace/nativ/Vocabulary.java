package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.OpKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events of a version of the native format and the fields of each: what a reader of it knows. */
final class Vocabulary {
    /** Of one event. */
    static final class Known {
        private final boolean any;
        private final Set<String> fields = new HashSet<>();

        private Known(boolean any, String... fields) {
            this.any = any;
            this.fields.addAll(List.of(fields));
        }

        boolean isField(String name) {
            return any || fields.contains(name);
        }

        boolean isObject(String name) {
            return name.equals("about") || !any && name.equals("clock");
        }

        /** Whether a field of an object counts. */
        boolean isInner(String object, String name) {
            return !object.equals("clock") || CLOCK.contains(name);
        }
    }

    private static final Set<String> CLOCK = Set.of("id", "wall", "error");

    /** Of an event that is not known, whether it must be is all that counts. */
    private static final Known NOTHING = new Known(false, "e", "must");

    private static final Known ANYTHING = new Known(true);

    /** In version 1 every field is read as a value, and those without a meaning are ignored. */
    static final Vocabulary ONE = new Vocabulary(true);

    /** In version 2 what is not known is not looked into. */
    static final Vocabulary TWO = new Vocabulary(false);

    private static final Known HEADER =
            new Known(false, "bateleur", "initial", "unique", "run", "part", "from", "about", "clock");

    private final boolean whole;
    private final Map<String, Known> events = new HashMap<>();

    private Vocabulary(boolean whole) {
        this.whole = whole;
        event("begin", "t", "s", "level", "ts", "at");
        for (String ending : List.of("commit", "abort", "unknown")) {
            event(ending, "t", "ts", "at");
        }
        for (OpKind kind : OpKind.values()) {
            if (kind.isRangeRead()) {
                event(kind.word(), "t", "lo", "hi", "items", "untold", "dead", "seen", "stopped", "lock", "mode", "at");
            } else if (kind == OpKind.SQL) {
                event(kind.word(), "t", "q", "params", "v", "absent", "at");
            } else {
                event(kind.word(), "t", "k", "v", "absent", "tomb", "lock", "mode", "at");
            }
        }
        event("session", "s");
        event("answer", "t", "v", "at");
        event("about", "name", "v");
        event("initial", "k", "v", "absent");
        event("order", "k", "txns");
        if (!whole) {
            event("rows", "table", "columns", "rows", "more");
            event("snapshot", "t", "taken", "at");
            event("punctuation", "before");
        }
    }

    private void event(String word, String... fields) {
        Known known = new Known(false, fields);
        known.fields.addAll(NOTHING.fields);
        events.put(word, known);
    }

    /** Whether a reader understands everything or refuses it. */
    boolean isWhole() {
        return whole;
    }

    boolean has(String word) {
        return events.containsKey(word);
    }

    /** The fields of a header. */
    Known header() {
        return whole ? ANYTHING : HEADER;
    }

    /** The fields of an event. */
    Known of(String word) {
        return whole ? ANYTHING : events.getOrDefault(word, NOTHING);
    }
}
