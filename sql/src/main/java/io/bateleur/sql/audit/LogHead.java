package io.bateleur.sql.audit;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a log tells of its tables, without what was done to their rows. */
final class LogHead {
    private record DefinitionText(String text, Content answer) {}

    private InitialState initial = InitialState.ABSENT;
    private final Map<String, Value> about = new LinkedHashMap<>();
    private final List<TableRows> rows = new ArrayList<>();
    private final List<DefinitionText> definitions = new ArrayList<>();
    private int changes;

    /** Goes up with everything that is learnt. */
    int changes() {
        return changes;
    }

    void initial(InitialState state) {
        initial = state;
        changes++;
    }

    void about(String name, Value value) {
        boolean matters = !name.equals(History.DROPPED);
        if (!value.equals(about.put(name, value)) && matters) {
            changes++;
        }
    }

    void rows(TableRows piece) {
        rows.add(piece);
        changes++;
    }

    void definition(String text, Content answer) {
        definitions.add(new DefinitionText(text, answer));
        changes++;
    }

    /** As a history whose only statements are definitions. */
    History history() {
        HistoryBuilder builder = History.builder();
        builder.initialState(initial);
        about.forEach(builder::about);
        rows.forEach(builder::initialRows);
        TransactionBuilder all = builder.begin("definitions", "definitions");
        definitions.forEach(each -> all.sql(each.text, List.of(), each.answer));
        all.commit();
        return builder.build();
    }
}
