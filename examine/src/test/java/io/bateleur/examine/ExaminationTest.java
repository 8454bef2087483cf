package io.bateleur.examine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.ir.ExtensionConstraints;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.LevelReport.Status;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExaminationTest {
    private static final String LOST_UPDATE = "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n";
    private static final String SQL = """
            {"bateleur":1,"initial":"unknown","about":{"engine":"PostgreSQL","schema":"public","tables at first":[]}}
            {"e":"about","name":"table public.item","v":[["key","id"],["column","id","INTEGER",10,0,false],["column","stock","INTEGER",10,0,false],["triggers",false],["cascades"]]}
            {"e":"begin","t":1,"s":"c1","level":"read committed"}
            {"e":"sql","t":1,"q":"INSERT INTO item (id, stock) VALUES (?, ?)","params":[1,10],"v":[["count",1]]}
            {"e":"commit","t":1}
            {"e":"begin","t":2,"s":"c2","level":"read committed"}
            {"e":"sql","t":2,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["stock"],[[10]],false]]}
            {"e":"sql","t":2,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[9,1],"v":[["count",1]]}
            {"e":"commit","t":2}
            {"e":"begin","t":3,"s":"c3","level":"read committed"}
            {"e":"sql","t":3,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["stock"],[[10]],false]]}
            {"e":"sql","t":3,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[9,1],"v":[["count",1]]}
            {"e":"sql","t":3,"q":"SELECT count(*) FROM item","params":[],"v":[["rows",["count"],[[1]],true]]}
            {"e":"commit","t":3}
            """;
    private static final Allowance PLENTY =
            new Allowance(Optional.empty(), Long.MAX_VALUE, "--timeout", "BATELEUR_OPTS=-Xmx");

    @Test
    void everyLevelIsCheckedAndWhatTheyHaveInCommonIsExplainedOnce() throws IOException {
        Inquiry inquiry = new Inquiry(
                levels("serializable", "cursor-stability", "read-committed"),
                levels("snapshot-isolation"),
                false,
                true,
                true,
                PLENTY,
                Optional.empty());
        Examination examination =
                new Examination("t.mini", inquiry, Judge.standard(), ExaminationListener.NONE, () -> false);
        FileReport report = examination.examine(mini(LOST_UPDATE + "T3@s3: w(y,1) c\n"));
        assertThat(verdicts(report))
                .containsExactly(
                        "serializable violated",
                        "cursor-stability violated",
                        "read-committed holds",
                        "snapshot-isolation violated");
        assertThat(examination.asked())
                .as("nobody asked for what is beyond")
                .isEqualTo(report.levels().subList(0, 3));
        assertThat(report.causes()).singleElement().satisfies(cause -> {
            assertThat(cause.why().name()).isEqualTo("lost-update");
            assertThat(cause.why().level()).hasToString("cursor-stability");
            assertThat(cause.stronger()).extracting(Level::name).containsExactly("serializable", "snapshot-isolation");
        });
        assertThat(report.levels().get(0).why().orElseThrow().part().transactionCount())
                .as("minimized")
                .isEqualTo(2);
        assertThat(report.counts()).contains(new FileReport.Counts(3, 3, 5, 2));
    }

    @Test
    void aListenerHearsOfEachStepInOrder() throws IOException {
        List<String> heard = new ArrayList<>();
        ExaminationListener listener = new ExaminationListener() {
            @Override
            public void covered(FileReport.Covered covered) {
                heard.add("covered " + covered.whole());
            }

            @Override
            public void lifted(History history) {
                heard.add("lifted " + history.transactionCount());
            }

            @Override
            public void assumed(RecordedLevel level) {
                heard.add("assumed " + level.why());
            }

            @Override
            public void checking(Level level) {
                heard.add("checking " + level);
            }

            @Override
            public void warned(List<String> warnings) {
                heard.addAll(warnings);
            }

            @Override
            public void decided(LevelReport level, Verdict verdict) {
                heard.add(verdict.word() + " " + level.reason());
            }
        };
        new Examination("t", ask(), Judge.standard(), listener, () -> false).examine(trace(SQL, "bateleur"));
        assertThat(heard)
                .containsExactly(
                        "covered 5",
                        "lifted 3",
                        "assumed read-committed, the level of all its transactions",
                        "checking read-committed",
                        "holds for the SQL that was understood");
        heard.clear();
        new Examination("t", ask("serializable", "read-committed"), Judge.standard(), listener, () -> false)
                .examine(mini("order x: T1 T1\nT1: w(x,1) c\nT2: r(x,1) c\n"));
        assertThat(heard)
                .containsExactly(
                        "lifted 2",
                        "checking serializable",
                        "the version order of x names T1 twice; that entry is not believed",
                        "holds ",
                        "checking read-committed",
                        "holds ");
    }

    @Test
    void violationsOfSqlCarryTheirStatements() throws IOException {
        FileReport report = Examination.of("t", trace(SQL, "bateleur"), ask("cursor-stability"));
        assertThat(report.covered().orElseThrow().left()).isEqualTo(1);
        assertThat(report.levels().get(0).said())
                .contains("  UPDATE item SET stock = ? WHERE id = ?  -- 9, 1 => 1 row");
        assertThat(report.causes().get(0).said())
                .isEqualTo(report.levels().get(0).said());
    }

    @Test
    void sqlThatTellsNothingDecidesNothing() throws IOException {
        String unknownTable =
                SQL.lines().filter(line -> !line.contains("\"about\",\"name\"")).reduce("", (a, b) -> a + b + "\n");
        FileReport report = Examination.of("t", trace(unknownTable, "bateleur"), ask("serializable"));
        assertThat(report.levels().get(0).reason()).startsWith("nothing that was written was read");
    }

    @Test
    void anExtensionIsOneOfTheLevels() throws IOException {
        Extensions extensions = Extensions.of(new FirstComesFirst());
        Judge judge = Judge.of(new Checker().with(extensions));
        Inquiry inquiry = Inquiry.of(List.of(Level.SERIALIZABLE, FirstComesFirst.LEVEL), PLENTY);
        FileReport report = new Examination("t", inquiry, judge, ExaminationListener.NONE, () -> false)
                .examine(mini("T1@s1: r(x,1) c\nT2@s2: w(x,1) c\n"));
        assertThat(verdicts(report)).containsExactly("serializable holds", "first-comes-first violated");
    }

    @Test
    void aLevelThatNobodyKnowsLeavesOnlyTheRecordedLevelInDoubt() throws IOException {
        Trace trace = mini("about engine=OrientDB\nT1@s1 level=odd: w(x,1) a\nT2@s2 level=odd: r(x,1) c\n");
        String doubt =
                "recorded undecided: the trace records the level 'odd' of OrientDB, which Bateleur does not know";
        assertThat(verdicts(Examination.of("t", trace, ask()))).containsExactly(doubt);
        Inquiry both = Inquiry.of(List.of(Level.SERIALIZABLE.asRecorded(), Level.SERIALIZABLE), PLENTY);
        assertThat(verdicts(Examination.of("t", trace, both))).containsExactly(doubt, "serializable violated");
        Trace mistaken = mini("T1@s1 level=seralizable: w(x,1) c\n");
        assertThatThrownBy(() -> Examination.of("t", mistaken, ask()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("unknown level 'seralizable'\n  hint: did you mean serializable? ");
    }

    @Test
    void whereNothingEndedNothingIsSaid() throws IOException {
        FileReport report = Examination.of("t", mini("T1@s1: w(x,1) u\nT2@s2: r(x,1) u\n"), ask("serializable"));
        assertThat(verdicts(report))
                .containsExactly("serializable undecided: none of the trace's 2 transactions is known to have "
                        + "committed or aborted");
    }

    @Test
    void anInterruptLeavesTheRestUndecided() throws IOException {
        AtomicBoolean interrupted = new AtomicBoolean();
        Judge judge = (history, level, budget) -> {
            if (level.equals(Level.SERIALIZABLE)) {
                interrupted.set(true);
                assertThat(budget.cancelled().getAsBoolean()).isTrue();
                return new Verdict.Undecided("17 choices are left");
            }
            return Judge.standard().check(history, level, budget);
        };
        Examination examination = new Examination(
                "t",
                ask("read-committed", "serializable", "snapshot-isolation"),
                judge,
                ExaminationListener.NONE,
                interrupted::get);
        assertThat(verdicts(examination.examine(mini(LOST_UPDATE))))
                .containsExactly(
                        "read-committed holds",
                        "serializable undecided: interrupted; 17 choices are left",
                        "snapshot-isolation undecided: interrupted");
    }

    /** The levels beyond share the time of one, so the second of them is not begun. */
    @Test
    void whatIsOutOfTimeSaysSoUnlessAWeakerLevelDecidesIt() throws IOException {
        Judge judge = (history, level, budget) -> {
            if (level.name().equals("cursor-stability")) {
                return Judge.standard().check(history, level, budget);
            }
            while (!budget.cancelled().getAsBoolean()) {
                Thread.onSpinWait();
            }
            return new Verdict.Undecided("17 choices are left");
        };
        Allowance short20 = new Allowance(Optional.of(Duration.ofMillis(20)), Long.MAX_VALUE, "--timeout", "-Xmx");
        Inquiry inquiry = new Inquiry(
                levels("read-committed"),
                levels("consistent-view", "repeatable-read", "cursor-stability", "serializable"),
                false,
                false,
                false,
                short20,
                Optional.empty());
        Judge first = (history, level, budget) -> level.name().equals("read-committed")
                ? new Verdict.Undecided("the trace is too poor")
                : judge.check(history, level, budget);
        FileReport report =
                new Examination("t", inquiry, first, ExaminationListener.NONE, () -> false).examine(mini(LOST_UPDATE));
        assertThat(verdicts(report))
                .containsExactly(
                        "read-committed undecided: the trace is too poor",
                        "consistent-view undecided: not within 20ms (--timeout); 17 choices are left",
                        "repeatable-read undecided: the levels before it took the time of --timeout",
                        "cursor-stability undecided: the levels before it took the time of --timeout",
                        "serializable undecided: the levels before it took the time of --timeout");
        Inquiry asked = new Inquiry(
                levels("cursor-stability", "serializable"), List.of(), false, false, false, short20, Optional.empty());
        assertThat(verdicts(new Examination("t", asked, judge, ExaminationListener.NONE, () -> false)
                        .examine(mini(LOST_UPDATE))))
                .containsExactly("cursor-stability violated", "serializable violated");
    }

    @Test
    void tooLittleMemoryLeavesOneLevelUndecided() throws IOException {
        Judge judge = (history, level, budget) -> {
            if (level.equals(Level.SERIALIZABLE)) {
                throw new OutOfMemoryError("Java heap space");
            }
            return Judge.standard().check(history, level, budget);
        };
        FileReport report = new Examination(
                        "t", ask("serializable", "read-committed"), judge, ExaminationListener.NONE, () -> false)
                .examine(mini(LOST_UPDATE));
        assertThat(report.levels().get(0).reason())
                .matches(
                        "needs more memory than the \\d+ MB that Java may use; give it more with BATELEUR_OPTS=-Xmx\\d+m");
        assertThat(report.levels().get(1).status()).isEqualTo(Status.HOLDS);
    }

    @Test
    void whatBreaksAnExaminationLeavesWhatWasFound() throws IOException {
        Judge judge = (history, level, budget) -> {
            if (level.equals(Level.SERIALIZABLE)) {
                throw new IllegalStateException("pass lost an edge");
            }
            return Judge.standard().check(history, level, budget);
        };
        Examination examination = new Examination(
                "t", ask("snapshot-isolation", "serializable"), judge, ExaminationListener.NONE, () -> false);
        assertThat(examination.report().counts()).isEmpty();
        assertThatThrownBy(() -> examination.examine(mini(LOST_UPDATE))).hasMessage("pass lost an edge");
        examination.broke("a bug");
        assertThat(verdicts(examination.report())).containsExactly("snapshot-isolation violated");
        assertThat(examination.report().problem()).contains("a bug");
        assertThat(examination.report().causes()).hasSize(1);
    }

    @Test
    void theStrongestLevelsAreFound() throws IOException {
        Inquiry inquiry = new Inquiry(List.of(), List.of(), true, false, false, PLENTY, Optional.empty());
        Examination examination =
                new Examination("t", inquiry, Judge.standard(), ExaminationListener.NONE, () -> false);
        FileReport report = examination.examine(mini("T1@s1: r(x,_) w(y,1) c\nT2@s2: r(y,_) w(x,1) c\n"));
        assertThat(report.strongest().orElseThrow().levels())
                .extracting(Level::name)
                .contains("strong-session-snapshot-isolation");
        assertThat(examination.asked()).as("a search promises nothing").isEmpty();
        assertThat(report.levels()).isNotEmpty();
    }

    /** T1 comes before everybody else. */
    private static final class FirstComesFirst implements Extension {
        static final Level LEVEL = new Level("first-comes-first", Level.SERIALIZABLE.criterion(), Order.NONE, false);

        @Override
        public List<Level> levels() {
            return List.of(LEVEL);
        }

        @Override
        public void add(Asg asg, Level level, ExtensionConstraints constraints) {
            for (int t = 1;
                    t < asg.transactionCount() && asg.history().transactionId(0).equals(Value.of("T1"));
                    t++) {
                constraints.edge(constraints.commit(0), constraints.start(t), "T1 comes first");
            }
        }
    }

    private static Inquiry ask(String... names) {
        return Inquiry.of(levels(names), PLENTY);
    }

    private static List<Level> levels(String... names) {
        return Stream.of(names).map(name -> Level.of(name).orElseThrow()).toList();
    }

    private static Trace mini(String text) throws IOException {
        return trace(text, "mini");
    }

    private static Trace trace(String text, String format) throws IOException {
        try (Source source = Source.of("t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Traces.read(source, Formats.named(format).orElseThrow());
        }
    }

    private static List<String> verdicts(FileReport report) {
        return report.levels().stream()
                .map(level -> level.level() + " " + level.status().word()
                        + (level.status() == Status.UNDECIDED ? ": " + level.reason() : ""))
                .toList();
    }
}
