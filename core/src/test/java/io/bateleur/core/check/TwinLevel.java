package io.bateleur.core.check;

import io.bateleur.core.model.Level;

/** A level as the twin reads it off its name. */
record TwinLevel(TwinRule rule, boolean sessions, boolean realTime) {
    private static final String SESSION = "strong-session-";
    private static final String STRONG = "strong-";

    static TwinLevel of(Level level) {
        return named(level.mixed() ? unmixed(level).name() : level.name());
    }

    static TwinLevel named(String name) {
        if (name.equals("strict-serializable")) {
            return named("strong-serializable");
        }
        boolean session = name.startsWith(SESSION);
        boolean strong = !session && name.startsWith(STRONG);
        TwinRule rule = TwinRule.named(name.substring(session ? SESSION.length() : strong ? STRONG.length() : 0));
        return new TwinLevel(rule, session || rule.countsSessions(), strong || rule.countsRealTime());
    }

    /** What a mixed level asks of transactions that carry none of their own. */
    private static Level unmixed(Level level) {
        return Level.of(level.criterion(), level.order());
    }
}
