package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement does, in one of the shapes that lifting understands. */
public sealed interface Liftable {

    /**
     * A query of plain columns.
     *
     * @param limit null when there is none
     * @param skips whether it leaves rows out by an offset, or because they are locked
     * @param other what is in it that lifting does not understand, or null
     */
    record Query(
            List<Term> items,
            List<Source> sources,
            List<Condition> where,
            List<OrderBy> order,
            @Nullable Term limit,
            boolean skips,
            boolean locking,
            @Nullable String other)
            implements Liftable {}

    record OrderBy(Term by, boolean descending) {}

    record Assignment(Name column, Term value) {}

    /** What an insert does about a row that is there already. */
    enum Conflict {
        FAIL,
        SKIP,
        /** Skips whatever fails, and changes values that do not fit: {@code INSERT IGNORE}. */
        IGNORE,
        /** Sets what {@link Insert#updates} says. */
        UPDATE,
        /** Sets every column that is given: {@code MERGE INTO ... KEY}. */
        MERGE,
        /** Sets what {@link Insert#updates} says, in the row that any unique key finds: {@code ON DUPLICATE KEY UPDATE}. */
        DUPLICATE,
        /** Deletes the rows that any unique key finds: {@code REPLACE}. */
        REPLACE
    }

    /**
     * An insert.
     *
     * @param columns empty: all, in the order of the table
     * @param rows null: they come from a query
     * @param target the columns whose conflict is meant
     * @param sought what the columns of the target are compared with; empty: what is given for them
     * @param always whether a conflict always updates
     * @param returning null: nothing
     */
    record Insert(
            Source table,
            List<Name> columns,
            @Nullable List<List<Term>> rows,
            Conflict conflict,
            List<Name> target,
            List<Term> sought,
            List<Assignment> updates,
            boolean always,
            @Nullable List<Term> returning)
            implements Liftable {}

    record Update(
            Source table,
            List<Assignment> assignments,
            List<Condition> where,
            @Nullable List<Term> returning) implements Liftable {}

    record Delete(
            Source table, List<Condition> where, @Nullable List<Term> returning) implements Liftable {}

    /**
     * {@code TRUNCATE}, or a table that is dropped.
     *
     * @param cascade whether other tables may be emptied too
     */
    record Clear(List<Source> tables, boolean cascade, boolean drop) implements Liftable {}

    /** Changes these tables in a way that lifting does not follow. */
    record Obscure(List<Source> tables, String why) implements Liftable {}

    record Savepoint(Name name) implements Liftable {}

    record RollbackTo(Name name) implements Liftable {}

    record Release(Name name) implements Liftable {}

    /** A definition that changes the rows of these tables, or what names mean; no count tells of it. */
    record Redefine(List<Source> tables, String why) implements Liftable {}

    /** A new table, index and the like, or a setting of the session: no row is read or written. */
    record Harmless() implements Liftable {}

    /** @param filled whether it may have rows from the start, or take the place of another */
    record CreateTable(Source table, boolean filled) implements Liftable {}

    /** From now on names may mean tables of another schema. */
    record ChangeSchema(List<String> schemas) implements Liftable {}

    /** A read that lifting does not understand. */
    record ObscureRead(String why) implements Liftable {}

    /** May write anything. */
    record Anything(String why) implements Liftable {}
}
