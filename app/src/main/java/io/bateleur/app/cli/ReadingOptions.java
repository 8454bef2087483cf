package io.bateleur.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a trace does not say of itself. */
final class ReadingOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = TraceFiles.Names.class,
            description = "The format, where it should not be recognised: ${COMPLETION-CANDIDATES}.")
    @Nullable
    String format;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description =
                    "The tables of a trace with SQL, as CREATE TABLE statements, where it does not tell of them itself.")
    private @Nullable Path schema;

    Optional<Path> schema() {
        return Optional.ofNullable(schema);
    }
}
