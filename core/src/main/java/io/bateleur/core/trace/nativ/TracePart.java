package io.bateleur.core.trace.nativ;

import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which part of a trace this is, when a recorder cut it into files or had to connect anew: parts of one run have one header each, and
 * events are counted through all of them. So a reader knows what it lacks, and what it has read already.
 *
 * @param run the same in all parts, and in no other trace
 * @param number from 0
 * @param from how many events come before this part
 */
public record TracePart(String run, int number, long from) {
    private static final Pattern HEADER = Pattern.compile(
            "\\{\"bateleur\":\\d+,\"run\":\"([\\w-]+)\",\"part\":(\\d{1,9}),\"from\":(\\d{1,18})[,}].*",
            Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("(.+?)((?:\\.[A-Za-z]\\w*)?(?:\\.gz|\\.zst)?)");

    /** The file of a part beside that of part 0: {@code app.jsonl.zst}, {@code app.1.jsonl.zst}, {@code app.2.jsonl.zst}. */
    public static Path file(Path first, int number) {
        Matcher name = name(first);
        return number == 0 ? first : first.resolveSibling(name.group(1) + "." + number + name.group(2));
    }

    private static Matcher name(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (!name.matches()) {
            throw new IllegalArgumentException(file + " is no name of a file");
        }
        return name;
    }

    /** What a header in the form in which recorders write it says. */
    static Optional<TracePart> of(Head head) {
        Matcher header = HEADER.matcher(head.start());
        return header.matches()
                ? Optional.of(new TracePart(
                        header.group(1), Integer.parseInt(header.group(2)), Long.parseLong(header.group(3))))
                : Optional.empty();
    }

    /** The first file that is here of the run that this file is a part of; nothing when it is no part. */
    public static Optional<Path> first(Path file) {
        Optional<TracePart> part = Files.isRegularFile(file) ? of(file) : Optional.empty();
        if (part.isEmpty()) {
            return Optional.empty();
        }
        List<Path> run = part.get().zero(file).map(TracePart::numbered).orElse(List.of()).stream()
                .filter(part.get()::isOfSameRun)
                .toList();
        return Optional.of(run.isEmpty() ? file : run.get(0));
    }

    /** The files of later parts of this run beside the file of this one, in order; some may be missing. */
    List<Path> after(Path file) {
        Optional<Path> zero = zero(file);
        List<Path> later = new ArrayList<>();
        if (zero.isPresent()) {
            for (Path candidate : numbered(zero.get(), number + 1)) {
                Optional<TracePart> part = of(candidate);
                if (part.isPresent() && part.get().run.equals(run) && part.get().number > number) {
                    later.add(candidate);
                }
            }
        }
        return later;
    }

    private boolean isOfSameRun(Path file) {
        return of(file).filter(part -> part.run.equals(run)).isPresent();
    }

    private static Optional<TracePart> of(Path file) {
        try (Source source = Source.of(file)) {
            return of(source.head());
        } catch (IOException e) {
            return Optional.empty(); // whoever reads it says what is wrong with it
        }
    }

    /** What part 0 of the run is called, or would be, when this file has the name of its part. */
    private Optional<Path> zero(Path file) {
        if (number == 0) {
            return Optional.of(file);
        }
        Matcher name = name(file);
        String numbered = "." + number;
        return name.group(1).endsWith(numbered) && name.group(1).length() > numbered.length()
                ? Optional.of(file.resolveSibling(
                        name.group(1).substring(0, name.group(1).length() - numbered.length()) + name.group(2)))
                : Optional.empty();
    }

    private static List<Path> numbered(Path zero) {
        return numbered(zero, 0);
    }

    /** Of part 0 and the files beside it that are called like its later parts, those from a number on, in order. */
    private static List<Path> numbered(Path zero, int least) {
        TreeMap<Integer, Path> byNumber = new TreeMap<>();
        Matcher name = name(zero);
        Pattern part = Pattern.compile(Pattern.quote(name.group(1)) + "\\.(\\d{1,9})" + Pattern.quote(name.group(2)));
        Path directory = Optional.ofNullable(zero.toAbsolutePath().getParent()).orElseThrow();
        try (Stream<Path> entries = Files.list(directory)) {
            entries.filter(Files::isRegularFile).forEach(entry -> {
                Matcher matcher = part.matcher(entry.getFileName().toString());
                if (matcher.matches()) {
                    byNumber.put(Integer.valueOf(matcher.group(1)), zero.resolveSibling(entry.getFileName()));
                }
            });
        } catch (IOException e) {
            // A directory that nobody may list hides the other parts; that they are missing is told by the numbers of
            // events.
        }
        if (Files.isRegularFile(zero)) {
            byNumber.put(0, zero);
        }
        return List.copyOf(byNumber.tailMap(least).values());
    }
}
