package io.bateleur.examine;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Grounds;
import io.bateleur.core.check.Lattice;
import io.bateleur.core.check.Strongest;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Trace;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The way from one trace to its report. What is known so far can be asked for at any time and from any thread. */
public final class Examination {
    private static final long REFUTING_STEPS = 1_000_000;
    private static final String INTERRUPTED = "interrupted";

    private final Inquiry inquiry;
    private final Judge judge;
    private final ExaminationListener listener;
    private final BooleanSupplier interrupted;
    private final Known known;
    private Optional<Strongest> search = Optional.empty();
    private Optional<Asg> graph = Optional.empty();

    /**
     * @param file what the report calls the trace
     * @param interrupted asked often: whether to leave undecided what is not decided yet
     */
    public Examination(
            String file, Inquiry inquiry, Judge judge, ExaminationListener listener, BooleanSupplier interrupted) {
        this.inquiry = inquiry;
        this.judge = judge;
        this.listener = listener;
        this.interrupted = interrupted;
        this.known = new Known(file);
    }

    /** By the checker as it is, for whoever has nothing to do meanwhile. */
    public static FileReport of(String file, Trace trace, Inquiry inquiry) throws IOException {
        return new Examination(file, inquiry, Judge.standard(), ExaminationListener.NONE, () -> false).examine(trace);
    }

    /** What keeps it from going on is thrown; what was found before that is in the {@link #report()}. */
    public FileReport examine(Trace trace) throws IOException {
        History history = lift(trace.history());
        List<LevelToCheck> levels = levelsToCheck(new Trace(history, trace.format(), trace.warnings(), trace.levels()));
        search = inquiry.strongest() ? Optional.of(new Strongest(history)) : Optional.empty();
        for (LevelToCheck toCheck : levels) {
            check(history, toCheck);
        }
        checkBeyond(history);
        searchStrongest(history);
        if (inquiry.explain()) {
            known.explain(this::refute);
        }
        return report();
    }

    /** What is known so far. */
    public FileReport report() {
        return known.report();
    }

    /** Of these the levels that were asked for, without those beyond and those of the search. */
    public List<LevelReport> asked() {
        return known.asked();
    }

    /** Something outside ended the examination: the report says so. */
    public void broke(String message) {
        known.broke(message);
    }

    /** The trace with its statements as reads and writes; one without statements is itself. */
    private History lift(History recorded) throws IOException {
        Lifted lifted = Lift.lift(recorded, inquiry.schema());
        Coverage coverage = lifted.coverage();
        if (coverage.statements() > 0) {
            FileReport.Covered covered = new FileReport.Covered(
                    coverage.statements(), coverage.whole(), coverage.inPart(), coverage.reasons());
            known.covered(covered, recorded);
            listener.covered(covered);
        }
        known.lifted(lifted.history());
        listener.lifted(lifted.history());
        return lifted.history();
    }

    /**
     * One level to check.
     *
     * @param doubt why nothing can be said of it, or empty
     * @param asked whether it was asked for
     * @param time at most
     */
    private record LevelToCheck(Level level, Optional<String> doubt, boolean asked, Optional<Duration> time) {}

    private List<LevelToCheck> levelsToCheck(Trace trace) throws IOException {
        List<LevelToCheck> levels = new ArrayList<>();
        for (Level level : inquiry.levels()) {
            levels.add(level.mixed() ? recorded(RecordedLevel.each(trace)) : asked(level, Optional.empty()));
        }
        if (levels.isEmpty() && !inquiry.strongest()) {
            RecordedLevel assumed = RecordedLevel.of(trace);
            listener.assumed(assumed);
            levels.add(recorded(assumed));
        }
        return levels;
    }

    private LevelToCheck recorded(RecordedLevel recorded) {
        return asked(recorded.level(), recorded.doubt());
    }

    private LevelToCheck asked(Level level, Optional<String> doubt) {
        return new LevelToCheck(level, doubt, true, inquiry.allowance().time());
    }

    /** Nobody asked for these, so all of them together take no longer than one. */
    private void checkBeyond(History history) throws IOException {
        long start = System.nanoTime();
        for (Level level : inquiry.beyond()) {
            Optional<Duration> left =
                    inquiry.allowance().time().map(time -> time.minusNanos(System.nanoTime() - start));
            check(history, new LevelToCheck(level, Optional.empty(), false, left));
        }
    }

