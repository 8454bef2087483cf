package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Dump.Stage;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dumps of the stages, and the examples in docs/dumps.md. */
class StagesTest {
    private static final String EXAMPLE = """
            T1@s1: w(x,1) u
            T2@s2: w(x,1) w(y,2) c
            T3@s3: w(x,3) w(y,3) c
            T4@s1: r(x,1) r(y,3) c
            T5@s2: scan(x,z)=[x:3,y:3] c
            """;

    private static final Level SESSION = Level.of("strong-session-serializable").orElseThrow();

    private static void write(History history, Level level, Stage stage, Budget budget, Appendable out)
            throws IOException {
        Checker checker = new Checker();
        Dump.write(checker, checker.graph(history), level, stage, budget, out);
    }

    private static String dump(String history, Level level, Stage stage) throws IOException {
        StringBuilder out = new StringBuilder();
        write(Mini.parse(history), level, stage, Budget.unlimited(), out);
        return out.toString();
    }

    @Test
    void theExamplesOfTheDocumentAreTrue() throws IOException {
        Golden.compare("docs/dumps.md", "history", block(EXAMPLE));
        Golden.compare("docs/dumps.md", "asg", block(dump(EXAMPLE, SESSION, Stage.ASG)));
        Golden.compare("docs/dumps.md", "ir", block(dump(EXAMPLE, SESSION, Stage.IR)));
        Golden.compare("docs/dumps.md", "problem", block(dump(EXAMPLE, SESSION, Stage.PROBLEM)));
    }

    @Test
    void theListOfDecidersOfTheDocumentIsTrue() throws IOException {
        StringBuilder list = new StringBuilder("\n");
        for (Decider decider : Deciders.STANDARD) {
            list.append("1. ").append(decider).append('\n');
        }
        Golden.compare("ARCHITECTURE.md", "deciders", list.append('\n').toString());
    }

    private static String block(String text) {
        return "\n```\n" + text + "```\n\n";
    }

    @Test
    void aGraphTellsItsFindingsGapsAndWarnings() throws IOException {
        String graph = dump(
                "T1: w(x,1) a\nT2: r(x,1) c\nT3: a(l,1) c\nT4: a(l,2) c\nT5: l(l,[1,2]) c\norder x: T1\n",
                Level.SERIALIZABLE,
                Stage.ASG);
        assertThat(graph)
                .contains("\nfinding G1a: T2 read x = 1, ", "\nwarning the version order of x")
                .contains("\ntransaction T1 session T1 gone\n", "\ntransaction T2 session T2 happened bad-read\n")
                .contains("\nread r0 T5 l=[1,2] by read-list <- w1\n", "\nknown w0 < w1\n");
        assertThat(dump("T1: sql(\"select 1\")=1 c\n", Level.SERIALIZABLE, Stage.ASG))
                .contains("\ngap transaction T1 has SQL");
    }

    @Test
    void whatThePassesRefuseLeavesNoProblem() throws IOException {
        String skew = "T1: r(x,_) w(y,1) c\nT2: r(y,_) w(x,1) c\n";
        assertThat(dump(skew, Level.SERIALIZABLE, Stage.IR)).contains("\ncontradiction ");
        assertThat(dump(skew, Level.SERIALIZABLE, Stage.PROBLEM))
                .startsWith("; problem: none, serializable is decided by the passes\n; answer: unsat\n")
                .contains("(assert false)");
        assertThat(dump("T1: r(x,7) c\n", Level.SERIALIZABLE, Stage.PROBLEM))
                .contains("is decided by a read that nothing explains\n", "(assert false)");
    }

    @Test
    void sessionGuaranteesHaveNoIr() throws IOException {
        Level level = Level.of("read-your-writes").orElseThrow();
        String stale = "T1@s: w(x,1) c\nT2: d(x) c\nT3@s: r(x,_) c\n";
        assertThat(dump(stale, level, Stage.IR)).isEqualTo("ir: none, read-your-writes judges each key apart\n");
        assertThat(dump(stale, level, Stage.PROBLEM))
                .contains("; answer: sat\n", "; n0 w0\n", "; n1 w1\n", " r0 saw initial\n", " r0 saw w1\n");
    }

    @Test
    void blanksAreTold() throws IOException {
        assertThat(dump("initial unknown\nT1: w(x,?) c\nT2: r(x,5) c\n", Level.READ_COMMITTED, Stage.PROBLEM))
                .contains(" w0 was 5\n", " the initial x was 5\n");
    }

    @Test
    void aBudgetThatIsSpentIsTold() throws IOException {
        StringBuilder out = new StringBuilder();
        write(Mini.parse(EXAMPLE), SESSION, Stage.PROBLEM, new Budget(0, () -> false), out);
        assertThat(out.toString())
                .contains("; answer: unknown, the budget of 0 steps is spent\n")
                .contains("(check-sat)");
        StringBuilder late = new StringBuilder();
        write(Mini.parse(EXAMPLE), SESSION, Stage.PROBLEM, new Budget(0, () -> true), late);
        assertThat(late.toString()).isEqualTo("""
                ; problem: none, strong-session-serializable is decided by the time
                ; answer: unknown, the time is up
                """);
    }

    /** The answer that the last stage tells is the checker's. */
    @Test
    void theAnswerIsTheCheckers() throws IOException {
        List<Level> levels = new ArrayList<>(Level.all());
        levels.removeIf(Level::countsRealTime);
        for (Shape shape : Shape.all()) {
            History history = SmallHistories.random(7, shape);
            for (Level level : levels) {
                String problem = dump(Mini.print(history), level, Stage.PROBLEM);
                String verdict =
                        new Checker().check(history, level, Budget.unlimited()).word();
                assertThat(problem)
                        .as("%s at %s%n%s", shape, level, Mini.print(history))
                        .contains("; answer: "
                                + Map.of("violated", "unsat\n", "holds", "sat\n")
                                        .getOrDefault(verdict, ""));
                for (Stage stage : Stage.values()) {
                    assertThat(dump(Mini.print(history), level, stage)).endsWith("\n");
                }
            }
        }
    }
}
