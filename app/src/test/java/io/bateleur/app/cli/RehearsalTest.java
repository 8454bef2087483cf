package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @Test
    void everyCommandEndsAsItShould(@TempDir Path folder) throws Exception {
        assertThat(new Rehearsal(folder).play()).isTrue();
    }
}
