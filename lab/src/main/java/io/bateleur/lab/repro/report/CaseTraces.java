package io.bateleur.lab.repro.report;

import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.repro.CaseRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with the trace of each run: the tables, their rows at first, and what the sessions said and heard. */
public final class CaseTraces {
    private final Path folder;

    public CaseTraces(Path folder) {
        this.folder = folder;
    }

    /** Where it was written. */
    public Path keep(CaseRunner.Recorded run) throws IOException {
        String name = run.bugCase().id() + "@" + run.level() + "-"
                + run.ground().engine() + "-" + run.ground().version() + (run.number() > 1 ? "-" + run.number() : "");
        Files.createDirectories(folder);
        Path file = folder.resolve(name.replaceAll("[^A-Za-z0-9@._-]", "_") + ".jsonl");
        Traces.write(run.history(), file, Formats.NATIVE);
        return file;
    }
}
