package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;

/** A row in one state of a database. */
record PlainRow(TableShape table, long id, Object[] values, Presence presence) implements Row {}
