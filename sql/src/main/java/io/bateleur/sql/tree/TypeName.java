package io.bateleur.sql.tree;

import java.util.List;

/**
 * A type as a statement names it: {@code SETOF numeric(10, 2) [] }.
 *
 * @param before words before the name
 * @param name of types of several words, such as {@code double precision}, all of them in one part
 * @param after words after the arguments: {@code UNSIGNED}, {@code WITH TIME ZONE}, {@code %ROWTYPE}
 * @param array the brackets
 */
public record TypeName(Span at, String before, Qualified name, List<Expr> arguments, String after, String array)
        implements Node {
    public TypeName {
        arguments = List.copyOf(arguments);
    }
}
