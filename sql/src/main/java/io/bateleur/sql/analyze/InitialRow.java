package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row that is there at the start. */
public record InitialRow(String table, Map<String, @Nullable Object> values) {
    public InitialRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Rows in an order in which they can be inserted: those that others refer to first. */
    static List<InitialRow> parentsFirst(Application application, List<InitialRow> rows) {
        List<String> tables = new ArrayList<>();
        while (tables.size() < application.tables().size()) {
            int before = tables.size();
            for (TableShape each : application.tables().values()) {
                boolean ready = each.references().stream()
                        .allMatch(reference -> reference.parent().equals(each.name())
                                || !application.tables().containsKey(reference.parent())
                                || tables.contains(reference.parent()));
                if (ready && !tables.contains(each.name())) {
                    tables.add(each.name());
                }
            }
            if (tables.size() == before) {
                application.tables().keySet().stream()
                        .filter(each -> !tables.contains(each))
                        .forEach(tables::add); // they refer to each other
            }
        }
        return rows.stream()
                .sorted(Comparator.comparing(row -> tables.indexOf(row.table())))
                .toList();
    }
}
