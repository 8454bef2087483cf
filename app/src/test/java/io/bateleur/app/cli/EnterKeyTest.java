package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EnterKeyTest {
    @Test
    void aLineIsEnterAndHalfALineIsNot() throws Exception {
        try (PipedOutputStream keys = new PipedOutputStream();
                InputStream in = new PipedInputStream(keys)) {
            EnterKey enter = new EnterKey(in);
            assertThat(enter.pressed()).isFalse();
            keys.write("abc".getBytes(StandardCharsets.UTF_8));
            assertThat(enter.pressed()).isFalse();
            keys.write('\n');
            assertThat(enter.pressed()).isTrue();
            assertThat(enter.pressed()).isFalse();
        }
    }

    /** As with {@code </dev/null}, or when whoever wrote to us has gone. */
    @Test
    void theEndOfTheInputIsNotEnter() {
        EnterKey enter = new EnterKey(new ByteArrayInputStream(new byte[] {'x'}));
        assertThat(enter.pressed()).isFalse();
        assertThat(enter.pressed()).isFalse();
        assertThat(new EnterKey(InputStream.nullInputStream()).pressed()).isFalse();
    }
}
