package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How keys are packed, values stamped and both chosen. */
final class KeysTest {
    @Test
    void childrenLieBetweenTheirParentAndTheNext() {
        Value low = Keys.of(3, 7);
        Value high = Keys.end(3, 7);
        assertThat(Keys.of(3, 7, 0)).isEqualTo(low);
        assertThat(Keys.of(3, 7, 0xFFFFFFFFL)).isGreaterThan(low).isLessThan(high);
        assertThat(Keys.of(3, 8)).isEqualTo(high);
        assertThat(Keys.of(3, 0xFFFFFF, 5)).isLessThan(Keys.of(4, 0));
        assertThat(Keys.child(Keys.of(127, 0xFFFFFF, 0xFFFFFFFFL))).isEqualTo(0xFFFFFFFFL);
        assertThat(Keys.of(127, 0xFFFFFF, 0xFFFFFFFFL)).isEqualTo(Value.of(Long.MAX_VALUE));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> Keys.of(1, 1 << 24)).hasMessageContaining("does not fit 24 bits");
        assertThatThrownBy(() -> Keys.of(1, 1, -1)).hasMessageContaining("does not fit 32 bits");
        assertThatThrownBy(() -> Keys.of(128, 1)).hasMessageContaining("does not fit 7 bits");
    }

    @Test
    void valuesHoldNumbersAndDifferAllTheSame() {
        Values unique = new Values(new Settings(1, 1, 0, 0));
        Value once = unique.holding(-17);
        assertThat(unique.holding(-17)).isNotEqualTo(once);
        assertThat(Values.number(Content.live(once))).isEqualTo(-17);
        assertThat(Values.number(Content.absent())).isZero();
        Values repeated = new Values(new Settings(1, 1, 0, 5));
        assertThat(repeated.holding(-17)).isEqualTo(repeated.holding(-17)).isEqualTo(Value.of(-17));
    }

    @Test
    void choiceFollowsZipfsLaw() {
        SplittableRandom random = new SplittableRandom(1);
        int[] drawn = new int[10];
        KeyChoice choice = new KeyChoice(10, 1);
        IntStream.range(0, 100_000).forEach(i -> drawn[choice.draw(random)]++);
        double harmonic = IntStream.rangeClosed(1, 10).mapToDouble(i -> 1.0 / i).sum();
        for (int i = 0; i < 10; i++) {
            assertThat(drawn[i] / 100_000.0).isCloseTo(1 / (harmonic * (i + 1)), within(0.01));
        }
    }

    @Test
    void distinctOnesAreDistinct() {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(new KeyChoice(6, 50).distinct(9, random)).hasSize(6).doesNotHaveDuplicates();
        assertThat(new KeyChoice(100, 0).distinct(5, random)).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void aMixKeepsItsShares() {
        SplittableRandom random = new SplittableRandom(1);
        Mix<String> mix = new Mix<String>().with(1, "rare").with(3, "frequent");
        long rare = IntStream.range(0, 40_000)
                .filter(i -> mix.draw(random).equals("rare"))
                .count();
        assertThat(rare / 40_000.0).isCloseTo(0.25, within(0.01));
    }
}
