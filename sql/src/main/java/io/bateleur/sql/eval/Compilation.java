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

    boolean is(SqlDialect other) {
        return dialect == other;
    }

    /** Literals have none of their own: how they are compared depends on the other operand. */
    Collation literalCollation() {
        return Collation.BINARY;
    }
}
