package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Cases;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The verdicts on real histories that other projects recorded or wrote: theirs, and those of an independent check. */
class CaseVerdictsTest {
    /** Elle's have a test of their own, single registers and polygraphs too; schedules of statements are no histories yet. */
    private static final Set<String> ELSEWHERE = Set.of("elle", "linearizable", "sql-schedules");

    /** Where the source speaks of something else than what the file holds. */
    private static final Map<String, String> NOT_AS_STATED = Map.of(
            "plume/testcase/viper/tap-b", "the log is empty: in this format nothing is aborted",
            "plume/testcase/viper/tap-d", "the logs are empty: in this format nobody reads what it wrote");

    /** Where the source says nothing of this history alone, and nobody else does. */
    private static final Set<String> NOTHING_STATED = Set.of("timekiller/format-kv.json");

    /** Assertions of dbcop's unit tests that name no level: it is the one that the test is about. */
    private static final Map<String, String> UNNAMED = Map.of(
            "dbcop-unit/paper_polynomial__rr_check_api_violation.hist", "RA=VIOL",
            "dbcop-unit/paper_polynomial__ra_pass_stale_read_after_newer_across_transactions.hist", "RA ok",
            "dbcop-unit/consistency__repeatable_read_violation.hist", "RA=VIOL",
            "dbcop-unit/consistency__serializable_violation.hist", "SER=VIOL",
            "dbcop-unit/version_zero__version_zero_independent_sessions_pass_causal.hist", "CC ok",
            "plume/reproduce/viper/history5-4-7-read-ur-future-writes.edn", "RC=VIOL");

    @TestFactory
    Stream<DynamicTest> everyGroupAgrees() throws IOException {
        return Cases.groups().stream()
                .filter(group -> !ELSEWHERE.contains(group))
                .map(group -> DynamicTest.dynamicTest(group, () -> agrees(group)));
    }

    private static void agrees(String group) throws IOException {
        List<String> disagreements = new ArrayList<>();
        for (Map<String, String> row : Cases.index(group)) {
            String name = group + "/" + row.get("file");
            if (row.get("format").equals("cobra-polyg")) {
                continue;
            }
            History history = Traces.read(Path.of(row.get("path"))).history();
            List<StatedVerdict> stated = stated(name, row);
            assertThat(stated.isEmpty()).as("%s states nothing", name).isEqualTo(NOTHING_STATED.contains(name));
            Checker checker = new Checker();
            Map<Level, Verdict> verdicts = new LinkedHashMap<>();
            for (StatedVerdict each : stated) {
                Verdict verdict = verdicts.computeIfAbsent(each.level(), level -> check(checker, history, level));
                if (each.agrees(verdict) == NOT_AS_STATED.containsKey(name)) {
                    disagreements.add("%s: %s, but %s is %s".formatted(name, each.words(), each.level(), verdict));
                }
            }
            comparePart(name, verdicts, disagreements);
        }
        assertThat(disagreements).isEmpty();
    }

    private static List<StatedVerdict> stated(String name, Map<String, String> row) {
        if (NOT_AS_STATED.containsKey(name)) {
            return StatedVerdict.of(String.valueOf(row.get("upstream_verdict")));
        }
        return StatedVerdict.of(String.join(
                "; ",
                row.get("upstream_verdict"),
                row.get("note"),
                row.get("recheck_RC_RA_CC_SI_SER"),
                UNNAMED.getOrDefault(name, "")));
    }

    /** An explanation shows a part of the history: what the whole satisfies, the part does too. */
    private static void comparePart(String name, Map<Level, Verdict> verdicts, List<String> disagreements) {
        List<Level> holding = verdicts.keySet().stream()
                .filter(level -> verdicts.get(level) instanceof Verdict.Holds)
                .toList();
        verdicts.forEach((level, verdict) -> {
            if (verdict instanceof Verdict.Violated violated) {
                Checker checker = new Checker();
                for (Level held : holding) {
                    Verdict ofPart = check(checker, violated.why().part(), held);
                    if (!(ofPart instanceof Verdict.Holds)) {
                        disagreements.add("%s: %s holds, but in the part that breaks %s it is %s"
                                .formatted(name, held, level, ofPart));
                    }
                }
            }
        });
    }

    private static Verdict check(Checker checker, History history, Level level) {
        return checker.check(history, level, Budget.unlimited().within(Duration.ofSeconds(20)));
    }
}
