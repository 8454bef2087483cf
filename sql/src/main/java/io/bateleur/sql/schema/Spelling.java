package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Locale;

/** How the names of statements and those that a database stores go together. */
final class Spelling {
    private final SqlDialect dialect;

    Spelling(SqlDialect dialect) {
        this.dialect = dialect;
    }

    /** The name that an object gets that a statement defines. */
    String stored(Name name) {
        if (name.isQuoted()) {
            return name.text();
        }
        return switch (dialect) {
            case POSTGRES -> name.text().toLowerCase(Locale.ROOT);
            case H2 -> name.text().toUpperCase(Locale.ROOT);
            case MYSQL, SQLITE, OTHER -> name.text();
        };
    }

    /** How well a name fits a stored one: 2 the very same, 1 but for upper and lower case, 0 not. */
    int fit(Name name, String stored) {
        if (stored(name).equals(stored)) {
            return 2;
        }
        boolean exact = dialect == SqlDialect.POSTGRES || dialect == SqlDialect.H2 && name.isQuoted();
        return !exact && name.text().equalsIgnoreCase(stored) ? 1 : 0;
    }

    /** Where a temporary table lives. */
    String temporary(String schema) {
        return switch (dialect) {
            case POSTGRES -> "pg_temp";
            case SQLITE -> "temp";
            default -> schema;
        };
    }

    /** Where a database looks for names when nobody says otherwise. */
    static String usual(SqlDialect dialect) {
        return switch (dialect) {
            case POSTGRES -> "public";
            case H2 -> "PUBLIC";
            case SQLITE -> "main";
            case MYSQL, OTHER -> "";
        };
    }
}
