package io.bateleur.sql.schema;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
                when(rest, catalog),
                called.isEmpty() ? null : catalog.home(called.get(0), false),
                trigger.body(),
                isPlain(trigger, rest, catalog));
    }

    private static boolean isPlain(Definition.CreateTrigger trigger, List<String> rest, CatalogBuilder catalog) {
        boolean more = OptionWords.has(rest, "REFERENCING")
                || OptionWords.has(rest, "FOLLOWS")
                || OptionWords.has(rest, "PRECEDES")
                || trigger.modifiers().toUpperCase(Locale.ROOT).contains("CONSTRAINT");
        return !more && OptionWords.has(rest, "WHEN") == (when(rest, catalog) != null);
    }

    /** Between WHEN and what is done. */
    private static @Nullable Expr when(List<String> rest, CatalogBuilder catalog) {
        int from = OptionWords.at(rest, "WHEN");
        if (from < 0) {
            return null;
        }
        int execute = OptionWords.at(rest, "EXECUTE");
        List<String> words = rest.subList(from + 1, execute < 0 ? rest.size() : execute);
        List<Statement> read = SqlReader.read("SELECT " + String.join(" ", words), catalog.dialect);
        return read.size() == 1
                        && read.get(0) instanceof Query query
                        && query.body() instanceof QueryBody.Select select
                        && select.items().size() == 1
                        && select.from().isEmpty()
                ? select.items().get(0).value()
                : null;
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
