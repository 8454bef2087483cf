package io.bateleur.sql.lift;

/** How much of one execution of a statement was lifted, and why not all. */
record Outcome(Share share, String why) {
    enum Share {
        WHOLE("whole"),
        IN_PART("in part"),
        LEFT("left");

        final String words;

        Share(String words) {
            this.words = words;
        }
    }

    static final Outcome WHOLE = new Outcome(Share.WHOLE, "");

    static Outcome part(String why) {
        return new Outcome(Share.IN_PART, why);
    }

    static Outcome left(String why) {
        return new Outcome(Share.LEFT, why);
    }
}
