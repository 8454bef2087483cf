package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Encoding.View;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** That some dependency leads from one instance to another: all ways in which it may, each a term. */
final class Edge {
    /**
     * One way.
     *
     * @param column for a report; the way may be about others of the row as well
     * @param from an act of the first instance
     * @param to one of the second
     */
    record Way(Dependency.Kind kind, String table, String column, Act from, Act to, SmtTerm term) {}

    final int from;
    final int to;
    final List<Way> ways = new ArrayList<>();
    private final Encoding encoding;
    private final Smt smt;
    private final String name;
    private final Set<Dependency.Kind> kinds;

    /** @param kinds those that count */
    Edge(Encoding encoding, int from, int to, String name, Set<Dependency.Kind> kinds) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.from = from;
        this.to = to;
        this.name = name;
        this.kinds = kinds;
        for (Act a : acts(from, name + "<")) {
            for (Act b : acts(to, name + ">")) {
                pair(a, b);
            }
        }
    }

    private List<Act> acts(int instance, String tag) {
        boolean loops = encoding.instance(instance, "").acts.stream().anyMatch(Act::inLoop);
        return encoding.instance(instance, loops ? tag : "").acts;
    }

    /** That it is there, in one way or several. */
    SmtTerm exists() {
        return smt.or(ways.stream().map(Way::term).toList());
    }

    SmtTerm is(Dependency.Kind kind) {
        return smt.or(
                ways.stream().filter(way -> way.kind() == kind).map(Way::term).toList());
    }

    @Nullable
    Way taken() {
        return ways.stream().filter(way -> smt.holds(way.term())).findFirst().orElse(null);
    }

    /** The row that the edge is about, one for each table. */
    private NamedRow row(TableShape shape) {
        return encoding.row(shape, name);
    }

    private void way(Dependency.Kind kind, TableShape shape, String column, Act a, Act b, SmtTerm condition) {
        if (condition.equals(smt.truth(false))) {
            return;
        }
        SmtTerm term = smt.unknown(name + " way " + ways.size(), SmtSort.BOOLEAN);
        smt.require(smt.implies(term, condition));
        ways.add(new Way(kind, shape.name(), column, a, b, term));
    }

    private void pair(Act a, Act b) {
        String writtenA = Rows.table(a.instruction());
        String writtenB = Rows.table(b.instruction());
        if (!writtenA.isEmpty() && writtenA.equals(writtenB) && kinds.contains(Dependency.Kind.WW)) {
            overwrites(a, b, encoding.application.table(writtenA));
        }
        if (!writtenA.isEmpty() && kinds.contains(Dependency.Kind.WR)) {
            for (Seen seen : looks(b, writtenA)) {
                reads(a, b, seen, encoding.application.table(writtenA));
            }
        }
        if (!writtenB.isEmpty() && kinds.contains(Dependency.Kind.RW)) {
            for (Seen seen : looks(a, writtenB)) {
                overlooks(a, b, seen, encoding.application.table(writtenB));
            }
        }
    }

    private void overwrites(Act a, Act b, TableShape shape) {
        NamedRow row = row(shape);
        List<String> columns = new ArrayList<>(shape.columns().keySet());
        columns.add(0, TableShape.ALIVE);
        for (String column : columns) {
            if (Rows.writesColumn(a.instruction(), shape, column)
                    && Rows.writesColumn(b.instruction(), shape, column)) {
                SmtTerm condition =
                        smt.and(encoding.writes(a, row), encoding.writes(b, row), encoding.timing.before(from, to));
                if (!encoding.timed()) {
                    condition = smt.and(condition, ModelFacts.overwrites(smt, from, to));
                }
                way(Dependency.Kind.WW, shape, column, a, b, condition);
                return; // the other columns of the row have the same condition
            }
        }
    }

    // ---- reads

    /** One of the tables that an act looks at. @param own whether it is the row of an insert */
    private record Seen(int source, Set<String> conditions, Set<String> outputs, boolean own) {}

    private List<Seen> looks(Act act, String table) {
        List<Seen> all = new ArrayList<>();
        if (act.instruction() instanceof Instruction.Read read) {
            for (int source = 0; source < read.sources().size(); source++) {
                if (read.sources().get(source).table().equals(table)) {
                    Set<String> conditions = Rows.conditions(read.where(), source);
                    Instruction.Extreme extreme = Rows.extreme(read, encoding.application);
                    if (extreme != null) {
                        conditions.add(extreme.column());
                    }
                    Set<String> outputs = new LinkedHashSet<>(Rows.outputs(read, source));
                    if (!read.whole()) {
                        outputs.addAll(
                                encoding.application.table(table).columns().keySet());
                        conditions.addAll(outputs);
                    }
                    all.add(new Seen(source, conditions, outputs, false));
                }
            }
        } else if (Rows.table(act.instruction()).equals(table)) {
            Set<String> outputs = new LinkedHashSet<>();
            if (act.instruction() instanceof Instruction.Update update) {
                update.sets().values().forEach(value -> outputs.addAll(value.columns(0)));
                update.returning()
                        .forEach(output -> outputs.addAll(output.value().columns(0)));
            }
            boolean insert = act.instruction() instanceof Instruction.Insert;
            all.add(new Seen(
                    0,
                    insert ? Set.of(TableShape.ALIVE) : Rows.conditions(Rows.where(act.instruction()), 0),
                    outputs,
                    insert));
        }
        return all;
    }

    /** What an act sees at once. @param condition under which it looks there */
    private record Sight(View view, SmtTerm condition) {}

    private List<Sight> sights(Act act, Seen seen, NamedRow row) {
        if (seen.own()) {
            Instruction.Insert insert = (Instruction.Insert) act.instruction();
            return List.of(new Sight(encoding.execution(act), encoding.inserts(act, insert, row)));
        }
        if (encoding.scansPiecemeal(act, row.shape())) {
            SmtTerm passed = encoding.passed(act, row);
            return List.of(
                    new Sight(encoding.newest(act), smt.not(passed)), new Sight(encoding.passing(act, row), passed));
        }
        if (!encoding.looksAgain(act)) {
            boolean skips = act.instruction() instanceof Instruction.Read query && query.skipsLocked();
            SmtTerm there = skips && encoding.timed() ? encoding.locks(act, row) : encoding.deletes(act);
            return List.of(new Sight(encoding.execution(act), there));
        }
        if (act.instruction() instanceof Instruction.Read read && read.skipsLocked()) {
            return List.of(new Sight(encoding.newest(act), encoding.locks(act, row)));
        }
        SmtTerm before = encoding.matches(act, seen.source(), encoding.seen(row, encoding.snapshot(act), act));
        return List.of(new Sight(encoding.newest(act), before), new Sight(encoding.snapshot(act), smt.not(before)));
    }

    /** Whether a row belongs to what an act asks for, and is not behind the extreme one. */
    private SmtTerm counts(Act act, Seen seen, Encoding.SymbolicRow row) {
        if (seen.own()) {
            return smt.truth(true);
        }
        SmtTerm matches = encoding.matches(act, seen.source(), row);
        Symbol best = encoding.queries.extremeValue(act);
        Instruction.Extreme extreme =
                act.instruction() instanceof Instruction.Read read ? Rows.extreme(read, encoding.application) : null;
        if (best == null || extreme == null) {
            return matches;
        }
        Symbol value = row.cell(extreme.column());
        if (value.kind() == ValueKind.BOOLEAN || value.kind() != best.kind()) {
            return matches;
        }
        SmtTerm reaches =
                extreme.largest() ? smt.atMost(best.term(), value.term()) : smt.atMost(value.term(), best.term());
        return smt.and(matches, smt.or(best.isNull(), value.isNull(), reaches));
    }

    private interface Condition {
        SmtTerm of(boolean decides, String column);
    }

    /** One way for the columns that decide, one for those that are only returned: of each kind they have the same condition. */
    private void columns(
            Dependency.Kind kind, TableShape shape, Seen seen, Act writer, Act a, Act b, Condition condition) {
        boolean whole = !(writer.instruction() instanceof Instruction.Update);
        for (String column : seen.conditions()) {
            if (Rows.writesColumn(writer.instruction(), shape, column) && (!whole || column.equals(TableShape.ALIVE))) {
                way(kind, shape, column, a, b, condition.of(true, column));
            }
        }
        if (!whole) {
            for (String column : seen.outputs()) {
                if (!seen.conditions().contains(column) && Rows.writesColumn(writer.instruction(), shape, column)) {
                    way(kind, shape, column, a, b, condition.of(false, column));
                }
            }
        }
    }

    /** The first writes what the second reads. */
    private void reads(Act a, Act b, Seen seen, TableShape shape) {
        NamedRow row = row(shape);
        for (Sight sight : sights(b, seen, row)) {
            columns(Dependency.Kind.WR, shape, seen, a, a, b, (decides, column) -> {
                SmtTerm now = counts(b, seen, encoding.seen(row, sight.view(), b));
                SmtTerm before =
                        decides ? counts(b, seen, encoding.untouched(row, encoding.before(a), a)) : smt.truth(false);
                List<SmtTerm> all = new ArrayList<>(List.of(
                        encoding.writes(a, row),
                        b.guard(),
                        sight.condition(),
                        encoding.sees(from, sight.view()),
                        smt.or(now, before),
                        smt.not(encoding.wroteBefore(b, row, column, sight.view())),
                        lastIs(sight.view(), row, column),
                        encoding.identical(
                                encoding.base(sight.view(), row, column),
                                encoding.after(row, encoding.execution(a), a).cell(column))));
                for (int other = 0; other < encoding.size(); other++) {
                    if (other != from && other != to) {
                        SmtTerm hides = smt.and(
                                encoding.writes(other, row, column),
                                encoding.sees(other, sight.view()),
                                encoding.timing.before(from, other));
                        all.add(smt.not(hides));
                    }
                }
                return smt.and(all);
            });
        }
    }

    /** The first does not see what the second writes. */
    private void overlooks(Act a, Act b, Seen seen, TableShape shape) {
        NamedRow row = row(shape);
        for (Sight sight : sights(a, seen, row)) {
            columns(Dependency.Kind.RW, shape, seen, b, a, b, (decides, column) -> {
                SmtTerm now = counts(a, seen, encoding.seen(row, sight.view(), a));
                SmtTerm after =
                        decides ? counts(a, seen, encoding.after(row, encoding.before(b), b)) : smt.truth(false);
                List<SmtTerm> all = new ArrayList<>(List.of(
                        encoding.writes(b, row),
                        a.guard(),
                        sight.condition(),
                        smt.not(encoding.sees(to, sight.view())),
                        smt.or(now, after),
                        smt.not(encoding.wroteBefore(a, row, column, sight.view())),
                        lastIsBefore(sight.view(), row, column)));
                for (int other = 0; other < encoding.size(); other++) {
                    if (other != from && other != to) {
                        SmtTerm later = smt.and(
                                encoding.writes(other, row, column),
                                encoding.sees(other, sight.view()),
                                encoding.timing.before(to, other));
                        all.add(smt.not(later));
                    }
                }
                return smt.and(all);
            });
        }
    }

    /** That the version that is read of whether a row is there is that of the first. */
    private SmtTerm lastIs(Encoding.View view, NamedRow row, String column) {
        return hasOrder(column)
                ? smt.equal(VersionOrder.last(encoding, view, row), encoding.timing.commit(from))
                : smt.truth(true);
    }

    private SmtTerm lastIsBefore(Encoding.View view, NamedRow row, String column) {
        return hasOrder(column)
                ? smt.less(VersionOrder.last(encoding, view, row), encoding.timing.commit(to))
                : smt.truth(true);
    }

    private boolean hasOrder(String column) {
        return !encoding.timed() && column.equals(TableShape.ALIVE);
    }
}
