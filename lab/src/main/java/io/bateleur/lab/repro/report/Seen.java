package io.bateleur.lab.repro.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.language.Header;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of a run as a question about many runs needs: also read back from what {@code repro --json} printed.
 *
 * @param reproduced whether the bug showed; a run that could not be run is none
 * @param sources the papers and collections that have the case
 */
public record Seen(
        String bugCase,
        String engine,
        String version,
        String level,
        boolean reproduced,
        String kind,
        List<String> sources) {
    public Seen {
        sources = List.copyOf(sources);
    }

    public static Seen of(CaseRun run) {
        return new Seen(
                run.bugCase().id(),
                run.engine(),
                run.version(),
                run.level().word(),
                run.outcome() == CaseOutcome.REPRODUCED,
                run.bugCase()
                        .first(Header.Kind.class)
                        .map(kind -> kind.sort().word())
                        .orElse(""),
                run.bugCase().all(Header.Source.class).map(Header.Source::text).toList());
    }

    /** A line that {@code repro --json} printed. */
    public static Seen parse(String line) throws IOException {
        Map<String, String> texts = new HashMap<>();
        List<String> sources = new ArrayList<>();
        try (JsonParser in = new JsonFactory().createParser(line)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("found no JSON object, expected what 'bateleur repro --json' printed");
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                if (value == JsonToken.VALUE_STRING) {
                    texts.put(name, in.getText());
                } else if (name.equals("sources") && value == JsonToken.START_ARRAY) {
                    while (in.nextToken() == JsonToken.VALUE_STRING) {
                        sources.add(in.getText());
                    }
                } else {
                    in.skipChildren();
                }
            }
        }
        for (String name : List.of("case", "engine", "version", "level", "outcome")) {
            if (!texts.containsKey(name)) {
                throw new IOException("found no \"" + name + "\", expected what 'bateleur repro --json' printed");
            }
        }
        return new Seen(
                texts.getOrDefault("case", ""),
                texts.getOrDefault("engine", ""),
                texts.getOrDefault("version", ""),
                texts.getOrDefault("level", ""),
                "reproduced".equals(texts.get("outcome")),
                texts.getOrDefault("kind", ""),
                sources);
    }
}
