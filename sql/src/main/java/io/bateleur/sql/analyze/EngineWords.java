package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one engine's SQL has and the other's does not, as far as the analysis reads it. */
public final class EngineWords {
    private static final Map<EngineLevel.Engine, List<Pattern>> MISSING = Map.of(
            EngineLevel.Engine.MARIADB,
            List.of(
                    words("FOR\\s+(?:NO\\s+)?KEY\\s+(?:SHARE|UPDATE)"),
                    words("ON\\s+CONFLICT"),
                    words("^UPDATE\\b.*?\\b(?:FROM|RETURNING)")),
            EngineLevel.Engine.POSTGRES,
            List.of(
                    words("LOCK\\s+IN\\s+SHARE\\s+MODE"),
                    words("ON\\s+DUPLICATE\\s+KEY"),
                    words("^(?:INSERT\\s+IGNORE|REPLACE)")));

    private EngineWords() {}

    private static Pattern words(String pattern) {
        return Pattern.compile(pattern + "\\b", Pattern.CASE_INSENSITIVE);
    }

    /** The first statement that an engine cannot execute. */
    public static Optional<BadInputException> missing(Application application, EngineLevel.Engine engine) {
        for (TransactionProgram program : application.programs()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.OnTables statement) {
                    String text = statement.text().replaceAll("'(?:[^']|'')*'", "''");
                    for (Pattern pattern : MISSING.getOrDefault(engine, List.of())) {
                        Matcher matcher = pattern.matcher(text);
                        if (matcher.find()) {
                            return Optional.of(new BadInputException(
                                    Place.text(application.file(), statement.line(), 1),
                                    engine.title() + " has no "
                                            + matcher.group().strip(),
                                    "analyse it at the levels of another engine, or write what this one has"));
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }
}
