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

    /** InnoDB has two modes only. */
    private RowLock lockOf(Act act) {
        RowLock mode = mode(act);
        if (!encoding.level(act.instance()).writesReadNewest() || mode == RowLock.NONE) {
            return mode;
        }
        return mode == RowLock.KEY_SHARE || mode == RowLock.SHARE ? RowLock.SHARE : RowLock.UPDATE;
    }

    private static boolean isAbout(Act act, String table) {
        return act.instruction() instanceof Instruction.Read read
                ? read.sources().size() == 1 && read.sources().get(0).table().equals(table)
                : Rows.table(act.instruction()).equals(table);
    }

    /** Whether it is known which rows are locked: of a LIMIT, and where InnoDB may look into another index alone, it is not. */
    private boolean isExact(Act act) {
        if (!(act.instruction() instanceof Instruction.Read read) || act.check()) {
            return true;
        }
        if (!read.whole()) {
            return false;
        }
        if (read.single()) {
            return !read.aggregated() && read.lock() != RowLock.NONE;
        }
        if (!encoding.level(act.instance()).writesReadNewest()) {
            return true;
        }
        TableShape shape = encoding.application.table(read.sources().get(0).table());
        Set<String> used = Rows.conditions(read.where(), 0);
        used.addAll(Rows.outputs(read, 0));
        Instruction.Extreme extreme = Rows.extreme(read, encoding.application);
        boolean atOneEnd = extreme != null && InnoDbIndex.isIndexed(shape, extreme.column());
        return !atOneEnd && !(mode(act) == RowLock.SHARE && InnoDbIndex.mayCover(shape, used));
    }

    /** Whether an act has a row locked when it is done. */
    private SmtTerm holds(Act act, NamedRow row) {
        if (act.instruction() instanceof Instruction.Insert) {
            return encoding.writes(act, row);
        }
        if (isSingle(act)) {
            return smt.and(act.guard(), encoding.queries.isFirst(act, row));
        }
        Encoding.SymbolicRow there = encoding.seen(row, encoding.execution(act), act);
        return locksAllOnItsWay(act)
                ? smt.and(act.guard(), encoding.alive(there), onItsWay(act, there))
                : smt.and(act.guard(), encoding.locks(act, row));
    }

    /** Whether it locks the row that it returns, and nobody knows which others. */
    private static boolean isSingle(Act act) {
        return act.instruction() instanceof Instruction.Read read && read.single() && !act.check();
    }

    /** Above READ COMMITTED InnoDB keeps locks of all rows that it scans, and of the gaps between them. */
    private boolean locksAllOnItsWay(Act act) {
        return encoding.level(act.instance()).locksGaps() && !act.check() && !isSingle(act);
    }

    /** Of a condition counts at most what may narrow the scan of an index. */
    private SmtTerm onItsWay(Act act, Encoding.SymbolicRow row) {
        List<SmtTerm> terms = new ArrayList<>();
        SymbolTable.Meaning meaning = encoding.meaning(act, java.util.Map.of(0, row));
        for (Calculation term : Rows.own(Rows.where(act.instruction()), 0)) {
            if (term.columns(0).isEmpty()
                    || term.columns(0).stream().anyMatch(column -> InnoDbIndex.isIndexed(row.row.shape(), column))) {
                terms.add(encoding.symbols.holds(term, meaning));
            }
        }
        return smt.and(terms);
    }

    /** Whether an act has to wait for whoever has a row locked. */
    private SmtTerm waits(Act act, NamedRow row) {
        if (act.instruction() instanceof Instruction.Insert || isSingle(act)) {
            return holds(act, row);
        }
        if (locksAllOnItsWay(act)) {
            return smt.and(act.guard(), onItsWay(act, encoding.seen(row, encoding.execution(act), act)));
        }
        boolean fromSnapshot = encoding.looksAgain(act);
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
        boolean conflict = Facts.conflict(lockOf(a), lockOf(b));
        if (isExact(b) && conflict) {
            SmtTerm waits = waits(b, row);
            SmtTerm free = smt.or(
                    smt.less(timing.done(b), timing.done(a)), smt.less(timing.commit(a.instance()), timing.done(b)));
            smt.require(smt.implies(smt.and(holds, waits), free));
        }
        boolean writesB = !(b.instruction() instanceof Instruction.Read);
        EngineLevel level = encoding.level(a.instance());
        if (writesB
                && conflict
                && level.firstCommitterWins()
                && !a.check()
                && !(a.instruction() instanceof Instruction.Insert)) {
            SmtTerm fine = smt.or(
                    smt.less(timing.commit(b.instance()), timing.snapshot(a.instance())),
                    smt.less(timing.done(a), timing.commit(b.instance())));
            SmtTerm checked = level.writesReadNewest() ? hasRead(a) : smt.truth(true);
            smt.require(smt.implies(smt.and(holds, encoding.writes(b, row), checked), fine));
        }
        if (writesB
                && locksAllOnItsWay(a)
                && !(a.instruction() instanceof Instruction.Insert)
                && b.instruction() instanceof Instruction.Insert) {
            SmtTerm enters = smt.and(
                    a.guard(), encoding.writes(b, row), onItsWay(a, encoding.after(row, encoding.before(b), b)));
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
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                if (act.check() && mode(act) == RowLock.NONE) {
                    noChildren(act);
                }
            }
        }
    }

    /** An instance that deletes a row by its key and commits found no children of it. */
    private void noChildren(Act check) {
        Act by = encoding.of(check).acts.stream()
                .filter(each -> !each.check()
                        && each.instruction().id() == check.instruction().id())
                .findFirst()
                .orElseThrow();
        if (!(by.instruction() instanceof Instruction.Delete delete)
                || delete.where().conjuncts().size()
                        != Rows.where(check.instruction()).conjuncts().size()) {
            return;
        }
        TableShape shape = encoding.application.table(delete.table());
        NamedRow parent = encoding.parentRow(by, shape, "deleted" + by.order() + "@" + by.instance() + "#" + by.tag());
        if (parent != null) {
            String child =
                    ((Instruction.Read) check.instruction()).sources().get(0).table();
            encoding.always.computeIfAbsent(child, any -> new ArrayList<>()).add(row -> {
                SmtTerm refers = encoding.matches(check, 0, encoding.seen(row, encoding.newest(check), check));
                smt.require(smt.not(smt.and(encoding.writes(by, parent), refers)));
            });
        }
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
