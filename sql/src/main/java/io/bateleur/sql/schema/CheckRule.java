package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Expr;

/** A condition that no row of a table may make false. @param name empty where it has none */
public record CheckRule(String name, Expr condition) {}
