package io.bateleur.sql.audit;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.ImpossibleAnswer;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a log is refused: which answer it is, what would have been possible, and which transactions matter. A small part is audited
 * again by a {@link PlainAuditor} before it is shown.
 */
final class Refutation {
    /** Larger parts are not audited again: their orders are too many. */
    private static final int PART_MAX = 9;

    /** In larger logs only the transactions around the refusal are looked at. */
    private static final int TRIED_MAX = 2000;

    private static final long STEPS_MAX = 60_000;
    private static final int POSSIBLE_MAX = 4;

    private final String file;
    private final History history;
    private final StartingPoint setting;
    private final AuditLevel level;
    private final String levelName;
    private final LoggedWork work;

    Refutation(
            String file, History history, StartingPoint setting, AuditLevel level, String levelName, LoggedWork work) {
        this.file = file;
        this.history = history;
        this.setting = setting;
        this.level = level;
        this.levelName = levelName;
        this.work = work;
    }

    /** What the second audit says, and what is shown. @param finding null where the second audit disagrees */
    record Result(@Nullable ImpossibleAnswer finding, int prefix) {}

    Result explain(SearchOutcome.Impossible impossible) {
        List<LoggedTransaction> order = Searches.inOrder(work.transactions());
        int prefix = order.indexOf(impossible.transaction()) + 1;
        List<LoggedTransaction> before = order.subList(0, prefix);
        LoggedTransaction blamed = impossible.transaction();
        List<LoggedTransaction> matter = before.size() <= TRIED_MAX ? matter(before, impossible) : List.of();
        if (!matter.isEmpty() && matter.size() <= PART_MAX) {
            PlainAuditor.Opinion opinion = new Part(matter, setting).opinion(matter);
            return opinion == PlainAuditor.Opinion.POSSIBLE
                    ? new Result(null, prefix)
                    : new Result(finding(impossible, matter, isSemantic(before)), prefix);
        }
        Part part = part(before, blamed);
        List<LoggedTransaction> shown = List.of(blamed);
        if (part != null) {
            PlainAuditor.Opinion opinion = part.opinion(part.kept);
            if (opinion == PlainAuditor.Opinion.POSSIBLE) {
                return new Result(null, prefix);
            }
            if (opinion == PlainAuditor.Opinion.IMPOSSIBLE) {
                shown = shrink(part, blamed);
            }
        }
        return new Result(finding(impossible, shown, isSemantic(before)), prefix);
    }

    private List<LoggedTransaction> matter(List<LoggedTransaction> before, SearchOutcome.Impossible impossible) {
        Searches searches = new Searches(setting);
        return new Matter(before, impossible, some -> {
                    LoggedWork part = work.only(some);
                    return level.isPlain() || level == AuditLevel.STRICT_SERIALIZABLE
                            ? searches.byDefinition(level, part)
                            : searches.byRules(part);
                })
                .find();
    }

    /** Transactions that are audited again, and the rows before them. */
    private final class Part {
        final List<LoggedTransaction> kept;
        private final StartingPoint from;

        Part(List<LoggedTransaction> kept, StartingPoint from) {
            this.kept = kept;
            this.from = from;
        }

        PlainAuditor.Opinion opinion(List<LoggedTransaction> transactions) {
            work.points().undo(0);
            if (level.isPlain() || level == AuditLevel.STRICT_SERIALIZABLE) {
                SearchOutcome outcome = new PlainSearch(
                                level, work.points(), from.store(), from.evaluation(), transactions, STEPS_MAX)
                        .run();
                return outcome instanceof SearchOutcome.Explained
                        ? PlainAuditor.Opinion.POSSIBLE
                        : outcome instanceof SearchOutcome.Open
                                ? PlainAuditor.Opinion.TOO_MUCH
                                : PlainAuditor.Opinion.IMPOSSIBLE;
            }
            Set<TableShape> unknown = from.unknown();
            return new PlainAuditor(work, from.evaluation(), transactions, from.rows(), unknown, STEPS_MAX).opinion();
        }
    }

