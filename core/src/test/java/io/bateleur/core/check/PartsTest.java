package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.prove.Prover;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PartsTest {
    /** Its refusal once stayed undecided: nobody tried again with less. */
    @Test
    void whatIsTooMuchToArgueIsArguedWhenNothingNeedlessIsLeft() throws IOException {
        Level level = Level.of("serializable").orElseThrow();
        History large = read("seventy.mini");
        assertThat(isArgued(large, level)).isFalse();
        Parts parts = new Parts(new Checker(), AsgBuilder.build(large, OwnWrites.MUST), level, Budget.unlimited());
        assertThat(isArgued(parts.minimized(large), level)).isTrue();
        assertThat(new Checker().check(large, level, Budget.unlimited()).word()).isEqualTo("violated");
    }

    private static boolean isArgued(History part, Level level) {
        return Prover.explain(AsgBuilder.build(part, OwnWrites.MUST), level, () -> false)
                .isPresent();
    }

    private static History read(String name) throws IOException {
        try (InputStream in = PartsTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return Mini.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
