package io.bateleur.lab.workload;

import io.bateleur.core.model.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** All workloads, by name. */
public final class Workloads {
    /**
     * A workload that can be had.
     *
     * @param defaults settings that make trouble likely, where a store has any, on two cores with 16 sessions
     * @param with makes it with settings of one's own
     */
    public record Entry(String name, String description, Settings defaults, Function<Settings, Workload> with) {}

    private static final List<Entry> ALL = List.of(
            new Entry(
                    "blindw-rw",
                    "single reads and blind writes, half and half",
                    new Settings(100, 8, 0, 0),
                    RandomOperations::readsAndWrites),
            new Entry(
                    "blindw-rm",
                    "single reads and blind writes, mostly reads",
                    new Settings(20, 8, 0, 0),
                    RandomOperations::mostlyReads),
            new Entry(
                    "blindw-wm",
                    "single reads and blind writes, mostly writes",
                    new Settings(50, 8, 0, 0),
                    RandomOperations::mostlyWrites),
            new Entry(
                    "list-append",
                    "appends to a few lists, and reads of whole lists",
                    new Settings(4, 4, 0, 0),
                    ListAppend::new),
            new Entry(
                    "random-bench",
                    "all operations: reads, writes, deletes, ranges, iterators, read-modify-writes; values repeat",
                    new Settings(100, 8, 0, 100),
                    RandomOperations::bench),
            new Entry(
                    "random-range",
                    "reads, writes, deletes, many ranges, read-modify-writes; values repeat",
                    new Settings(100, 8, 0, 100),
                    RandomOperations::range),
            new Entry(
                    "random-rmw-range",
                    "read-modify-writes, and ranges after a range over everything",
                    new Settings(200, 8, 0, 0),
                    RandomOperations::rmwRange),
            new Entry(
                    "rubis",
                    "an auction house: users and items register, stocks are bought, ratings change",
                    new Settings(10, 8, 0.99, 0),
                    Rubis::new),
            new Entry(
                    "twitter",
                    "users post, follow each other and read timelines",
                    new Settings(8, 8, 0.99, 0),
                    Twitter::new),
            new Entry(
                    "tpcc",
                    "a wholesaler: the five transactions of TPC-C, scaled",
                    new Settings(4, 8, 0, 0),
                    Tpcc::new),
            new Entry(
                    "smallbank",
                    "savings and checking accounts, on which checks overdraw",
                    new Settings(5, 8, 0, 0),
                    SmallBank::new),
            new Entry(
                    "retwis",
                    "a small Twitter on plain keys: add user, follow, post, timeline",
                    new Settings(30, 8, 0, 0),
                    Retwis::new),
            new Entry(
                    "courseware",
                    "students enrol in courses with few places, while both come and go",
                    new Settings(5, 8, 0, 0),
                    Courseware::new),
            new Entry(
                    "bank",
                    "deposits, withdrawals, transfers, overdrafts and balances",
                    new Settings(10, 8, 0, 0),
                    Bank::new),
            new Entry(
                    "mini-transactions",
                    "at most two reads and two writes, each write after a read of its key",
                    new Settings(10, 4, 0, 0),
                    MiniTransactions::new),
            new Entry(
                    "filesystem",
                    "metadata of a file system: create, rename, unlink, list",
                    new Settings(4, 8, 0, 0),
                    FileSystem::new),
            new Entry(
                    "hot-keys",
                    "write skew, lost update, long fork, read skew and phantoms on very few keys",
                    new Settings(8, 4, 0, 0),
                    HotKeys::new));

    private Workloads() {}

    public static List<Entry> all() {
        return ALL;
    }

    public static Workload of(String name, Settings settings) {
        Workload workload = named(name).with().apply(settings);
        return settings.locks() == 0 ? workload : new Locking(workload, settings.locks());
    }

    /** @throws IllegalArgumentException when there is none of that name; the message is for users */
    public static Entry named(String name) {
        return ALL.stream()
                .filter(entry -> entry.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private static String unknown(String name) {
        List<String> names = ALL.stream().map(Entry::name).toList();
        String word = name.toLowerCase(Locale.ROOT);
        List<String> alike = Nearest.to(word, names);
        List<String> near = names.stream()
                .filter(known ->
                        alike.contains(known) || word.length() > 2 && (known.contains(word) || word.contains(known)))
                .toList();
        return "unknown workload '" + name + "'"
                + (near.isEmpty() ? "" : "\ndid you mean: " + String.join(" or ", near) + "?")
                + "\nall workloads: " + String.join(", ", names);
    }
}