    /** Everything that overlaps, one after the other, with the one that is blamed; what ended before has become rows. */
    private @Nullable Part part(List<LoggedTransaction> before, LoggedTransaction blamed) {
        Set<LoggedTransaction> kept = new LinkedHashSet<>(List.of(blamed));
        long cut = level.isPlain() ? Long.MIN_VALUE : blamed.start;
        boolean grows = true;
        while (grows && kept.size() <= PART_MAX) {
            grows = false;
            for (LoggedTransaction t : before) {
                if (!kept.contains(t) && t.endAfter >= cut) {
                    kept.add(t);
                    cut = Math.min(cut, t.start);
                    grows = true;
                }
            }
        }
        if (kept.size() > PART_MAX) {
            return null;
        }
        List<LoggedTransaction> earlier =
                before.stream().filter(t -> !kept.contains(t)).toList();
        List<PlainRow> rows = setting.rows();
        if (!earlier.isEmpty()) {
            VersionStore store = setting.store();
            work.points().undo(0);
            SearchOutcome outcome = new AuditSearch(work, store, setting.evaluation(), earlier).run();
            if (!(outcome instanceof SearchOutcome.Explained)) {
                return null;
            }
            rows = store.newest();
        }
        List<LoggedTransaction> inOrder = before.stream().filter(kept::contains).toList();
        return new Part(inOrder, setting.from(rows));
    }

    /** Leaves out, one by one, whose answers and changes do not matter. */
    private static List<LoggedTransaction> shrink(Part part, LoggedTransaction blamed) {
        List<LoggedTransaction> all = new ArrayList<>(part.kept);
        List<LoggedTransaction> shown = new ArrayList<>(part.kept);
        for (int i = 0; i < all.size(); i++) {
            LoggedTransaction t = all.get(i);
            if (t == blamed) {
                continue;
            }
            List<LoggedTransaction> without = new ArrayList<>(all);
            without.set(i, t.doubtful());
            if (part.opinion(without) == PlainAuditor.Opinion.IMPOSSIBLE) {
                all = without;
                shown.remove(t);
            }
        }
        return shown;
    }

    /** Whether reading any state at all does not explain it either. */
    private boolean isSemantic(List<LoggedTransaction> before) {
        if (before.size() > PART_MAX) {
            return false; // nobody knows
        }
        work.points().undo(0);
        SearchOutcome outcome = new PlainSearch(
                        AuditLevel.PAPER_READ_COMMITTED,
                        work.points(),
                        setting.store(),
                        setting.evaluation(),
                        before,
                        STEPS_MAX)
                .run();
        return outcome instanceof SearchOutcome.Impossible;
    }

    private ImpossibleAnswer finding(
            SearchOutcome.Impossible impossible, List<LoggedTransaction> shown, boolean semantic) {
        LoggedTransaction t = impossible.transaction();
        LoggedStatement s = impossible.statement();
        Transaction recorded = history.transaction(t.number);
        List<String> why = new ArrayList<>();
        LoggedTransaction conflict = impossible.conflict();
        if (conflict != null && impossible.possible().isEmpty()) {
            why.add(conflict.name + " changed or locked the same row or key as " + t.name + " at the same time.");
        }
        if (s != null && !s.outOfPlace.isEmpty()) {
            why.add(s.outOfPlace);
        }
        List<Value> others = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (LoggedTransaction each : shown) {
            if (each != t) {
                others.add(history.transactionId(each.number));
            }
            lines.addAll(lines(history.transaction(each.number)));
        }
        return new ImpossibleAnswer(
                file,
                history.names(),
                levelName,
                recorded.id(),
                Optional.ofNullable(s).map(Refutation::said),
                s == null ? "" : s.answer.map(Possibilities::answer).orElse("not recorded"),
                possible(impossible.possible()),
                why,
                semantic,
                others,
                lines);
    }

    private static String said(LoggedStatement s) {
        return s.parameters.isEmpty() ? s.text : s.text + " -- " + Value.list(s.parameters);
    }

    private static List<String> lines(Transaction t) {
        List<String> lines = new ArrayList<>();
        lines.add(t.name() + " (" + t.ending().name().toLowerCase(java.util.Locale.ROOT) + "):");
        t.operations().forEach(operation -> lines.add("  " + Notation.operation(operation)));
        return lines;
    }

    private static List<String> possible(Collection<Answer> answers) {
        Set<String> words = new LinkedHashSet<>();
        answers.forEach(answer -> words.add(Possibilities.words(answer)));
        return words.stream().limit(POSSIBLE_MAX).toList();
    }
}
