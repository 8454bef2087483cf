package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionLogTest {
    @Test
    void aHugePieceLeavesNoHugeBuffer() {
        SessionLog.Held held = new SessionLog.Held();
        held.write(new byte[10 << 20], 0, 10 << 20);
        assertThat(held.toByteArray()).hasSize(10 << 20);
        held.reset();
        assertThat(held.capacity()).isLessThanOrEqualTo(1 << 16);
        held.write(7);
        assertThat(held.toByteArray()).containsExactly(7);
    }
}
