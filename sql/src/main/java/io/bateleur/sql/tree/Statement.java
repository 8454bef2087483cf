package io.bateleur.sql.tree;

import org.jspecify.annotations.Nullable;

/** A statement. */
public sealed interface Statement extends Node
        permits Query, Change, Definition, Utility, Procedural, Statement.Unread {

    /**
     * A statement that is not read, as it stands in its text.
     *
     * @param why what was expected where
     * @param where the first word or sign that does not fit
     * @param table the table that it changes, where its beginning says so for certain
     */
    record Unread(
            Span at,
            String text,
            String why,
            Span where,
            @Nullable Qualified table) implements Statement {}
}
