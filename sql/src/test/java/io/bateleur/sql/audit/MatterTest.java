package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transactions that a refusal shows are refused alone, and no one of them can be left out. */
class MatterTest {
    private static final AuditOptions OPTIONS = new AuditOptions(
            AuditLevel.of("read-committed"),
            Optional.of(SqlDialect.POSTGRES),
            Optional.of(RandomLogs.SCHEMA),
            Optional.of(RandomLogs.ROWS),
            0);

    private static AuditVerdict audit(List<String> lines) {
        return Auditor.audit("log", Mini.parse(String.join("\n", lines)), OPTIONS);
    }

    private static Set<String> shown(AuditVerdict verdict) {
        AuditVerdict.Refused refused = (AuditVerdict.Refused) verdict;
        Set<String> names = new HashSet<>();
        names.add(refused.finding().transaction().toString());
        for (Value other : refused.finding().others()) {
            names.add(other.toString());
        }
        return names;
    }

    private static List<String> only(List<String> lines, Set<String> names) {
        return lines.stream()
                .filter(line ->
                        names.contains(line.substring(0, line.indexOf('@')).split(":")[0]))
                .toList();
    }

    @Test
    void aStaleReadNeedsTheOldWriter() {
        List<String> lines = List.of(
                "T1@a: sql(\"UPDATE t SET v = 50 WHERE k = 1\")=1@[1,2] c@[3,4]",
                "T2@a: sql(\"SELECT v FROM t WHERE k = 1\")=[[50]]@[10,11] c@[12,13]",
                "T3@b: sql(\"UPDATE t SET v = 7 WHERE k = 2\")=1@[14,15] c@[16,17]",
                "T4@b: sql(\"SELECT v FROM t WHERE k = 1\")=[[10]]@[20,21] c@[22,23]");

        assertThat(shown(audit(lines))).containsExactlyInAnyOrder("T1", "T4");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1000, 2000})
    void ofRandomLogs(long first) {
        SqlEvaluation evaluation = SqlEvaluation.of(History.builder().build(), OPTIONS, SqlDialect.POSTGRES);
        int refusals = 0;
        for (long seed = first; seed < first + 60; seed++) {
            RandomLogs random =
                    new RandomLogs(seed, SightRules.STATEMENT_SNAPSHOT, evaluation.setting(), SqlDialect.POSTGRES, 6);
            History log = random.withLie(random.next());
            List<String> lines = log == null
                    ? List.of()
                    : Mini.print(log)
                            .lines()
                            .filter(line -> line.startsWith("T"))
                            .toList();
            AuditVerdict verdict = audit(lines);
            if (!(verdict instanceof AuditVerdict.Refused refused)) {
                continue;
            }
            refusals++;
            Set<String> names = shown(verdict);
            String what = "seed " + seed + ": " + names + " of\n" + String.join("\n", lines);
            AuditVerdict alone = audit(only(lines, names));
            assertThat(alone).as(what).isInstanceOf(AuditVerdict.Refused.class);
            assertThat(((AuditVerdict.Refused) alone).finding().transaction())
                    .as(what)
                    .isEqualTo(refused.finding().transaction());
            assertThat(shown(alone)).as(what).isSubsetOf(names);
            for (String name : new ArrayList<>(names)) {
                if (name.equals(refused.finding().transaction().toString())) {
                    continue;
                }
                Set<String> fewer = new HashSet<>(names);
                fewer.remove(name);
                List<String> doubtful = lines.stream()
                        .map(line -> fewer.contains(line.substring(0, line.indexOf('@'))) ? line : doubtful(line))
                        .toList();
                boolean needed = !isSame(audit(only(lines, fewer)), refused)
                        || !(audit(doubtful) instanceof AuditVerdict.Refused);
                assertThat(needed).as("without " + name + ", " + what).isTrue();
            }
        }
        assertThat(refusals).isGreaterThan(10);
    }

    private static boolean isSame(AuditVerdict verdict, AuditVerdict.Refused refused) {
        return verdict instanceof AuditVerdict.Refused other
                && other.finding().transaction().equals(refused.finding().transaction())
                && other.finding().statement().equals(refused.finding().statement());
    }

    /** Nobody knows what it was answered, nor whether it committed. */
    private static String doubtful(String line) {
        return line.replaceAll("=\\[\\[(?:rows|count).*?\\](?=@\\[\\d+,\\d+\\])", "=?")
                .replaceAll(" c@\\[", " u@[");
    }
}
