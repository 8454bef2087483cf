package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.recorder.jdbc.Tables.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Definitions of what a database inside the program has, as it writes them itself: H2's script, SQLite's own table of statements. */
final class EmbeddedDefinitions {
    private static final String PART = "\"((?:[^\"]|\"\")*)\"";
    /** What H2 makes, with its schema and its name. */
    private static final Pattern MADE =
            Pattern.compile("(?:CREATE|ALTER)(?: \\w+)*? (TABLE|VIEW|SEQUENCE|ALIAS|DOMAIN)(?: IF NOT EXISTS)? " + PART
                    + "\\." + PART + "[\\s\\S]*");
    /** The table that an index or a trigger of H2's is of. */
    private static final Pattern ON =
            Pattern.compile("CREATE[\\s\\S]*? (?:INDEX|TRIGGER) [\\s\\S]*? ON " + PART + "\\." + PART + "[\\s\\S]*");

    /** A constraint is always in the schema of its table. */
    private static final Pattern PLACED = Pattern.compile("ADD CONSTRAINT " + PART + "\\.(?=\")");

    private EmbeddedDefinitions() {}

    /** @param only the one table that is of interest, or null */
    static Map<String, List<String>> read(Connection connection, Engine engine, @Nullable Name only) {
        try {
            return engine == Engine.H2 ? ofH2(connection, only) : ofSqlite(connection, only);
        } catch (SQLException e) {
            return Map.of(); // who may not ask gets no answer
        }
    }

    private static Map<String, List<String>> ofH2(Connection connection, @Nullable Name only) throws SQLException {
        String table = only == null
                ? ""
                : " TABLE " + (only.schema() == null ? "" : quoted(only.schema()) + ".") + quoted(only.table());
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String each : CatalogueQuery.texts(connection, "SCRIPT NODATA NOPASSWORDS NOSETTINGS" + table)) {
            String text =
                    PLACED.matcher(each.strip()).replaceFirst("ADD CONSTRAINT ").replace(" NOCHECK;", ";");
            Matcher on = ON.matcher(text);
            Matcher made = MADE.matcher(text);
            if (on.matches()) {
                add(all, "table", on.group(1) + "." + on.group(2), text);
            } else if (made.matches()) {
                String kind = made.group(1).equals("ALIAS")
                        ? "routine"
                        : made.group(1).equals("DOMAIN")
                                ? "type"
                                : made.group(1).toLowerCase(Locale.ROOT);
                add(all, kind, made.group(2) + "." + made.group(3), text);
            }
        }
        return all;
    }

    private static Map<String, List<String>> ofSqlite(Connection connection, @Nullable Name only) throws SQLException {
        Map<String, List<String>> all = new LinkedHashMap<>();
        String query =
                "SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
                        + CatalogueQuery.only("tbl_name", only) + " ORDER BY type <> 'table', rowid";
        CatalogueQuery.each(connection, query, rows -> {
            String kind = rows.getString(1).equals("view") ? "view" : "table";
            add(all, kind, rows.getString(2), rows.getString(3));
        });
        return all;
    }

    private static void add(Map<String, List<String>> all, String kind, String name, String text) {
        all.computeIfAbsent(SqlTable.DEFINITIONS + kind + " " + name.replace("\"\"", "\""), each -> new ArrayList<>())
                .add(text);
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
