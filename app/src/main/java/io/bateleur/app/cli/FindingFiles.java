package io.bateleur.app.cli;

import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The few transactions of each finding, as traces of their own. */
final class FindingFiles {
    private FindingFiles() {}

    /** Writes them into a directory, which is made if it is not there; their paths, in the order of the findings. */
    static List<Path> write(Path directory, List<BrokenMechanism> findings) throws IOException {
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        for (BrokenMechanism finding : findings) {
            String name = finding.title().name() + "-" + finding.profile().replace('/', '-');
            Path file = directory.resolve(name + ".jsonl");
            for (int i = 2; files.contains(file); i++) {
                file = directory.resolve(name + "-" + i + ".jsonl");
            }
            Traces.write(finding.part(), file, Formats.NATIVE);
            files.add(file);
        }
        return files;
    }
}
