package io.bateleur.sql.lift;

import io.bateleur.sql.tree.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Counts what became of each execution of each statement. */
final class Tally {
    private static final class Count {
        final long[] byShare = new long[Outcome.Share.values().length];
        final Map<String, Long> reasons = new HashMap<>();
        final Map<String, Span> places = new HashMap<>();
        Account account = Account.NOTHING;

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
    private long transactions;
    private long understoodTransactions;

    void add(int template, Outcome outcome) {
        Count count = counts.computeIfAbsent(template, t -> new Count());
        count.byShare[outcome.share().ordinal()]++;
        if (!outcome.why().isEmpty()) {
            count.reasons.merge(outcome.why(), 1L, Long::sum);
            if (outcome.at() != null) {
                count.places.putIfAbsent(outcome.why(), outcome.at());
            }
        }
    }

    /** What the statements of a text do. */
    void describe(int template, Account account) {
        counts.computeIfAbsent(template, t -> new Count()).account = account;
    }

    /** A transaction ended. @param understood whether all its statements were lifted, at least in part */
    void transaction(boolean understood) {
        transactions++;
        understoodTransactions += understood ? 1 : 0;
    }

    Coverage coverage(IntFunction<String> text) {
        return coverage(text, null);
    }

    /** @param whole the text that all others are parts of; null where each stands for itself */
    Coverage coverage(IntFunction<String> text, @Nullable String whole) {
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
            templates.add(template(count, text.apply(template), whole, why));
        });
        if (whole == null) {
            templates.sort(
                    Comparator.comparingLong(Template::executions).reversed().thenComparing(Template::text));
        }
        return new Coverage(
                sums[0] + sums[1] + sums[2],
                sums[0],
                sums[1],
                sums[2],
                ordered(reasons),
                List.copyOf(templates),
                transactions,
                understoodTransactions);
    }

    private static Template template(Count count, String text, @Nullable String whole, String why) {
        Span at = count.places.get(why);
        String of = whole == null ? text : whole;
        return new Template(
                text,
                count.all(),
                count.share().words,
                why,
                at == null ? 0 : at.line(of),
                at == null ? 0 : at.column(of),
                Remedies.of(why),
                count.account.reads(),
                count.account.writes());
    }

    private static Map<String, Long> ordered(Map<String, Long> reasons) {
        Map<String, Long> ordered = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> ordered.put(each.getKey(), each.getValue()));
        return java.util.Collections.unmodifiableMap(ordered);
    }
}
