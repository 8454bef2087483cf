package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.report.FileReport;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Searches an execution of a log that is still being read. Transactions that come a little late, as those of several clients do, wait
 * until all have come that may be taken before them.
 */
final class StreamSearch {
    /** So many wait for others that come late. */
    private static final int WAITING = 1024;
    /** So many behind a transaction are known when it is taken, because it may have to come after them. */
    private static final int AHEAD = 256;

    private static final int WAITING_MAX = 2_000_000;

    private final SqlDialect dialect;
    private final RecordedLevels recorded;
    private final AuditLevel asked;
    private final boolean serial;
    private final boolean driver;
    private final SqlEvaluation evaluation;
    private final Moments moments;
    private final AuditSearch search;
    private final TransactionOrder order;
    private final LongSupplier released;
    private final PriorityQueue<LoggedTransaction> waiting = new PriorityQueue<>(
            Comparator.comparingLong(LoggedTransaction::released).thenComparingInt(t -> t.number));
    /** The level that all had until now; null: they differ. */
    private @Nullable AuditLevel common;

    private long lastReleased = Long.MIN_VALUE;

    /**
     * @param firstLevel in the words of the first transaction
     * @param earliest when those that are going on looked first
     * @param released from when on those that are going on may end
     */
    StreamSearch(
            History head,
            AuditOptions options,
            Optional<String> firstLevel,
            LongSupplier earliest,
            LongSupplier released) {
        this.released = released;
        this.dialect = options.dialect()
                .orElseGet(() -> LevelWords.engine(head).map(SqlDialect::of).orElse(SqlDialect.OTHER));
        this.recorded = new RecordedLevels(head, dialect);
        this.asked = options.level().orElse(AuditLevel.RECORDED);
        this.common = asked == AuditLevel.RECORDED ? recorded.named(firstLevel) : asked;
        this.serial = common == AuditLevel.SERIALIZABLE || common == AuditLevel.STRICT_SERIALIZABLE;
        this.evaluation = SqlEvaluation.of(head, options, dialect);
        this.driver = head.about().containsKey("driver");
        boolean begins = common == AuditLevel.STRONG_SNAPSHOT_ISOLATION && !driver;
        Points points = new Points();
        this.moments = new Moments(points, begins, options.clockError());
        this.order = new TransactionOrder(() -> Math.min(
                earliest.getAsLong(),
                waiting.stream().mapToLong(LoggedTransaction::earliest).min().orElse(Long.MAX_VALUE)));
        this.search =
                new AuditSearch(points, engine(), evaluation.setting().store(), evaluation, order, null).forgetting();
        if (serial) {
            search.withRetries(Searches.SERIAL_RETRIES);
        }
    }

    /** Whose locks there are: those of the database, where the level is its own. */
    private @Nullable SqlDialect engine() {
        boolean own = !serial && (common == null || common.isOfDatabase());
        return own && LockMode.isOf(dialect) ? dialect : null;
    }

    SqlDialect dialect() {
        return dialect;
    }

    /** The rules of a transaction whose level is named by these words. */
    SightRules rules(Optional<String> words) {
        if (asked != AuditLevel.RECORDED) {
            return serial ? SightRules.SERIAL_AT_COMMIT : asked.rules(dialect);
        }
        AuditLevel level = recorded.named(words);
        if (level != common) {
            if (moments.begins() || serial) {
                throw new Unstreamable("levels differ");
            }
            common = null;
        }
        return serial ? SightRules.SERIAL_AT_COMMIT : level.rules(dialect);
    }

    /** What errors made of a transaction; its statements learn to which savepoints they go back. */
    Ending ending(List<LoggedStatement> statements, Ending asked) {
        TransactionCourse course = new TransactionCourse(dialect, driver);
        for (LoggedStatement s : statements) {
            if (course.hasEnded()) {
                throw new Unstreamable("statements after an error that ended their transaction");
            }
            course.next(s);
        }
        return course.isDoomed() || course.hasEnded() ? Ending.ABORTED : asked;
    }

    /** Another one has ended; false where nothing explains those before it, as far as was searched. */
    boolean take(LoggedTransaction t, Optional<Interval> begin) {
        moments.place(t, begin);
        if (t.earliest() < order.promised()) {
            throw new Unstreamable("a transaction comes too late");
        }
        waiting.add(t);
        if (waiting.size() > WAITING_MAX) {
            throw new Unstreamable("too many transactions wait for one that has not ended");
        }
        if (waiting.size() > WAITING) {
            long safe = released.getAsLong();
            while (waiting.size() > WAITING / 2 && waiting.element().released() < safe) {
                pass();
            }
        }
        return search.explains(order.size() - AHEAD);
    }

    private void pass() {
        LoggedTransaction next = waiting.remove();
        if (next.released() < lastReleased) {
            throw new Unstreamable("a transaction comes too late");
        }
        lastReleased = next.released();
        order.add(next);
    }

    /** There are no more. @param counts of each text of statements */
    Optional<AuditVerdict> accepted(Map<String, Long> counts) {
        while (!waiting.isEmpty()) {
            pass();
        }
        if (order.size() == 0 || !(search.run() instanceof SearchOutcome.Explained)) {
            return Optional.empty();
        }
        FileReport.Covered covered = evaluation.covered(counts);
        if (covered.whole() == 0 && covered.inPart() == 0) {
            return Optional.empty();
        }
        String level = String.valueOf(common == null ? AuditLevel.RECORDED : common);
        return Optional.of(new AuditVerdict.Accepted(level, covered, List.of(), ""));
    }
}
