package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunsTest {
    @Test
    void theMiddleIsThatOfTheSortedOnes() {
        assertThat(new Runs(3, 1, 100).median()).isEqualTo(3);
        assertThat(new Runs(4, 1, 2, 100).median()).isEqualTo(3);
        assertThat(new Runs(5).median()).isEqualTo(5);
        assertThat(new Runs(3, 1, 2).best()).isEqualTo(1);
    }

    @Test
    void nothingHasNoMiddle() {
        assertThatThrownBy(Runs::new).isInstanceOf(IllegalArgumentException.class);
    }
}
