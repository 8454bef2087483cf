package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An isolation level: a criterion, and the order beyond the data that it counts.
 *
 * @param name its full name on the command line
 * @param mixed whether each transaction is held to the level that the trace gives it, and to this one where it gives none
 */
public record Level(String name, Criterion criterion, Order order, boolean mixed) {
    /** What people write in place of the prefix for real time. */
    private static final String STRICT = "strict-";

    private static final Map<String, Level> BY_NAME = new LinkedHashMap<>();
    private static final Map<String, String> ALIASES = new LinkedHashMap<>();

    public static final Level READ_UNCOMMITTED = find("read-uncommitted");
    public static final Level READ_COMMITTED = find("read-committed");
    public static final Level READ_ATOMIC = find("read-atomic");
    public static final Level CAUSAL = find("causal");
    public static final Level SNAPSHOT_ISOLATION = find("snapshot-isolation");
    public static final Level REPEATABLE_READ = find("repeatable-read");
    public static final Level SERIALIZABLE = find("serializable");
    public static final Level STRICT_SERIALIZABLE = find("strict-serializable");

    /** Every level of the table, weakest criteria first; levels of modules are not among them. */
    public static List<Level> all() {
        fill();
        return List.copyOf(BY_NAME.values());
    }

    /** The short names, and what they stand for. */
    public static Map<String, String> aliases() {
        fill();
        return Map.copyOf(ALIASES);
    }

    /** The names of all levels, and then the short ones. */
    public static List<String> names() {
        return Stream.concat(all().stream().map(Level::name), aliases().keySet().stream())
                .toList();
    }

    /** The level of this name or short name, in any case and however its words are set apart. */
    public static Optional<Level> of(String name) {
        fill();
        String wanted = name.trim().toLowerCase(Locale.ROOT).replaceAll("[_\\s-]+", "-");
        return named(wanted)
                .or(() -> wanted.startsWith(STRICT)
                        ? named(Order.REAL_TIME.prefix() + wanted.substring(STRICT.length()))
                        : unspaced(wanted));
    }

    private static Optional<Level> named(String wanted) {
        // Short names go behind the prefixes too: strong-session-si.
        String prefix = wanted.startsWith(Order.SESSION.prefix())
                ? Order.SESSION.prefix()
                : wanted.startsWith(Order.REAL_TIME.prefix()) ? Order.REAL_TIME.prefix() : "";
        String rest = wanted.substring(prefix.length());
        String full = prefix + ALIASES.getOrDefault(rest, rest);
        return Optional.ofNullable(BY_NAME.get(ALIASES.getOrDefault(full, full)));
    }

    /** As names are written where they cannot have hyphens: ReadCommitted, PL2. */
    private static Optional<Level> unspaced(String wanted) {
        return Stream.concat(BY_NAME.keySet().stream(), ALIASES.keySet().stream())
                .filter(name -> !wanted.contains("-") && name.replace("-", "").equals(wanted))
                .findFirst()
                .flatMap(Level::named);
    }

    /** The level of a criterion with its own name. */
    public static Level of(Criterion criterion, Order order) {
        return new Level(order.prefix() + criterion.word(), criterion, order, false);
    }

    /** This level, where each transaction that carries a level of its own is held to that one instead. */
    public Level asRecorded() {
        return new Level("recorded", criterion, order, true);
    }

    /**
     * The level that a transaction is held to: this one, or in a mixed check the one that the trace gives it, if it gives one that
     * is known; see {@link LevelWords}.
     */
    public Level of(History history, int transaction) {
        String own = mixed ? history.level(transaction) : null;
        return own == null ? this : LevelWords.meaning(history, own).orElse(this);
    }

    /**
     * The level that all transactions of a trace carry, or where they differ, or where one of them is not known, each its own; empty
     * when they carry none.
     */
    public static Optional<Level> recorded(History history) {
        Level mixed = SERIALIZABLE.asRecorded();
        Set<String> words = new HashSet<>();
        Set<Level> levels = new HashSet<>();
        for (int t = 0; history.hasLevels() && t < history.transactionCount(); t++) {
            if (words.add(String.valueOf(history.level(t)))) {
                levels.add(mixed.of(history, t));
            }
        }
        boolean each = levels.size() > 1 || !LevelWords.unknown(history).isEmpty();
        return each ? Optional.of(mixed) : levels.stream().findFirst();
    }

    /** Whether session order is among the edges. */
    public boolean countsSessions() {
        return criterion.sessions() || order == Order.SESSION;
    }

    /** Whether real time is among the edges. */
    public boolean countsRealTime() {
        return order == Order.REAL_TIME;
    }

    /** Whether nothing can be proved without clients' times. PL-FCV without times is PL-2+. */
    public boolean needsTimes() {
        return countsRealTime() && !criterion.word().equals("forward-consistent-view");
    }

    @Override
    public String toString() {
        return name;
    }

    private static Level find(String name) {
        return of(name).orElseThrow();
    }

    private static synchronized void fill() {
        if (!BY_NAME.isEmpty()) {
            return;
        }
        for (Criterion criterion : Criteria.ALL) {
            List<Order> orders = new ArrayList<>(List.of(Order.values()));
            if (criterion.visibility().perKey() || criterion.word().startsWith("axiomatic")) {
                orders = List.of(Order.NONE);
            }
            for (Order order : orders) {
                add(of(criterion, order));
            }
        }
        Criteria.AXIOMATIC.forEach((name, level) -> add(new Level(name, level.criterion(), level.order(), false)));
        Criteria.RENAMED.forEach((longName, name) -> {
            Level level = BY_NAME.remove(longName);
            add(new Level(name, level.criterion(), level.order(), false));
            ALIASES.put(longName, name);
        });
        ALIASES.putAll(Criteria.ALIASES);
    }

    private static void add(Level level) {
        BY_NAME.put(level.name(), level);
    }
}
