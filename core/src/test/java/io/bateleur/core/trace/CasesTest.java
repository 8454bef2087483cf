package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Summary;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.core.trace.nativ.NativeWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every recorded history that other projects left: it loads, has what its index says, and survives our own format. */
class CasesTest {
    /** These hold no histories of transactions. */
    private static final List<String> OTHER_GROUPS = List.of("sql-schedules", "linearizable");

    @Test
    void everyHistoryLoadsAndSurvivesTheNativeFormat() throws IOException {
        int seen = 0;
        for (Map<String, String> row : rows()) {
            Path file = Path.of(row.get("path"));
            if (row.get("format").equals("cobra-polyg")) {
                assertThat(Polygraph.read(Source.of(file)).nodes())
                        .as("%s", file)
                        .isPositive();
                continue;
            }
            History history = Traces.read(file).history();
            Summary summary = Summary.of(history);
            expect(row, "txns_committed", summary.endings().get(Ending.COMMITTED));
            expect(row, "txns_aborted", summary.endings().get(Ending.ABORTED));
            expect(row, "sessions", summary.sessions());
            expect(row, "ops", summary.allOperations());
            expect(row, "keys", summary.keys());
            String duplicates = row.get("note").replaceFirst(".*duplicate write values: ([0-9]+).*", "$1");
            // Of the logs with a universal write id the index counts something else: no two of their writes agree in
            // key and hash.
            if (duplicates.matches("[0-9]+") && row.get("format").equals("dbcop-bincode")) {
                assertThat(summary.duplicateValues()).as("%s duplicates", file).isEqualTo(Integer.parseInt(duplicates));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            NativeWriter.write(history, out);
            History again =
                    Traces.read(Source.of("again", out.toByteArray()), null).history();
            assertThat(history.differenceFrom(again)).as("%s", file).isEmpty();
            seen++;
        }
        assertThat(seen).isGreaterThan(200);
    }

    private static void expect(Map<String, String> row, String column, int figure) {
        if (!row.get(column).isEmpty()) {
            assertThat(figure).as("%s: %s", row.get("path"), column).isEqualTo(Integer.parseInt(row.get(column)));
        }
    }

    private static List<Map<String, String>> rows() throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        for (String group : Cases.groups()) {
            if (!OTHER_GROUPS.contains(group)) {
                rows.addAll(Cases.index(group));
            }
        }
        return rows;
    }
}
