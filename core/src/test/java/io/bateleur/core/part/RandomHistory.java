package io.bateleur.core.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Seeded tiny histories in the mini-language. Reads mostly see what some other transaction wrote last, whoever that is: valid
 * one by one, and seldom together.
 */
public final class RandomHistory {
    private static final List<String> LEVELS = List.of(
            "read-committed",
            "cursor-stability",
            "monotonic-atomic-view",
            "read-atomic",
            "causal",
            "consistent-view",
            "prefix-consistency",
            "snapshot-isolation",
            "repeatable-read",
            "serializable",
            "strong-session-snapshot-isolation",
            "strict-serializable");

    private final SplittableRandom random;
    private final List<String> keys;
    private final boolean unique;
    private final boolean ranges;
    private final boolean lists;
    private final boolean times;
    private final String initial;
    /** By transaction, the last write of each key, {@code _} for a delete. */
    private final List<Map<String, String>> writes = new ArrayList<>();

    private int nextValue = 1;
    private long now = 1;

    private RandomHistory(long seed) {
        random = new SplittableRandom(seed);
        keys = List.of("x", "y", "z").subList(0, random.nextInt(1, 4));
        unique = random.nextInt(3) > 0;
        lists = chance(8);
        ranges = !lists && chance(3);
        times = chance(3);
        initial = lists || chance(3) ? "_" : chance(3) ? "?" : "0";
    }

    public static String of(long seed) {
        return new RandomHistory(seed).make();
    }

    /** The same, with levels that the transactions were run at. */
    public static String mixed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return of(seed).lines()
                .map(line -> line.startsWith("T") && random.nextInt(3) > 0 ? withLevel(line, random) : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String withLevel(String line, SplittableRandom random) {
        int colon = line.indexOf(':');
        return line.substring(0, colon) + " level=" + LEVELS.get(random.nextInt(LEVELS.size())) + line.substring(colon);
    }

    private String make() {
        int count = random.nextInt(2, 6);
        int sessions = random.nextInt(1, count + 1);
        for (int t = 0; t < count; t++) {
            writes.add(plannedWrites());
        }
        StringBuilder text = new StringBuilder(head());
        for (int t = 0; t < count; t++) {
            text.append("T" + (t + 1) + "@s" + random.nextInt(sessions) + ":");
            operations(t)
                    .forEach(operation -> text.append(' ').append(operation).append(at()));
            text.append(chance(20) ? " a" : chance(8) ? " u" : " c")
                    .append(at())
                    .append('\n');
        }
        // Whether a version order tells that a transaction of unknown ending happened is another question.
        boolean unknown = text.indexOf(" u") >= 0 && text.indexOf("u\n") >= 0 || times;
        return text.append(chance(5) && !unknown ? order() : "").toString();
    }

    private String head() {
        return switch (initial) {
            case "?" -> "initial unknown\n";
            case "0" -> keys.stream().map(key -> " " + key + ":0").collect(Collectors.joining("", "initial", "\n"));
            default -> "";
        };
    }

    private Map<String, String> plannedWrites() {
        Map<String, String> planned = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String value = unique ? String.valueOf(nextValue++) : String.valueOf(random.nextInt(1, 3));
            planned.put(any(keys), ranges && chance(4) ? "_" : value);
        }
        return planned;
    }

    private List<String> operations(int t) {
        List<String> operations = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            operations.add(ranges && chance(3) ? scan(t) : read(t));
        }
        writes.get(t).forEach((key, value) -> {
            if (!lists && chance(20)) {
                operations.add("w(" + key + ",99)"); // overwritten at once
            }
            String write = value.equals("_") ? "d(" + key + ")" : (lists ? "a(" : "w(") + key + "," + value + ")";
            operations.add(chance(10) ? random.nextInt(operations.size() + 1) : operations.size(), write);
        });
        return operations;
    }

    private String read(int t) {
        String key = any(keys);
        if (!lists) {
            return "r(" + key + "," + seen(t, key) + ")";
        }
        List<String> elements = writes.stream()
                .filter(planned -> planned.containsKey(key) && planned != writes.get(t))
                .map(planned -> planned.get(key))
                .limit(random.nextInt(writes.size()))
                .toList();
        return "l(" + key + "," + (elements.isEmpty() ? "_" : "[" + String.join(",", elements) + "]") + ")";
    }

    private String scan(int t) {
        List<String> items = new ArrayList<>();
        for (String key : keys) {
            String value = seen(t, key);
            if (!value.equals("_")) {
                items.add(key + ":" + value);
            }
        }
        String end = chance(5) ? "x" : "zz";
        return end.equals("x")
                ? "iter(a,zz)=[" + (items.isEmpty() ? "" : items.get(0) + ",") + "...]"
                : "scan(a,zz)=[" + String.join(",", items) + "]";
    }

    private String seen(int t, String key) {
        List<String> values = new ArrayList<>(List.of(initial.equals("?") ? (chance(8) ? "7" : "8") : initial));
        for (int other = 0; other < writes.size(); other++) {
            String value = writes.get(other).get(key);
            if (value != null && (other != t || chance(30))) {
                values.add(value);
            }
        }
        return any(values);
    }

    private String order() {
        List<String> writers = new ArrayList<>();
        for (int t = 0; t < writes.size(); t++) {
            if (writes.get(t).containsKey("x")) {
                writers.add("T" + (t + 1));
            }
        }
        if (chance(2)) {
            Collections.reverse(writers);
        }
        return writers.size() < 2 ? "" : "order x: " + String.join(" ", writers) + "\n";
    }

    private String at() {
        if (!times) {
            return "";
        }
        now += random.nextInt(4);
        long before = now - random.nextInt(3);
        return "@[" + before + "," + (before + random.nextInt(3)) + "]";
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }
}
