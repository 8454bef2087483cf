package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Instruction.RowLock;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What locks and the check of first committer wins make of the times of instances. */
final class EngineFacts {
    private final Encoding encoding;
    private final Smt smt;
    private final Timing timing;

    EngineFacts(Encoding encoding) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.timing = encoding.timing;
    }

    private RowLock mode(Act act) {
        if (act.instruction() instanceof Instruction.Read read) {
            boolean shares = encoding.level(act.instance()).readsLock() && read.lock() == RowLock.NONE;
            return shares ? RowLock.SHARE : read.lock();
        }
        if (act.instruction() instanceof Instruction.Update update) {
            TableShape shape = encoding.application.table(update.table());
            boolean key = update.sets().keySet().stream().anyMatch(shape::isReferable);
            return key ? RowLock.UPDATE : RowLock.NO_KEY_UPDATE;
        }
        return RowLock.UPDATE;
    }

    private static boolean isAbout(Act act, String table) {
        return act.instruction() instanceof Instruction.Read read
                ? read.sources().size() == 1 && read.sources().get(0).table().equals(table)
                : Rows.table(act.instruction()).equals(table);
    }

    /** Which rows of a LIMIT are locked is not known. */
    private static boolean isExact(Act act) {
        return !(act.instruction() instanceof Instruction.Read read) || read.whole() && !read.single() || pinned(act);
    }

    private static boolean pinned(Act act) {
        return act.check();
    }

    /** Whether an act has a row locked when it is done. */
    private SmtTerm holds(Act act, NamedRow row) {
        return act.instruction() instanceof Instruction.Insert
                ? encoding.writes(act, row)
                : smt.and(act.guard(), encoding.locks(act, row));
    }

    /** Whether an act has to wait for whoever has a row locked. */
    private SmtTerm waits(Act act, NamedRow row) {
        if (act.instruction() instanceof Instruction.Insert
                || encoding.execution(act).kind() == Encoding.View.Kind.SNAPSHOT) {
            return holds(act, row);
        }
        boolean fromSnapshot = encoding.level(act.instance()) == EngineLevel.PG_READ_COMMITTED && !act.check();
        return fromSnapshot
                ? smt.and(act.guard(), encoding.matches(act, 0, encoding.seen(row, encoding.snapshot(act), act)))
                : holds(act, row);
    }

    void row(NamedRow row) {
        String table = row.shape().name();
        for (int i = 0; i < encoding.size(); i++) {
            for (int j = 0; j < encoding.size(); j++) {
                if (i != j) {
                    for (Act a : encoding.acts(i)) {
                        if (isAbout(a, table) && mode(a) != RowLock.NONE && isExact(a)) {
                            for (Act b : encoding.acts(j)) {
                                if (isAbout(b, table)) {
                                    pair(a, b, row);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private void pair(Act a, Act b, NamedRow row) {
        SmtTerm holds = holds(a, row);
        if (holds.equals(smt.truth(false))) {
            return;
        }
        if (isExact(b) && Facts.conflict(mode(a), mode(b))) {
            SmtTerm waits = waits(b, row);
            SmtTerm free = smt.or(
                    smt.less(timing.done(b), timing.done(a)), smt.less(timing.commit(a.instance()), timing.done(b)));
            smt.require(smt.implies(smt.and(holds, waits), free));
        }
        boolean writesB = !(b.instruction() instanceof Instruction.Read);
        EngineLevel level = encoding.level(a.instance());
        if (writesB && level.firstCommitterWins() && !a.check() && !(a.instruction() instanceof Instruction.Insert)) {
            SmtTerm fine = smt.or(
                    smt.less(timing.commit(b.instance()), timing.snapshot(a.instance())),
                    smt.less(timing.done(a), timing.commit(b.instance())));
            SmtTerm checked = level.writesReadNewest() ? hasRead(a) : smt.truth(true);
            smt.require(smt.implies(smt.and(holds, encoding.writes(b, row), checked), fine));
        }
        if (writesB
                && level.locksGaps()
                && !(a.instruction() instanceof Instruction.Insert)
                && b.instruction() instanceof Instruction.Insert) {
            SmtTerm enters = smt.and(
                    a.guard(),
                    encoding.writes(b, row),
                    encoding.matches(a, 0, encoding.after(row, encoding.before(b), b)));
            smt.require(smt.implies(
                    enters,
                    smt.or(
                            smt.less(timing.done(b), timing.done(a)),
                            smt.less(timing.commit(a.instance()), timing.done(b)))));
        }
    }

    /** InnoDB checks against the view, if there is one. */
    private SmtTerm hasRead(Act act) {
        List<SmtTerm> any = new ArrayList<>();
        for (Act earlier : encoding.of(act).acts) {
            if (earlier.order() < act.order() && encoding.isPlainRead(earlier)) {
                any.add(earlier.guard());
            }
        }
        return smt.or(any);
    }

    /** Two rows with the same values of a unique key cannot both be inserted where rows stay as they are. */
    void instances(Set<String> deleted) {
        for (int i = 0; i < encoding.size(); i++) {
            for (int j = i + 1; j < encoding.size(); j++) {
                for (Act a : encoding.acts(i)) {
                    for (Act b : encoding.acts(j)) {
                        if (a.instruction() instanceof Instruction.Insert first
                                && b.instruction() instanceof Instruction.Insert second
                                && first.table().equals(second.table())
                                && !deleted.contains(first.table())
                                && !first.skipsPresent()
                                && !second.skipsPresent()) {
                            uniques(a, first, b, second);
                        }
                    }
                }
            }
        }
        parents();
    }

    private void uniques(Act a, Instruction.Insert first, Act b, Instruction.Insert second) {
        TableShape shape = encoding.application.table(first.table());
        for (List<String> unique : shape.uniques()) {
            if (unique.stream().noneMatch(column -> isUpdated(shape, column))) {
                List<SmtTerm> same = new ArrayList<>(List.of(a.guard(), b.guard()));
                for (String column : unique) {
                    same.add(encoding.equal(value(a, first, column), value(b, second, column)));
                }
                smt.require(smt.not(smt.and(same)));
            }
        }
    }

    private Symbol value(Act act, Instruction.Insert insert, String column) {
        Calculation value = insert.values().getOrDefault(column, new Calculation.Constant(null));
        return encoding.symbols.read(value, encoding.of(act).meaning(act.variables(), java.util.Map.of()));
    }

    private boolean isUpdated(TableShape shape, String column) {
        return encoding.application.programs().stream()
                .flatMap(program -> program.instructions().stream())
                .anyMatch(
                        each -> each instanceof Instruction.Update update && Rows.writesColumn(update, shape, column));
    }

    /** An instance that commits found the parents of what it inserted. */
    private void parents() {
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                if (act.check() && mode(act) == RowLock.KEY_SHARE) {
                    TableShape shape = encoding.application.table(((Instruction.Read) act.instruction())
                            .sources()
                            .get(0)
                            .table());
                    String name = "parent" + act.order() + "@" + i + "#" + act.tag();
                    NamedRow parent = encoding.parentRow(act, shape, name);
                    if (parent != null) {
                        SmtTerm given = smt.and(parent.key().values().stream()
                                .map(each -> smt.not(each.isNull()))
                                .toList());
                        smt.require(smt.implies(
                                smt.and(act.guard(), given),
                                encoding.alive(encoding.seen(parent, encoding.newest(act), act))));
                    }
                }
            }
        }
    }
}
