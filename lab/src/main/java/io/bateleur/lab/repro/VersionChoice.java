package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.VersionRange;
import io.bateleur.lab.server.Product;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** On which versions a case is run when nobody names one: of each engine, an affected one and one without the bug. */
final class VersionChoice {
    private final List<VersionRange> affected;
    private final List<VersionRange> fixed;
    private final List<String> available;

    private VersionChoice(List<VersionRange> affected, List<VersionRange> fixed, List<String> available) {
        this.affected = affected;
        this.fixed = fixed;
        this.available = available;
    }

    /** As {@code postgres:17.5}; empty where the case names no versions, or none that can be had here. */
    static List<String> of(BugCase bugCase) {
        List<String> specs = new ArrayList<>();
        for (String engine : bugCase.engines()) {
            List<VersionRange> affected = bugCase.affected(engine);
            List<VersionRange> fixed = bugCase.fixed(engine);
            VersionChoice choice = new VersionChoice(affected, fixed, available(engine, affected, fixed));
            Optional<String> bad = choice.affectedOne();
            bad.ifPresent(version -> specs.add(engine + ":" + version));
            choice.fixedOne(bad).ifPresent(version -> specs.add(engine + ":" + version));
        }
        return specs;
    }

    /** Of engines inside this program any version can be had: the case names some. */
    private static List<String> available(String engine, List<VersionRange> affected, List<VersionRange> fixed) {
        if (Grounds.isInside(engine)) {
            return Stream.concat(affected.stream(), fixed.stream())
                    .flatMap(range -> Stream.of(range.first(), range.last()))
                    .distinct()
                    .sorted(VersionRange::compare)
                    .toList();
        }
        return Product.of(engine).map(Product::versions).orElse(List.of());
    }

    private boolean isAffected(String version) {
        return affected.stream().anyMatch(range -> range.contains(version));
    }

    private Optional<String> affectedOne() {
        return available.stream().filter(this::isAffected).max(VersionRange::compare);
    }

    /** In the series of the affected one, if there is one, and as near to it as can be; a later release of the series has the fix too. */
    private Optional<String> fixedOne(Optional<String> bad) {
        List<String> good = available.stream()
                .filter(version -> !isAffected(version))
                .filter(version -> fixed.stream().anyMatch(range -> isSince(range, version)))
                .toList();
        Comparator<String> order = Comparator.comparing((String version) ->
                        !bad.map(series -> isOneSeries(series, version)).orElse(false))
                .thenComparing(VersionRange::compare);
        return good.stream()
                .filter(version -> bad.isEmpty() || VersionRange.compare(version, bad.get()) > 0)
                .min(order)
                .or(() -> good.stream().max(VersionRange::compare));
    }

    private static boolean isSince(VersionRange fix, String version) {
        return fix.contains(version)
                || isOneSeries(fix.last(), version) && VersionRange.compare(version, fix.last()) > 0;
    }

    /** Whether they differ in nothing but the last number. */
    private static boolean isOneSeries(String one, String other) {
        return one.contains(".") && series(one).equals(series(other));
    }

    private static String series(String version) {
        return version.contains(".") ? version.substring(0, version.lastIndexOf('.')) : version;
    }
}
