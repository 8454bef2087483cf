package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a database does with texts and decimals, as far as lifting must know.
 *
 * @param exactText texts are equal only when they are the same
 * @param emptyText an empty text stays one
 * @param exactDecimals decimals are added exactly
 * @param changesWhatItSees an update or a delete finds the rows that a query finds; InnoDB's find what is committed since, which its documentation
 *     says, and which would look like a broken snapshot
 * @param countsTwice {@code REPLACE} and {@code ON DUPLICATE KEY UPDATE} count a row that was there as two, as MySQL does
 * @param replaces {@code REPLACE} and {@code OR IGNORE} are as in SQLite: a row that was there is not told from one that was not
 * @param definesInTransactions a statement that defines a table does not commit the transaction that it is in
 */
record Traits(
        boolean exactText,
        boolean emptyText,
        boolean exactDecimals,
        boolean changesWhatItSees,
        boolean countsTwice,
        boolean replaces,
        boolean definesInTransactions) {

    static Traits of(Map<String, Value> about) {
        String engine =
                about.get("engine") instanceof Value.Text text ? text.value().toLowerCase(Locale.ROOT) : "";
        boolean mysql = any(engine, "mysql", "maria", "innodb");
        boolean exactText = !mysql && any(engine, "postgres", "h2", "sqlite", "duckdb");
        boolean exactDecimals = mysql || any(engine, "postgres", "h2", "duckdb", "hsql", "derby");
        boolean changesWhatItSees = any(engine, "postgres", "h2", "sqlite", "duckdb", "hsql", "derby");
        boolean definesInTransactions = any(engine, "postgres", "sqlite", "duckdb", "derby");
        return new Traits(
                exactText,
                exactText || mysql,
                exactDecimals,
                changesWhatItSees,
                mysql,
                any(engine, "sqlite"),
                definesInTransactions);
    }

    private static boolean any(String engine, String... names) {
        return Stream.of(names).anyMatch(engine::contains);
    }
}
