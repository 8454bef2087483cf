package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Encoding.SymbolicRow;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What queries return, as terms: rows that are witnesses for it, and that no row that is spoken of says otherwise. */
final class QueryResults {
    private final Encoding encoding;
    private final Smt smt;
    private final SymbolTable symbols;
    private final Map<List<Object>, Map<String, Symbol>> firstRows = new HashMap<>();
    /** The row that is the first, and whether there is one. */
    private final Map<List<Object>, Witness> witnesses = new HashMap<>();

    private record Witness(NamedRow row, SmtTerm found) {}

    QueryResults(Encoding encoding) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.symbols = encoding.symbols;
    }

    /** The columns of the first row of a query, or of any of its rows, all NULL if there is none. */
    Map<String, Symbol> firstRow(Act act, String name) {
        return firstRows.computeIfAbsent(
                List.of(act.instance(), act.order(), act.tag()), any -> queried(act, name, null));
    }

    /** The columns of one of its rows, which there is if a condition holds. */
    Map<String, Symbol> anyRow(Act act, String name, SmtTerm there) {
        return queried(act, name, there);
    }

    private Map<String, Symbol> queried(Act act, String name, @Nullable SmtTerm there) {
        Instruction.Read read = (Instruction.Read) act.instruction();
        Map<String, Symbol> result = new LinkedHashMap<>();
        Instruction.Extreme extreme = Rows.extreme(read, encoding.application);
        boolean value = read.aggregated() && (extreme == null || !extreme.aggregate());
        if (!read.whole() || value && there != null) {
            for (int i = 0;
                    i < Math.max(1, Math.max(read.outputs().size(), read.into().size()));
                    i++) {
                String column =
                        i < read.outputs().size() ? read.outputs().get(i).name() : "column " + i;
                result.put(column, symbols.unknown(name + ".u" + i, ValueKind.INTEGER, true));
            }
            return result;
        }
        SmtTerm found = there != null ? there : smt.unknown(name + "!", SmtSort.BOOLEAN);
        Map<Integer, SymbolicRow> witness = new HashMap<>();
        for (int source = 0; source < read.sources().size(); source++) {
            TableShape shape =
                    encoding.application.table(read.sources().get(source).table());
            Map<String, Symbol> pinned = read.sources().size() == 1 ? encoding.pinned(act, shape) : null;
            NamedRow row = pinned == null
                    ? encoding.row(shape, name + "." + source)
                    : encoding.row(shape, name + "." + source, pinned);
            witness.put(source, encoding.seen(row, encoding.execution(act), act));
        }
        List<SmtTerm> match = new ArrayList<>();
        witness.values().forEach(row -> match.add(encoding.alive(row)));
        if (read.sources().size() == 1 && encoding.timed() && !encoding.isPlainRead(act)) {
            match.add(encoding.locks(act, Objects.requireNonNull(witness.get(0)).row));
        }
        match.add(symbols.holds(read.where(), encoding.meaning(act, witness)));
        smt.require(smt.implies(smt.and(act.guard(), found), smt.and(match)));
        if (read.sources().size() == 1 && there == null && !(read.aggregated())) {
            witnesses.put(
                    List.of(act.instance(), act.order(), act.tag()),
                    new Witness(Objects.requireNonNull(witness.get(0)).row, found));
        }
        if (read.sources().size() == 1) {
            nothingElse(act, read, extreme, there == null ? found : null, Objects.requireNonNull(witness.get(0)));
        }
        for (int i = 0; i < read.outputs().size(); i++) {
            Instruction.Output output = read.outputs().get(i);
            Symbol cell = read.aggregated() && extreme == null
                    ? aggregate(read, output, found, name + ".a" + i)
                    : symbols.read(output.value(), encoding.meaning(act, witness));
            boolean keeps = read.aggregated() && extreme == null;
            String column =
                    output.name().isEmpty() || result.containsKey(output.name()) ? "column " + i : output.name();
            result.put(
                    column, keeps ? cell : new Symbol(cell.kind(), cell.term(), smt.or(smt.not(found), cell.isNull())));
        }
        return result;
    }

    private Symbol aggregate(Instruction.Read read, Instruction.Output output, SmtTerm found, String name) {
        if (output.aggregate().startsWith("COUNT")) {
            SmtTerm count = smt.unknown(name, SmtSort.INTEGER);
            smt.require(smt.atMost(smt.integer(0), count));
            if (output.value() instanceof Calculation.Constant
                    && !output.aggregate().endsWith("DISTINCT")) {
                smt.require(smt.equal(found, smt.less(smt.integer(0), count)));
            }
            return new Symbol(ValueKind.INTEGER, count, smt.truth(false));
        }
        Symbol value =
                symbols.unknown(name, ValueKind.DECIMAL, !output.aggregate().equals("SUM0"));
        if (!output.aggregate().equals("SUM0")) {
            smt.require(smt.or(found, value.isNull()));
            if (isNeverNull(read, output.value())) {
                smt.require(smt.implies(found, smt.not(value.isNull())));
            }
        }
        return value;
    }

    private boolean isNeverNull(Instruction.Read read, Calculation value) {
        return value instanceof Calculation.ColumnOf column
                && encoding.application
                        .table(read.sources().get(column.source()).table())
                        .field(column.column())
                        .notNull();
    }

    /** Of all rows that are spoken of, those that match are found, and no better than the extreme one. */
    private void nothingElse(
            Act act,
            Instruction.Read read,
            Instruction.@Nullable Extreme extreme,
            @Nullable SmtTerm found,
            SymbolicRow best) {
        String table = read.sources().get(0).table();
        if (found == null) {
            return;
        }
        encoding.always.computeIfAbsent(table, any -> new ArrayList<>()).add(row -> {
            SymbolicRow other = encoding.seen(row, encoding.execution(act), act);
            SmtTerm match = smt.and(act.guard(), encoding.locks(act, row));
            Symbol mine = extreme == null ? null : best.cell(extreme.column());
            if (extreme != null && mine != null) {
                Symbol theirs = other.cell(extreme.column());
                SmtTerm bound = extreme.largest()
                        ? smt.atMost(theirs.term(), mine.term())
                        : smt.atMost(mine.term(), theirs.term());
                boolean ordered = mine.kind() != ValueKind.BOOLEAN;
                SmtTerm holds = ordered ? smt.or(theirs.isNull(), smt.and(found, smt.or(mine.isNull(), bound))) : found;
                smt.require(smt.implies(match, extreme.aggregate() ? holds : smt.and(found, holds)));
            } else {
                smt.require(smt.implies(match, found));
            }
        });
    }

    /** Whether a row is the first of a query. */
    SmtTerm isFirst(Act act, NamedRow row) {
        firstRow(act, "f" + act.order() + "@" + act.instance() + "#" + act.tag());
        Witness witness = witnesses.get(List.of(act.instance(), act.order(), act.tag()));
        return witness == null ? smt.truth(false) : smt.and(witness.found(), encoding.sameRow(witness.row(), row));
    }

    /** Whether a value is among the rows that a query found. */
    Symbol member(Act from, Symbol value, String name) {
        SmtTerm is = smt.unknown(name, SmtSort.BOOLEAN);
        Map<String, Symbol> row = anyRow(from, name, smt.and(is, from.guard()));
        if (!row.isEmpty()) {
            smt.require(smt.implies(is, encoding.equal(row.values().iterator().next(), value)));
        }
        return new Symbol(ValueKind.BOOLEAN, is, smt.truth(false));
    }

    /** The extreme value that a query found, if it asks for one. */
    @Nullable
    Symbol extremeValue(Act act) {
        Instruction.Extreme extreme =
                act.instruction() instanceof Instruction.Read read ? Rows.extreme(read, encoding.application) : null;
        if (act.instruction() instanceof Instruction.Read read && extreme != null && !act.check()) {
            Map<String, Symbol> row = firstRow(act, "x" + act.order() + "@" + act.instance() + "#" + act.tag());
            int i = 0;
            for (Symbol each : row.values()) {
                if (i < read.outputs().size()
                        && read.outputs().get(i).value() instanceof ColumnOf column
                        && column.column().equals(extreme.column())) {
                    return each;
                }
                i++;
            }
        }
        return null;
    }
}
