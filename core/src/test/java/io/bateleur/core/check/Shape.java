package io.bateleur.core.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What kind of random small histories to make.
 *
 * @param picked whether each history has only some of the features, drawn by its seed
 */
record Shape(String name, Set<Feature> features, boolean picked) {

    /** Registers of unique values, each feature alone, some pairs that matter to each other, all at once, and mixtures. */
    static List<Shape> all() {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape("registers", Set.of(), false));
        for (Feature feature : Feature.values()) {
            shapes.add(
                    switch (feature) {
                        case TOMBSTONES -> of(feature, Feature.DELETES);
                        case UNTOLD_ITEMS -> of(feature, Feature.RANGES);
                        default -> of(feature);
                    });
        }
        shapes.add(of(Feature.TOMBSTONES, Feature.DELETES, Feature.RANGES));
        shapes.add(of(Feature.DELETES, Feature.RANGES));
        shapes.add(of(Feature.UNTOLD_ITEMS, Feature.RANGES, Feature.DELETES));
        shapes.add(
                of(Feature.UNTOLD_ITEMS, Feature.RANGES, Feature.DELETES, Feature.INITIAL_UNKNOWN, Feature.OWN_READS));
        shapes.add(of(Feature.UNTOLD_ITEMS, Feature.RANGES, Feature.DELETES, Feature.ABORTS, Feature.UNKNOWN_ENDINGS));
        shapes.add(
                of(Feature.UNTOLD_ITEMS, Feature.RANGES, Feature.DELETES, Feature.UNKNOWN_VALUES, Feature.TOMBSTONES));
        shapes.add(of(Feature.DELETES, Feature.RANGES, Feature.DUPLICATES, Feature.OWN_READS));
        shapes.add(of(Feature.DUPLICATES, Feature.INITIAL_GIVEN, Feature.UNKNOWN_ENDINGS));
        shapes.add(of(Feature.INITIAL_UNKNOWN, Feature.DELETES, Feature.RANGES));
        shapes.add(of(Feature.LISTS, Feature.TIMES));
        shapes.add(of(Feature.LISTS, Feature.OWN_READS));
        shapes.add(of(Feature.LISTS, Feature.INITIAL_UNKNOWN));
        shapes.add(of(Feature.LISTS, Feature.UNKNOWN_ENDINGS, Feature.ABORTS));
        shapes.add(of(Feature.HINTS, Feature.TIMES));
        shapes.add(of(Feature.MIXED_LEVELS, Feature.HINTS));
        EnumSet<Feature> everything = EnumSet.allOf(Feature.class);
        shapes.add(new Shape("everything", everything, false));
        shapes.add(new Shape("mixture", everything, true));
        return List.copyOf(shapes);
    }

    private static Shape of(Feature first, Feature... rest) {
        EnumSet<Feature> features = EnumSet.of(first, rest);
        String name = features.stream()
                .map(feature -> feature.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("+"));
        return new Shape(name, features, false);
    }

    /** The features of one history. */
    Set<Feature> featuresOf(SplittableRandom random) {
        EnumSet<Feature> result = EnumSet.noneOf(Feature.class);
        for (Feature feature : features) {
            if (!picked || random.nextInt(3) == 0) {
                result.add(feature);
            }
        }
        return result;
    }

    @Override
    public String toString() {
        return name;
    }
}
