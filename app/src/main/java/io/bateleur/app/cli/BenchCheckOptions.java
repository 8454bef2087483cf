package io.bateleur.app.cli;

import io.bateleur.bench.CheckBench;
import io.bateleur.bench.CheckBench.Group;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code bench check} is to measure. */
final class BenchCheckOptions {
    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            completionCandidates = Groups.class,
            description = "Only these tables: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each row. Default: ${DEFAULT-VALUE}.")
    private int runs = 3;

    @Option(
            names = "--scale",
            paramLabel = "F",
            description =
                    "Multiply numbers of transactions and keys, for a quick try: 0.01. Default: ${DEFAULT-VALUE}.")
    private double scale = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Keep the generated traces here, and use those that are there. Default: a temporary directory.")
    private @Nullable Path dir;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the growth as SVG.")
    private @Nullable Path plot;

    CheckBench.Plan plan() {
        List<Group> groups = only.isEmpty()
                ? List.of(Group.values())
                : only.stream().map(BenchCheckOptions::group).toList();
        OutputFiles.requireWritable(plot);
        try {
            return new CheckBench.Plan(groups, runs, scale, Optional.ofNullable(dir), Optional.ofNullable(plot));
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    private static Group group(String word) {
        return Group.of(word)
                .orElseThrow(() -> CommandFailed.usage(
                        "unknown table '" + word + "', expected one of " + String.join(", ", new Groups())));
    }

    /** What shells complete. */
    static final class Groups implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Group.values()).map(Group::word).iterator();
        }
    }
}
