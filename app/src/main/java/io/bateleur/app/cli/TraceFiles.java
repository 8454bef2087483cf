package io.bateleur.app.cli;

import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFolder;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.core.trace.nativ.TracePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Traces as commands name them: by a path, or {@code -} for standard input, with an optional format. */
final class TraceFiles {
    /** Means standard input or output in place of a path. */
    static final String PIPE = "-";

    /** The formats that a name tells for sure. */
    private static final Map<String, String> BY_EXTENSION = Map.of(
            "jsonl", "bateleur",
            "mini", "mini",
            "edn", "jepsen-edn",
            "bincode", "dbcop-bincode",
            "hist", "dbcop-hist");

    private TraceFiles() {}

    /** Reads a trace, showing progress, and prints its warnings. */
    static Trace read(Terminal terminal, String file, @Nullable String format) throws IOException {
        Trace trace;
        try (Progress progress = terminal.progress("reading " + file, size(file));
                Source source = source(terminal, file, progress)) {
            trace = Traces.read(source, format == null ? null : format(format));
        }
        trace.warnings().forEach(warning -> terminal.err().println(file + ": warning: " + warning));
        return trace;
    }

    /** Passes the events of a trace to a listener, showing progress. */
    static Notes read(Terminal terminal, String file, @Nullable String format, TraceListener listener)
            throws IOException {
        try (Progress progress = terminal.progress("reading " + file, size(file));
                Source source = source(terminal, file, progress)) {
            return Traces.read(source, format == null ? null : format(format), listener);
        }
    }

    /** The traces that these files are, with directories replaced by what is in them. */
    static List<String> all(Terminal terminal, List<String> files, @Nullable String format) throws IOException {
        TraceFormat given = format == null ? null : format(format);
        List<String> traces = new ArrayList<>();
        for (String file : files) {
            if (file.equals(PIPE) || !Files.isDirectory(Path.of(file))) {
                traces.add(file);
                continue;
            }
            TraceFolder folder = TraceFolder.of(Path.of(file), given);
            folder.traces().forEach(trace -> traces.add(trace.toString()));
            if (folder.traces().isEmpty()) {
                traces.add(file); // whoever reads it says what is wrong with it
            } else if (!folder.others().isEmpty()) {
                terminal.err()
                        .println(file + ": left out what is no trace: "
                                + folder.others().get(0).getFileName()
                                + (folder.others().size() == 1
                                        ? ""
                                        : " and " + (folder.others().size() - 1) + " more"));
            }
        }
        return whole(traces);
    }

    /** The traces that these files are: parts of one trace, in any order, are the one that their first file is the name of. */
    private static List<String> whole(List<String> files) {
        List<String> traces = new ArrayList<>();
        Set<String> inParts = new HashSet<>();
        for (String file : files) {
            Optional<Path> first = file.equals(PIPE) ? Optional.empty() : TracePart.first(Path.of(file));
            if (first.isEmpty()) {
                traces.add(file);
            } else if (inParts.add(first.get().toString())) {
                traces.add(first.get().toString());
            }
        }
        return traces;
    }

    static Source source(Terminal terminal, String file, Progress progress) {
        return file.equals(PIPE) ? Source.of("standard input", terminal.in()) : Source.of(Path.of(file), progress::at);
    }

    /** Asked before the work whose result it is to hold. */
    static void requireWritable(String out) {
        if (!out.equals(PIPE)) {
            OutputFiles.requireWritable(Path.of(out));
        }
    }

    static Sink sink(Terminal terminal, String out) throws IOException {
        return out.equals(PIPE) ? Sink.of(terminal.out()) : Sink.of(Path.of(out));
    }

    /** A polygraph, when the file is one; it is no trace. */
    static Optional<Polygraph> polygraph(String file) throws IOException {
        Path path = Path.of(file);
        if (file.equals(PIPE) || !Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try (Source source = Source.of(path)) {
            return Polygraph.recognises(source.head()) ? Optional.of(Polygraph.read(source)) : Optional.empty();
        }
    }

    private static long size(String file) throws IOException {
        Path path = Path.of(file);
        return !file.equals(PIPE) && Files.isRegularFile(path) ? Files.size(path) : -1;
    }

    static TraceFormat format(String name) {
        return Formats.named(name)
                .orElseThrow(() -> CommandFailed.usage(
                        "unknown format '" + name + "', expected one of " + String.join(", ", names())));
    }

    /** The format to write: what was asked for, or what the name tells, or else the given one. */
    static TraceFormat target(String out, @Nullable String asked, @Nullable TraceFormat otherwise) {
        if (asked != null) {
            return format(asked);
        }
        String name = out.replaceFirst("\\.(gz|zst)$", "");
        String told = BY_EXTENSION.get(name.substring(name.lastIndexOf('.') + 1));
        if (told != null) {
            return format(told);
        }
        if (otherwise != null && out.equals(PIPE)) {
            return otherwise;
        }
        throw CommandFailed.usage("the name '" + out + "' does not tell its format: say it with --to, one of "
                + String.join(", ", names()));
    }

    static List<String> names() {
        return Formats.all().stream().map(TraceFormat::name).toList();
    }

    /** What shells complete after an option that takes a format. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }
}
