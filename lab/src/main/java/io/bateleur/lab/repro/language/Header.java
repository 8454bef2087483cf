package io.bateleur.lab.repro.language;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a case says about itself; headers may stand anywhere. */
public sealed interface Header {
    /** Where the bug was reported. */
    record Link(String text) implements Header {}

    /** The paper or the collection that has the case. */
    record Source(String text) implements Header {}

    /** On what it was reported. */
    record Reported(String engine, String version) implements Header {}

    /** A remark. */
    record About(String text) implements Header {}

    /** What sort of bug it is. */
    record Kind(Sort sort) implements Header {
        /** The thesis's three sorts. */
        public enum Sort {
            TRANSACTIONAL,
            LOGICAL,
            ISOLATION;

            public String word() {
                return name().toLowerCase(java.util.Locale.ROOT);
            }
        }
    }

    /** The level of the report. */
    record Original(SqlLevel level) implements Header {}

    /** Those to run it at. */
    record Levels(List<SqlLevel> levels) implements Header {
        public Levels {
            levels = List.copyOf(levels);
        }
    }

    /** The versions that have the bug. */
    record Affects(String engine, List<VersionRange> versions) implements Header {
        public Affects {
            versions = List.copyOf(versions);
        }
    }

    /** The versions that have it no more. */
    record Fixed(String engine, List<VersionRange> versions) implements Header {
        public Fixed {
            versions = List.copyOf(versions);
        }
    }

    /** What the server is told at its start. */
    record Settings(String engine, Map<String, String> values) implements Header {
        public Settings {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /** Whether what the bug shows breaks what the makers document of the level. */
    record Promise(boolean violated) implements Header {}

    /** A level of Bateleur's that the answers of a run violate when the bug shows: for cases that a violation was made into. */
    record Breaks(String level) implements Header {}

    /** What the vendor calls it. */
    record Vendor(String word) implements Header {}

    /**
     * How a session begins.
     *
     * @param autocommit whether each of its statements is a transaction
     * @param statements said by it before its level is set, each a transaction
     */
    record Session(Position at, String name, boolean autocommit, List<String> statements) implements Header {
        public Session {
            statements = List.copyOf(statements);
        }
    }

    /** A statement that sessions prepare once and execute with values. */
    record Prepare(Position at, String name, String text) implements Header {}
}
