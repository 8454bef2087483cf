package io.bateleur.lab.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The database systems whose servers can be started here, and their versions that can be had. */
public enum Product {
    // Oldest first. A version that is newer than all of these may exist by now: then it is tried.
    POSTGRES("PostgreSQL", List.of("postgres", "postgresql", "pg"), """
            9.6: 10 13 16 24
            10: 4 5 6 7 8 9 10 11 15 18 23
            11: 1 5 6 7 13 15 16 21 22
            12: 0 2 3 6 7 8 9 10 11 14 15 17 18 19 20 22
            13: 1 2 3 4 5 7 8 13 14 16 18 22 23
            14: 0 1 2 4 5 6 7 8 9 10 11 12 13 15 17 18 19 20 22 23 24
            15: 1 2 3 4 5 6 7 8 9 10 12 13 14 15 17 18 19
            16: 0 1 2 3 4 6 8 9 10 11 12 13 14 15
            17: 0 2 4 5 6 7 8 9 10 11
            18: 0 1 2 3 4 6
            """),
    MARIADB("MariaDB", List.of("mariadb", "maria"), """
            10.1: 8 13 23
            10.2: 11
            10.11: 5
            11.4: 5
            """),
    MYSQL("MySQL", List.of("mysql"), """
            5.6: 24
            """);

    private final String title;
    private final List<String> words;
    private final List<String> versions;

    /** @param table a line for each series of releases */
    Product(String title, List<String> words, String table) {
        this.title = title;
        this.words = words;
        List<String> all = new ArrayList<>();
        for (String line : table.lines().toList()) {
            String series = line.substring(0, line.indexOf(':'));
            for (String release : line.substring(line.indexOf(':') + 1).strip().split(" ")) {
                all.add(series + "." + release);
            }
        }
        this.versions = List.copyOf(all);
    }

    /** Its makers' name for it. */
    public String title() {
        return title;
    }

    /** Our name for it, as in {@code postgres:12.3}. */
    public String word() {
        return words.get(0);
    }

    /** All its names. */
    public List<String> words() {
        return words;
    }

    /** The known versions, oldest first. */
    public List<String> versions() {
        return versions;
    }

    public String newest() {
        return versions.get(versions.size() - 1);
    }

    /** The newest known release of a series, as 12.22 of 12, or the version itself. */
    Optional<String> newestOf(String series) {
        return versions.stream()
                .filter(version -> Version.of(version).isOf(series))
                .reduce((older, newer) -> newer);
    }

    /** Whether each session has a process of its own, which can be stopped alone. */
    public boolean hasProcessPerSession() {
        return this == POSTGRES;
    }

    /** Whether there may be versions that we do not know yet. Of MySQL there is one package, for one version. */
    boolean grows() {
        return this != MYSQL;
    }

    public static Optional<Product> of(String word) {
        return Arrays.stream(values())
                .filter(product -> product.words.contains(word))
                .findFirst();
    }
}
