package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.audit.AuditLevel;
import io.bateleur.sql.audit.AuditOptions;
import io.bateleur.sql.audit.AuditVerdict;
import io.bateleur.sql.audit.Auditor;
import io.bateleur.sql.audit.StreamedAudit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Logs that are longer than what an audit keeps of them: streamed or as a whole, the verdict is the same. */
final class BankLogTest {
    private static final AuditOptions STRONG = AuditOptions.none().at(AuditLevel.STRONG_SNAPSHOT_ISOLATION);

    private static String log(double blind, long seed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new BankLog(9_000, 8, 100, 0.2, blind, seed).write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Optional<AuditVerdict> streamed(String text, AuditOptions options) throws IOException {
        return StreamedAudit.accepted(listener -> Traces.read(Source.of("bank", text), null, listener), options);
    }

    private static AuditVerdict whole(String text, AuditOptions options) throws IOException {
        return Auditor.audit("bank", Traces.read(Source.of("bank", text), null).history(), options);
    }

    @Test
    void whatASimulatedDatabaseAnswersIsAccepted() throws IOException {
        for (int seed = 1; seed <= 2; seed++) {
            String text = log(seed / 2.0, seed);
            AuditVerdict verdict = streamed(text, STRONG).orElseThrow();
            assertThat(verdict.word()).isEqualTo("accepted");
            assertThat(verdict.covered().left()).isZero();
            AuditVerdict other = whole(text, STRONG);
            assertThat(other.word()).isEqualTo("accepted");
            assertThat(verdict.covered()).isEqualTo(other.covered());
        }
    }

    @Test
    void levelsThatAreRecordedAreStreamedToo() throws IOException {
        String text = log(0.5, 4);
        assertThat(streamed(text, AuditOptions.none()).orElseThrow().level())
                .isEqualTo(whole(text, AuditOptions.none()).level());
    }

    @Test
    void aLieNearTheEndIsRefused() throws IOException {
        String text = log(0.5, 2);
        int at = text.lastIndexOf("[\"rows\",[\"balance\"],[[", text.length() - text.length() / 20);
        String lie = text.substring(0, at) + text.substring(at).replaceFirst("\\[\\[(-?\\d+)", "[[7$1");
        assertThat(streamed(lie, STRONG)).isEmpty();
        AuditVerdict verdict = whole(lie, STRONG);
        assertThat(verdict.word()).as(verdict.toString()).isEqualTo("refused");
    }

    @Test
    void whatCannotBeStreamedIsLeftToTheWhole() throws IOException {
        assertThat(streamed("T1: r(x,1) c\n", AuditOptions.none())).isEmpty();
        String without = log(0.5, 5).replaceFirst(",\"at\":\\[\\d+,\\d+\\]", "");
        assertThat(streamed(without, STRONG).map(AuditVerdict::word)).isNotEqualTo(Optional.of("refused"));
    }
}
