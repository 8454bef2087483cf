package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded logs that make their tables themselves. */
class TablesOfTheLogTest {
    @TempDir
    Path folder;

    private String audit(int seen) throws IOException {
        String log = """
                {"bateleur":2,"initial":"unknown"}
                {"e":"about","name":"engine","v":"PostgreSQL"}
                {"e":"about","name":"tables at first","v":["public.old"]}
                {"e":"begin","t":1,"s":"s1"}
                {"e":"sql","t":1,"q":"CREATE TABLE t (k INT PRIMARY KEY, v INT)","params":[],"v":[["count",0]],"at":[1,2]}
                {"e":"commit","t":1,"at":[3,4]}
                {"e":"about","name":"table public.t","v":[["key","k"],["column","k","INTEGER",10,0,false],["column","v","INTEGER",10,0,false],["triggers",false],["cascades"]]}
                {"e":"begin","t":2,"s":"s1"}
                {"e":"sql","t":2,"q":"INSERT INTO t VALUES (1, 10)","params":[],"v":[["count",1]],"at":[5,6]}
                {"e":"commit","t":2,"at":[7,8]}
                {"e":"begin","t":3,"s":"s1"}
                {"e":"sql","t":3,"q":"SELECT v FROM t WHERE k = 1","params":[],"v":[["rows",["v"],[[%d]],true]],"at":[9,10]}
                {"e":"commit","t":3,"at":[11,12]}
                """.formatted(seen);
        Trace trace = Traces.read(Files.writeString(folder.resolve("log.jsonl"), log));
        return Auditor.audit("log", trace.history(), AuditOptions.none()).word();
    }

    @Test
    void areEvaluatedAlthoughTheRecorderDescribesThemToo() throws IOException {
        assertThat(audit(10)).isEqualTo("accepted");
        assertThat(audit(11)).isEqualTo("refused");
    }
}
