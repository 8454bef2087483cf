package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.FileReport;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Audits a log: is every answer that the database gave possible at all? */
public final class Auditor {
    private final String file;
    private final History history;
    private final SqlDialect dialect;
    private final AuditLevel level;
    private final Function<Transaction, AuditLevel> levels;
    private final AuditOptions options;
    private final SqlEvaluation evaluation;
    private final StartingPoint setting;
    private final Searches searches;

    private Auditor(String file, History history, AuditOptions options, boolean references) {
        this.file = file;
        this.history = history;
        this.options = options;
        this.dialect = options.dialect()
                .orElseGet(() -> LevelWords.engine(history).map(SqlDialect::of).orElse(SqlDialect.OTHER));
        RecordedLevels recorded = new RecordedLevels(history, dialect);
        AuditLevel asked = options.level().orElse(AuditLevel.RECORDED);
        this.levels = asked == AuditLevel.RECORDED ? recorded::of : t -> asked;
        this.level = asked == AuditLevel.RECORDED ? common(asked) : asked;
        this.evaluation = SqlEvaluation.of(history, options, dialect, references);
        this.setting = evaluation.setting();
        this.searches = new Searches(setting);
    }

    /** @param file as it was named */
    public static AuditVerdict audit(String file, History history, AuditOptions options) {
        Auditor strict = new Auditor(file, history, options, true);
        if (strict.dialect != SqlDialect.SQLITE || !strict.evaluation.hasReferences()) {
            return strict.audit();
        }
        // Whether its sessions had asked for foreign keys is not recorded.
        AuditVerdict without = new Auditor(file, history, options, false).audit();
        return without instanceof AuditVerdict.Accepted ? without : either(without, strict.audit());
    }

    private static AuditVerdict either(AuditVerdict one, AuditVerdict other) {
        boolean second = other instanceof AuditVerdict.Accepted
                || one instanceof AuditVerdict.Refused && other instanceof AuditVerdict.Undecided;
        return second ? other : one;
    }

    /** The level of all transactions, if they have the same. */
    private AuditLevel common(AuditLevel otherwise) {
        List<AuditLevel> all =
                history.transactions().stream().map(levels).distinct().toList();
        return all.size() == 1 ? all.get(0) : otherwise;
    }

    private LoggedWork work(Function<Transaction, SightRules> rules) {
        return new LogReader(
                        history,
                        dialect,
                        rules,
                        level == AuditLevel.STRONG_SNAPSHOT_ISOLATION,
                        level.isOfDatabase(),
                        options.clockError())
                .read();
    }

    private LoggedWork work(SightRules rules) {
        return work(t -> rules);
    }

    private AuditVerdict audit() {
        LoggedWork work = work(t -> levels.apply(t).rules(dialect));
        if (work.transactions().stream().allMatch(t -> t.statements.isEmpty())) {
            return new AuditVerdict.Undecided(
                    level.toString(), evaluation.covered(), "there are no SQL statements to audit");
        }
        return switch (level) {
            case SERIALIZABLE, STRICT_SERIALIZABLE -> serial(work);
            case SNAPSHOT_ISOLATION -> plain(work(SightRules.STRONG_SNAPSHOT));
            case PAPER_READ_COMMITTED -> plain(work(SightRules.STATEMENT_SNAPSHOT));
            default -> verdict(searches.byRules(work), work);
        };
    }

    /** A level that is implied by a stronger one, which is cheaper to decide. */
    private AuditVerdict plain(LoggedWork work) {
        SearchOutcome strong = searches.byRules(work);
        return strong instanceof SearchOutcome.Explained
                ? verdict(strong, work)
                : verdict(searches.byDefinition(level, work), work);
    }

    private AuditVerdict serial(LoggedWork recorded) {
        LoggedWork atCommit = work(SightRules.SERIAL_AT_COMMIT);
        SearchOutcome commits = searches.serialByCommits(atCommit);
        if (commits instanceof SearchOutcome.Explained) {
            return verdict(commits, atCommit);
        }
        SearchOutcome.Explained serial = searches.serialByRules(recorded, level == AuditLevel.STRICT_SERIALIZABLE);
        if (serial != null) {
            return verdict(serial, recorded);
        }
        SearchOutcome orders = searches.byDefinition(level, atCommit);
        boolean aborts = atCommit.transactions().stream().anyMatch(t -> t.ending == Ending.ABORTED);
        if (orders instanceof SearchOutcome.Explained || !aborts) {
            return verdict(orders, atCommit);
        }
        // What was read by those that were rolled back needs a state, but no place in the order.
        LoggedWork committed = atCommit.without(t -> t.ending == Ending.ABORTED);
        SearchOutcome without = searches.byDefinition(level, committed);
        if (!(without instanceof SearchOutcome.Explained)) {
            return verdict(without, committed);
        }
        SearchOutcome byRules = searches.byRules(recorded);
        return byRules instanceof SearchOutcome.Impossible ? verdict(byRules, recorded) : verdict(without, committed);
    }

    private AuditVerdict verdict(SearchOutcome outcome, LoggedWork work) {
        if (outcome instanceof SearchOutcome.Explained explained) {
            List<Transaction> witness = new ArrayList<>();
            explained.commits().forEach(t -> witness.add(history.transaction(t.number)));
            if (evaluation.covered().whole() == 0 && evaluation.covered().inPart() == 0) {
                return new AuditVerdict.Undecided(
                        level.toString(),
                        evaluation.covered(),
                        "none of its statements was evaluated; --schema says which tables there are");
            }
            return new AuditVerdict.Accepted(level.toString(), evaluation.covered(), witness, "");
        }
        if (outcome instanceof SearchOutcome.Open open) {
            return new AuditVerdict.Undecided(level.toString(), evaluation.covered(), open.why());
        }
        SearchOutcome.Impossible impossible = (SearchOutcome.Impossible) outcome;
        if (dialect == SqlDialect.H2 && work.transactions().stream().anyMatch(t -> t.rules == SightRules.DIRTY_READS)) {
            return new AuditVerdict.Undecided(
                    level.toString(),
                    evaluation.covered(),
                    "at read uncommitted H2 changes what others have not committed; no execution with committed rows explains "
                            + impossible.transaction());
        }
        Refutation.Result result =
                new Refutation(file, history, setting, level, level.toString(), work).explain(impossible);
        FileReport.Covered covered = evaluation.covered();
        return result.finding() == null
                ? new AuditVerdict.Undecided(
                        level.toString(),
                        covered,
                        "two ways of auditing disagree about " + impossible.transaction() + ": please report this")
                : new AuditVerdict.Refused(level.toString(), covered, result.finding(), result.prefix());
    }
}
