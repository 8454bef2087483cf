package io.bateleur.core.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The folder of real histories that other projects recorded, where there is one. */
public final class Cases {
    private Cases() {}

    /** The folder, or the test is skipped. */
    public static Path directory() {
        String property = System.getProperty("bateleur.cases", "");
        Assumptions.assumeTrue(
                !property.isEmpty() && Files.isDirectory(Path.of(property)),
                "the folder of real histories is not there (system property bateleur.cases)");
        return Path.of(property);
    }

    /** The groups of histories, by the names of their folders. */
    public static List<String> groups() throws IOException {
        try (Stream<Path> folders = Files.list(directory())) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** The index of a group, line by line; {@code path} is added to its columns. */
    public static List<Map<String, String>> index(String group) throws IOException {
        Path folder = directory().resolve(group);
        List<Map<String, String>> rows = table(folder.resolve("INDEX.tsv"));
        rows.forEach(row -> row.put("path", folder.resolve(row.get("file")).toString()));
        return rows;
    }

    /** A table with a line of names and tabs between its columns. */
    public static List<Map<String, String>> table(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] names = lines.get(0).split("\t", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], i < fields.length ? fields[i] : "");
            }
            rows.add(row);
        }
        return rows;
    }
}
