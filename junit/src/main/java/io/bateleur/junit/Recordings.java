package io.bateleur.junit;

import io.bateleur.core.model.Value;
import io.bateleur.core.report.Explanation;
import io.bateleur.recorder.jdbc.BateleurDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the tests of this run record: one recording a class, and those of connections that were opened by URL. JUnit closes it at the end. */
final class Recordings implements AutoCloseable {
    /** Where traces and pages go; by default where the build keeps what it makes. */
    private static final String FOLDER = "bateleur.reports";

    private static final String TRACE = "bateleur.trace";

    private final Path folder = folder();
    private final Map<String, Recording> byClass = new LinkedHashMap<>();
    /** Transactions of violations that some test has been failed for. */
    private final Set<Set<Value>> told = new HashSet<>();

    Recordings() {
        if (System.getProperty(TRACE) == null) {
            System.setProperty(TRACE, file("jdbc.jsonl.zst").toString());
        }
    }

    private static Path folder() {
        String named = System.getProperty(FOLDER);
        Path folder = named != null
                ? Path.of(named)
                : Path.of(Files.isDirectory(Path.of("build")) ? "build" : "target")
                        .resolve("bateleur");
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + folder + "; -D" + FOLDER + " names another", e);
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** The recording of a class. */
    synchronized Recording of(String testClass) {
        return byClass.computeIfAbsent(testClass, name -> Recording.into(file(name + ".jsonl.zst")));
    }

    /** What a class may have recorded: into its own recording, and through URLs, which it may share with others. */
    synchronized List<Recording> concerning(String testClass) {
        List<Recording> all = new ArrayList<>();
        Recording own = byClass.get(testClass);
        if (own != null) {
            all.add(own);
        }
        BateleurDriver.traces().forEach((trace, recorder) -> all.add(Recording.of(trace, recorder)));
        return all;
    }

    synchronized boolean isNews(Explanation why) {
        return !told.contains(transactions(why));
    }

    synchronized void tell(Explanation why) {
        told.add(transactions(why));
    }

    private static Set<Value> transactions(Explanation why) {
        Set<Value> ids = new HashSet<>();
        why.part().transactions().forEach(transaction -> ids.add(transaction.id()));
        return ids;
    }

    @Override
    public synchronized void close() {
        byClass.values().forEach(Recording::close);
    }
}
