package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.Expr;
import org.jspecify.annotations.Nullable;

/**
 * A column of the result of a query or of RETURNING.
 *
 * @param label what it is called; empty where the database invents a name
 * @param value the expression; null where a star stands for it
 * @param sense what a star stands for here, or what the expression means where it is a column; else null
 * @param starred whether a star stands for it
 */
public record Output(
        String label, @Nullable Expr value, @Nullable ColumnSense sense, DataType type, boolean starred) {}
