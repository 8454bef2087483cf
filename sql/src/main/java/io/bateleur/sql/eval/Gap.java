package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Span;

/** A place in a statement that is not evaluated. @param what stands there */
public record Gap(Span at, String what) {}
