package io.bateleur.sql.resolve;

import io.bateleur.sql.tree.Span;

/** A name that could not be resolved. @param why for people, with the name */
public record Unresolved(Span at, String why) {}
