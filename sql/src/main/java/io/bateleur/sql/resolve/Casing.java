package io.bateleur.sql.resolve;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Locale;

/** When two names are the same, per dialect. */
record Casing(SqlDialect dialect) {

    /** Whether a name may mean what is stored under this one. */
    boolean matches(Name name, String stored) {
        return switch (dialect) {
            case POSTGRES -> folded(name).equals(stored);
            case MYSQL, SQLITE -> name.text().equalsIgnoreCase(stored);
            case H2, OTHER ->
                name.isQuoted() ? name.text().equals(stored) : name.text().equalsIgnoreCase(stored);
        };
    }

    boolean same(Name left, Name right) {
        return switch (dialect) {
            case POSTGRES -> folded(left).equals(folded(right));
            case MYSQL, SQLITE -> left.text().equalsIgnoreCase(right.text());
            case H2, OTHER ->
                left.isQuoted() && right.isQuoted()
                        ? left.text().equals(right.text())
                        : left.text().equalsIgnoreCase(right.text());
        };
    }

    /** The name under which something is stored that a statement calls so. */
    String folded(Name name) {
        boolean lower = dialect == SqlDialect.POSTGRES && !name.isQuoted();
        return lower ? name.text().toLowerCase(Locale.ROOT) : name.text();
    }
}
