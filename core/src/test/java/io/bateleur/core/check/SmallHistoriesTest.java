package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SmallHistoriesTest {
    private static final int SEEDS = 200;

    /** How a feature shows in the mini-language. */
    private static final Map<Feature, List<String>> SIGNS = Map.ofEntries(
            Map.entry(Feature.DUPLICATES, List.of("w\\((\\w),(\\d+)\\).*\n(.*\n)*.*w\\(\\1,\\2\\)")),
            Map.entry(Feature.DELETES, List.of("d\\(\\w\\)", "r\\(\\w,_\\)")),
            Map.entry(Feature.TOMBSTONES, List.of("d\\(\\w,\\d", "r\\(\\w,_\\d")),
            Map.entry(
                    Feature.RANGES, List.of("scan.*=\\[\\]", "iter.*=\\[\\w:\\d+,\\.\\.\\.", "iter.*=\\[\\w:\\d+\\]")),
            Map.entry(Feature.LISTS, List.of(" a\\(\\w,", "l\\(\\w,\\[\\d")),
            Map.entry(Feature.ABORTS, List.of(" a\n")),
            Map.entry(Feature.UNKNOWN_ENDINGS, List.of(" u\n")),
            Map.entry(Feature.UNKNOWN_VALUES, List.of("w\\(.,\\?", "r\\(.,\\?")),
            Map.entry(Feature.UNTOLD_ITEMS, List.of("(scan|iter).*\\w:\\?[,\\]]", "\\w:\\?\\?")),
            Map.entry(Feature.INITIAL_GIVEN, List.of("initial .:")),
            Map.entry(Feature.INITIAL_UNKNOWN, List.of("initial unknown")),
            Map.entry(Feature.TIMES, List.of("b@", "c@", "\\)@")),
            Map.entry(Feature.OWN_READS, List.of("w\\((\\w),(\\d+)\\).* r\\(\\1,\\2\\)")),
            Map.entry(Feature.HINTS, List.of("order \\w: T. T.")),
            Map.entry(Feature.MIXED_LEVELS, List.of("level=causal", "level=serializable")));

    @Test
    void everyFeatureShowsInEveryShapeThatHasIt() {
        for (Shape shape : Shape.all()) {
            List<String> texts = LongStream.range(0, SEEDS)
                    .mapToObj(seed -> Mini.print(SmallHistories.random(seed, shape)))
                    .toList();
            for (Feature feature : shape.features()) {
                for (String sign : SIGNS.get(feature)) {
                    assertThat(texts)
                            .as("%s in %s", sign, shape)
                            .anyMatch(Pattern.compile(sign).asPredicate());
                }
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameHistoryAndItsTextIsAllOfIt() {
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                History history = SmallHistories.random(seed, shape);
                assertThat(history).isEqualTo(SmallHistories.random(seed, shape));
                assertThat(Mini.parse(Mini.print(history))).isEqualTo(history);
                assertThat(history.transactionCount()).isBetween(2, 6);
                assertThat(history.keyCount()).isLessThanOrEqualTo(4);
                assertThat(history.sessionCount()).isLessThanOrEqualTo(4);
            }
        }
    }
}