    private void searchStrongest(History history) throws IOException {
        if (search.isEmpty()) {
            return;
        }
        Strongest strongest = search.get();
        for (Optional<Level> next = strongest.next();
                next.isPresent() && !interrupted.getAsBoolean();
                next = strongest.next()) {
            check(
                    history,
                    new LevelToCheck(
                            next.get(),
                            Optional.empty(),
                            false,
                            inquiry.allowance().time()));
            if (Grounds.missing(history).isPresent()) {
                break; // of every level the same is to be said
            }
        }
        known.strongest(new FileReport.Strength(strongest.strongest(), strongest.open()));
    }

    private void check(History history, LevelToCheck toCheck) throws IOException {
        Level level = toCheck.level();
        listener.checking(level);
        long start = System.nanoTime();
        Verdict verdict = verdict(history, toCheck);
        LevelReport found = report(level, verdict, (System.nanoTime() - start) / 1_000_000);
        LevelReport report =
                known.add(inquiry.beyond().contains(level) ? found.beyondThePromise() : found, toCheck.asked());
        listener.decided(report, verdict);
        search.ifPresent(each -> each.tell(level, verdict));
    }

    private Verdict verdict(History history, LevelToCheck toCheck) {
        Verdict verdict = idle(history, toCheck)
                .<Verdict>map(Verdict.Undecided::new)
                .orElseGet(() -> Grounds.of(history, decide(history, toCheck)));
        if (verdict instanceof Verdict.Undecided && !interrupted.getAsBoolean()) {
            return known.violatedBelow(toCheck.level(), Lattice.of(history))
                    .<Verdict>map(Verdict.Violated::new)
                    .orElse(verdict);
        }
        return verdict;
    }

    /** What makes checking idle. */
    private Optional<String> idle(History history, LevelToCheck toCheck) {
        if (interrupted.getAsBoolean()) {
            return Optional.of(INTERRUPTED);
        }
        if (known.hasSql() && history.operationCount() == 0) {
            return Optional.of("nothing that was written was read by the SQL that was understood (docs/lift.md)");
        }
        if (toCheck.doubt().isPresent()) {
            return toCheck.doubt();
        }
        boolean spent = toCheck.time()
                .filter(time -> time.isNegative() || time.isZero())
                .isPresent();
        return spent ? Optional.of(inquiry.allowance().noTimeLeft()) : Optional.empty();
    }

    private Verdict decide(History history, LevelToCheck toCheck) {
        Budget unlimited = new Budget(inquiry.allowance().steps(), interrupted);
        Budget budget = toCheck.time().map(unlimited::within).orElse(unlimited);
        try {
            Asg shared = graph.orElseGet(() -> judge.graph(history));
            graph = Optional.of(shared);
            Verdict verdict = judge.check(shared, toCheck.level(), budget);
            warn(shared.warnings());
            if (verdict instanceof Verdict.Violated violated && inquiry.minimize()) {
                return new Verdict.Violated(judge.minimize(violated.why(), budget));
            }
            return verdict instanceof Verdict.Undecided undecided ? withReason(undecided, budget) : verdict;
        } catch (OutOfMemoryError e) {
            return new Verdict.Undecided(inquiry.allowance().outOfMemory());
        }
    }

    private void warn(List<String> warnings) {
        if (known.warn(warnings)) {
            listener.warned(warnings);
        }
    }

    /** The checker only knows that it was called off. */
    private Verdict withReason(Verdict.Undecided undecided, Budget budget) {
        if (interrupted.getAsBoolean()) {
            return new Verdict.Undecided(INTERRUPTED + "; " + undecided.reason());
        }
        return budget.cancelled().getAsBoolean()
                ? new Verdict.Undecided(inquiry.allowance().timeIsUp() + "; " + undecided.reason())
                : undecided;
    }

    /** Parts are small, and this only makes what is shown shorter. */
    private Optional<Explanation> refute(History part, Level level) {
        Budget budget = new Budget(Math.min(inquiry.allowance().steps(), REFUTING_STEPS), interrupted);
        if (interrupted.getAsBoolean()
                || !(judge.check(judge.graph(part), level, budget) instanceof Verdict.Violated violated)) {
            return Optional.empty();
        }
        return Optional.of(inquiry.minimize() ? judge.minimize(violated.why(), budget) : violated.why());
    }

    private static LevelReport report(Level level, Verdict verdict, long millis) {
        if (verdict instanceof Verdict.Violated violated) {
            return LevelReport.violated(level, violated.why(), millis);
        }
        if (verdict instanceof Verdict.Holds holds) {
            return LevelReport.holds(level, millis).witnessed(WitnessExcerpt.of(holds));
        }
        return LevelReport.undecided(level, ((Verdict.Undecided) verdict).reason(), millis);
    }
}
