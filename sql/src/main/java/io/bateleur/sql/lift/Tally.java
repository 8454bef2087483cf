package io.bateleur.sql.lift;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Counts what became of each execution of each statement. */
final class Tally {
    private static final class Count {
        final long[] byShare = new long[Outcome.Share.values().length];
        final Map<String, Long> reasons = new HashMap<>();

        long all() {
            return byShare[0] + byShare[1] + byShare[2];
        }

        Outcome.Share share() {
            for (Outcome.Share share : Outcome.Share.values()) {
                if (byShare[share.ordinal()] == all()) {
                    return share;
                }
            }
            return Outcome.Share.IN_PART;
        }
    }

    private final Map<Integer, Count> counts = new LinkedHashMap<>();

    void add(int template, Outcome outcome) {
        Count count = counts.computeIfAbsent(template, t -> new Count());
        count.byShare[outcome.share().ordinal()]++;
        if (!outcome.why().isEmpty()) {
            count.reasons.merge(outcome.why(), 1L, Long::sum);
        }
    }

    Coverage coverage(IntFunction<String> text) {
        long[] sums = new long[Outcome.Share.values().length];
        Map<String, Long> reasons = new HashMap<>();
        List<Template> templates = new ArrayList<>();
        counts.forEach((template, count) -> {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += count.byShare[i];
            }
            count.reasons.forEach((why, times) -> reasons.merge(why, times, Long::sum));
            Map<String, Long> ordered = ordered(count.reasons);
            String why = ordered.isEmpty() ? "" : ordered.keySet().iterator().next();
            templates.add(new Template(text.apply(template), count.all(), count.share().words, why));
        });
        templates.sort(Comparator.comparingLong(Template::executions).reversed().thenComparing(Template::text));
        return new Coverage(
                sums[0] + sums[1] + sums[2], sums[0], sums[1], sums[2], ordered(reasons), List.copyOf(templates));
    }

    private static Map<String, Long> ordered(Map<String, Long> reasons) {
        Map<String, Long> ordered = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> ordered.put(each.getKey(), each.getValue()));
        return java.util.Collections.unmodifiableMap(ordered);
    }
}
