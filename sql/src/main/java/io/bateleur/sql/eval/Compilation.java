package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is shared while one statement is compiled: its dialect, the tables there are, numbers for rows and remembered results. */
final class Compilation {
    final SqlDialect dialect;
    final Shapes shapes;
    /** Queries and changes that WITH has named, by their names in lower case, innermost last. */
    final Map<String, CommonTable> commonTables = new HashMap<>();
    /** The numbers of all rows that what is being compiled refers to. */
    BitSet used = new BitSet();

    /** The row that an INSERT proposes, which VALUES(column) means after ON DUPLICATE KEY UPDATE; null elsewhere. */
    Scope.@Nullable Origin proposed;

    /** How many operations may fail for some values. */
    int failing;
    /** How many of them are computed for certain, for rows that are there, so that an error is known when it happens. */
    int certain;
    /** Where routines are found; null where none may be called. */
    @Nullable
    Rulebook rulebook;
    /** Changes in WITH, in the order of the text. */
    final java.util.List<CommonTable> changesInWith = new java.util.ArrayList<>();
    /** Variables of a routine by number; null outside of one. */
    @Nullable
    RoutineScope parameters;
    /** The query whose rows are the answer. */
    io.bateleur.sql.tree.@Nullable Query top;

    private int slots;
    private int memos;

    Compilation(SqlDialect dialect, Shapes shapes) {
        this.dialect = dialect;
        this.shapes = shapes;
    }

    int newSlot() {
        return slots++;
    }

    int newMemo() {
        return memos++;
    }

    int slots() {
        return slots;
    }

    int memos() {
        return memos;
    }

    /** Whether the statement may be refused for values that are computed in an order that the database chooses. */
    boolean mayFail() {
        return failing > certain;
    }

    /** What was compiled since then is computed for certain, unless something in it decides what is computed. */
    void computedForCertain(io.bateleur.sql.tree.Expr expression, int failingBefore) {
        boolean[] decides = new boolean[1];
        io.bateleur.sql.tree.Walk.each(expression, node -> decides[0] |= decides(node) || isComputedFirst(node));
        if (!decides[0]) {
            certain += failing - failingBefore;
        }
    }

    /** A constant part may be computed even where there are no rows. */
    private static boolean isComputedFirst(io.bateleur.sql.tree.Node node) {
        boolean operation =
                node instanceof io.bateleur.sql.tree.Expr.Binary || node instanceof io.bateleur.sql.tree.Expr.Cast;
        return operation && Folding.isConstant((io.bateleur.sql.tree.Expr) node);
    }

    private static boolean decides(io.bateleur.sql.tree.Node node) {
        return node instanceof io.bateleur.sql.tree.Expr.Case
                || node instanceof io.bateleur.sql.tree.Expr.Logical
                || node instanceof io.bateleur.sql.tree.Query
                || node instanceof io.bateleur.sql.tree.Expr.Between
                || node instanceof io.bateleur.sql.tree.Expr.In
                || node instanceof io.bateleur.sql.tree.Expr.FunctionCall call
                        && (Aggregate.is(call)
                                || !java.util.Set.of("abs", "length", "upper", "lower")
                                        .contains(call.name().last().text().toLowerCase(java.util.Locale.ROOT)));
    }

    boolean is(SqlDialect other) {
        return dialect == other;
    }

    /** Literals have none of their own: how they are compared depends on the other operand. */
    Collation literalCollation() {
        return Collation.BINARY;
    }
}
