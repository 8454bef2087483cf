package io.bateleur.sql.tree;

import java.util.Locale;

/** Whose SQL a text is. */
public enum SqlDialect {
    POSTGRES,
    /** MySQL and MariaDB. */
    MYSQL,
    H2,
    SQLITE,
    /** Any other, or none that is known: what databases read differently is not read. */
    OTHER;

    /** The dialect of an engine, by its name in a trace. */
    public static SqlDialect of(String engine) {
        String name = engine.toLowerCase(Locale.ROOT);
        if (name.contains("postgres")) {
            return POSTGRES;
        }
        if (name.contains("mysql") || name.contains("maria") || name.contains("innodb")) {
            return MYSQL;
        }
        return name.contains("h2") ? H2 : name.contains("sqlite") ? SQLITE : OTHER;
    }
}
