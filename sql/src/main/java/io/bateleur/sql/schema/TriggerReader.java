package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the words of CREATE TRIGGER. */
final class TriggerReader {
    private static final Set<String> EVENTS = Set.of("INSERT", "UPDATE", "DELETE", "TRUNCATE");

    private TriggerReader() {}

    static TableTrigger read(Definition.CreateTrigger trigger, CatalogBuilder catalog) {
        List<String> head = trigger.head().tokens();
        List<String> rest = trigger.rest().tokens();
        Set<String> events = new LinkedHashSet<>();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < head.size(); i++) {
            String word = head.get(i).toUpperCase(Locale.ROOT);
            if (EVENTS.contains(word)) {
                events.add(word);
            } else if (word.equals("OF") && i > 0 && head.get(i - 1).equalsIgnoreCase("UPDATE")) {
                columns(head, i + 1, catalog, columns);
                break;
            }
        }
        after(head, events);
        int at = Math.max(OptionWords.at(rest, "EXECUTE", "FUNCTION"), OptionWords.at(rest, "EXECUTE", "PROCEDURE"));
        List<Qualified> called = at < 0 ? List.of() : OptionWords.names(rest, at + 2);
        String timing = OptionWords.has(head, "BEFORE")
                ? "BEFORE"
                : OptionWords.has(head, "INSTEAD", "OF") ? "INSTEAD OF" : "AFTER";
        boolean statement = OptionWords.has(rest, "STATEMENT");
        return new TableTrigger(
                catalog.spelling.stored(trigger.name().last()),
                timing,
                events,
                columns,
                OptionWords.has(rest, "ROW") && !statement || !trigger.body().isEmpty(),
                null,
                called.isEmpty() ? null : catalog.home(called.get(0), false),
                trigger.body());
    }

    private static void columns(List<String> head, int from, CatalogBuilder catalog, List<String> columns) {
        for (int i = from; i < head.size() && !head.get(i).equalsIgnoreCase("OR"); i++) {
            if (!head.get(i).equals(",")) {
                columns.add(catalog.spelling.stored(Name.of(head.get(i))));
            }
        }
    }

    /** Events after the columns of an update. */
    private static void after(List<String> head, Set<String> events) {
        for (int i = 1; i < head.size(); i++) {
            String word = head.get(i).toUpperCase(Locale.ROOT);
            if (head.get(i - 1).equalsIgnoreCase("OR") && EVENTS.contains(word)) {
                events.add(word);
            }
        }
    }
}
