package io.bateleur.sql.lift;

import io.bateleur.sql.tree.Span;
import org.jspecify.annotations.Nullable;

/** How much of one execution of a statement was lifted, and why not all. @param at where in its text that stands; null: nowhere in particular */
record Outcome(Share share, String why, @Nullable Span at) {
    enum Share {
        WHOLE("whole"),
        IN_PART("in part"),
        LEFT("left");

        final String words;

        Share(String words) {
            this.words = words;
        }
    }

    static final Outcome WHOLE = new Outcome(Share.WHOLE, "", null);

    static Outcome part(String why) {
        return new Outcome(Share.IN_PART, why, null);
    }

    static Outcome left(String why) {
        return new Outcome(Share.LEFT, why, null);
    }

    static Outcome left(String why, Span at) {
        return new Outcome(Share.LEFT, why, at);
    }
}
