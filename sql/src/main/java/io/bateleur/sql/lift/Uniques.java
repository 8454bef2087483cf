package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Liftable;
import io.bateleur.sql.parse.Parsed;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables that have no unique key but their primary one: there, {@code REPLACE} and {@code ON DUPLICATE KEY UPDATE} concern no row but the one
 * that they name. A recorder may tell so, or the trace shows how the table was made.
 */
final class Uniques {
    private static final Set<String> NOT_PLAIN =
            Set.of("UNIQUE", "EXCLUDE", "SELECT", "LIKE", "TEMPORARY", "TEMP", "INHERITS", "PARTITION");

    private static final Set<String> CHANGING = Set.of("INDEX", "ALTER");

    private boolean changed;
    /** Simple names in lower case of tables that the trace makes. */
    private final Set<String> plain = new HashSet<>();

    Uniques(Map<String, Value> about, Iterable<Parsed> texts) {
        Set<String> first = new HashSet<>();
        boolean told = about.get(Births.TABLES) instanceof Value.Elements;
        if (about.get(Births.TABLES) instanceof Value.Elements names) {
            names.value().forEach(name -> first.add(name instanceof Value.Text text ? simple(text.value()) : ""));
        }
        boolean unique = false;
        for (Parsed parsed : texts) {
            // What the recorder told last may not have been so from the first.
            changed |= parsed.defines() && parsed.words().stream().anyMatch(CHANGING::contains);
            // Where an index is made, it is not looked for which table it is of.
            boolean index = parsed.defines() && !(parsed.statement() instanceof Liftable.CreateTable);
            unique |= index && parsed.words().contains("UNIQUE");
            if (parsed.statement() instanceof Liftable.CreateTable create
                    && create.table().table() != null) {
                String name = create.table().table().text().toLowerCase(Locale.ROOT);
                if (told && !first.contains(name) && isPlain(parsed.words())) {
                    plain.add(name);
                } else {
                    first.add(name);
                }
            }
        }
        plain.removeAll(unique ? Set.copyOf(plain) : first);
    }

    private static boolean isPlain(List<String> words) {
        return words.stream().noneMatch(word -> NOT_PLAIN.contains(word.replace("(", "")));
    }

    boolean isKeyOnly(SqlTable table) {
        return plain.contains(simple(table.name()))
                || !changed && table.uniques() != null && table.uniques().isEmpty();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
