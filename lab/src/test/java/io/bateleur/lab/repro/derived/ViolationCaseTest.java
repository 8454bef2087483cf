package io.bateleur.lab.repro.derived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Examination;
import io.bateleur.examine.Inquiry;
import io.bateleur.lab.repro.BenchListener;
import io.bateleur.lab.repro.CaseBench;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CasePrinter;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.sql.lift.Lift;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From a trace to a case, and from the case to the same violation. */
class ViolationCaseTest {
    /** T2 and T3 both read what T1 loaded and overwrite it; the second reads while the first commits, and is sent after that. */
    private static final String LOST_UPDATE = """
            {"bateleur":1,"about":{"engine":"H2","version":"2.5.252 (2026-01-01)","isolation":"READ COMMITTED",\
            "table PUBLIC.ITEM":[["key","ID"],["column","ID","INTEGER",10,0,false],["column","STOCK","INTEGER",10,0,false],\
            ["column","NAME","VARCHAR",40,0,false],["triggers",false],["cascades"],["uniques"]]}}
            {"e":"begin","t":1,"s":"load","at":[1,2]}
            {"e":"sql","t":1,"q":"INSERT INTO item (id, stock, name) VALUES (?, ?, ?)","params":[1,10,"it's"],"v":[["count",1]],"at":[3,4]}
            {"e":"sql","t":1,"q":"INSERT INTO item (id, stock, name) VALUES (?, ?, ?)","params":[2,10,"b"],"v":[["count",1]],"at":[5,6]}
            {"e":"commit","t":1,"at":[7,8]}
            {"e":"begin","t":2,"s":"c1","at":[10,11]}
            {"e":"sql","t":2,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["STOCK"],[[10]],true]],"at":[12,13]}
            {"e":"sql","t":2,"q":"SELECT stock FROM item WHERE id = ?","params":[2],"v":[["rows",["STOCK"],[[10]],true]],"at":[14,15]}
            {"e":"sql","t":2,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[9,1],"v":[["count",1]],"at":[16,17]}
            {"e":"commit","t":2,"at":[20,40]}
            {"e":"begin","t":3,"s":"c2","at":[21,22]}
            {"e":"sql","t":3,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["STOCK"],[[10]],true]],"at":[23,24]}
            {"e":"sql","t":3,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[8,1],"v":[["count",1]],"at":[50,51]}
            {"e":"commit","t":3,"at":[60,61]}
            """;

    private static Explanation violation(Trace trace, Level level) throws Exception {
        Inquiry inquiry = new Inquiry(
                List.of(level),
                List.of(),
                false,
                true,
                false,
                Allowance.of(Duration.ofSeconds(10), "the test"),
                Optional.empty());
        return Examination.of("t", trace, inquiry).levels().get(0).why().orElseThrow();
    }

    private static BugCase made(String text) throws Exception {
        Trace trace = Traces.read(Source.of("t", text.getBytes(StandardCharsets.UTF_8)), null);
        History lifted = Lift.lift(trace.history(), Optional.empty()).history();
        return ViolationCase.of("made", trace.history(), lifted, violation(trace, Level.SERIALIZABLE));
    }

    private static CaseRun run(BugCase bugCase, SqlLevel level) {
        CaseBench.Job job = new CaseBench.Job(bugCase, "h2:2.5.252", List.of(level), item -> true);
        return new CaseBench(new Grounds(line -> {}), 0, new BenchListener() {})
                .run(List.of(job))
                .get(0);
    }

    @Test
    void aCaseHasTheTransactionsOfTheViolationInAnOrderThatCanHaveShownIt() throws Exception {
        assertThat(CasePrinter.print(made(LOST_UPDATE)))
                .contains("affects h2 2.5.252", "levels read-committed", "breaks: serializable")
                .endsWith("""
                        setup
                          CREATE TABLE item (id INTEGER NOT NULL, stock INTEGER, name VARCHAR(40), PRIMARY KEY (id));
                          INSERT INTO item (id, stock, name) VALUES (1, 10, '');
                        steps
                        s1> SELECT stock FROM item WHERE id = 1;
                        s1> UPDATE item SET stock = 9 WHERE id = 1;
                        s2> SELECT stock FROM item WHERE id = 1;
                        s1> COMMIT;
                        s2> UPDATE item SET stock = 8 WHERE id = 1;
                        s2> COMMIT;
                        """);
    }

    @Test
    void theViolationShowsAgainWhereTheLevelAllowsItAndNowhereElse() throws Exception {
        BugCase made = made(LOST_UPDATE);
        CaseRun shown = run(made, SqlLevel.READ_COMMITTED);
        CaseRun refused = run(made, SqlLevel.REPEATABLE_READ);

        assertThat(shown.outcome()).isEqualTo(CaseOutcome.REPRODUCED);
        assertThat(shown.why()).isEqualTo("lost-update breaks serializable");
        assertThat(refused.outcome()).isEqualTo(CaseOutcome.NOT_REPRODUCED);
        assertThat(refused.runs()).isEqualTo(100);
    }

    @Test
    void whatWasNotSqlIsRefused() throws Exception {
        String text = """
                {"bateleur":1}
                {"e":"begin","t":1,"s":"a"}
                {"e":"put","t":1,"k":"x","v":1}
                {"e":"abort","t":1}
                {"e":"begin","t":2,"s":"b"}
                {"e":"get","t":2,"k":"x","v":1}
                {"e":"commit","t":2}
                """;

        assertThatThrownBy(() -> made(text)).isInstanceOf(NoCaseException.class).hasMessageContaining("no SQL");
    }

    @Test
    void literalsAreWhatTheDatabaseReadsBack() throws Exception {
        assertThat(Literals.inlined(
                        "SELECT '?', \"?\" FROM t WHERE a = ? /* ? */ AND b = ?",
                        List.of(Value.of("it's"), Value.NULL)))
                .isEqualTo("SELECT '?', \"?\" FROM t WHERE a = 'it''s' /* ? */ AND b = NULL");
    }
}
