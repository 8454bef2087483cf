package io.bateleur.core.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The traces in a directory and those below it, in the order of their names. A directory that is one trace, such as Cobra's logs,
 * counts as that.
 *
 * @param traces what a format was recognised in
 * @param others files that are no traces, such as a README
 */
public record TraceFolder(List<Path> traces, List<Path> others) {
    private static final Comparator<Path> ORDER =
            Comparator.comparing(path -> String.valueOf(path.getFileName()), FileNames.ORDER);

    public TraceFolder {
        traces = List.copyOf(traces);
        others = List.copyOf(others);
    }

    /**
     * @param format when it is given it is not recognised: every file that is not hidden is a trace, or the directory is one if
     *     that format can be one
     */
    public static TraceFolder of(Path directory, @Nullable TraceFormat format) throws IOException {
        Search search = new Search(format);
        search.directory(directory);
        return new TraceFolder(search.traces, search.others);
    }

    private static final class Search {
        private final @Nullable TraceFormat format;
        private final List<Path> traces = new ArrayList<>();
        private final List<Path> others = new ArrayList<>();
        /** Links may lead back to where we came from. */
        private final Set<Path> seen = new HashSet<>();

        Search(@Nullable TraceFormat format) {
            this.format = format;
        }

        void directory(Path directory) throws IOException {
            if (!seen.add(directory.toRealPath())) {
                return;
            }
            List<Path> children = children(directory);
            if (children.stream().anyMatch(Files::isRegularFile) && isTrace(directory)) {
                traces.add(directory);
                return;
            }
            for (Path child : children) {
                if (Files.isDirectory(child)) {
                    directory(child);
                } else if (Files.isRegularFile(child)) {
                    boolean trace = format != null || isTrace(child);
                    (trace ? traces : others).add(child);
                }
            }
        }

        private static List<Path> children(Path directory) throws IOException {
            try (Stream<Path> entries = Files.list(directory)) {
                return entries.filter(entry -> !entry.getFileName().toString().startsWith("."))
                        .sorted(ORDER)
                        .toList();
            }
        }

        private boolean isTrace(Path path) {
            try (Source source = Source.of(path)) {
                Head head = source.head();
                return format != null
                        ? format.recognises(head)
                        : source.isHeadCutOff() || Formats.all().stream().anyMatch(each -> each.recognises(head));
            } catch (IOException e) {
                return Files.isRegularFile(path); // whoever reads it will say what is wrong
            }
        }
    }
}
