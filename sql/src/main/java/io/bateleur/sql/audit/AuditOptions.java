package io.bateleur.sql.audit;

import io.bateleur.sql.tree.SqlDialect;
import java.util.Optional;

/**
 * How a log is audited.
 *
 * @param level empty: each transaction at the level that it had
 * @param dialect empty: what the log says
 * @param schema SQL that defines the tables; empty: what the log says
 * @param initial SQL that makes the rows at first, and tables; empty: what the log says
 * @param clockError nanoseconds by which times of different clients can differ
 */
public record AuditOptions(
        Optional<AuditLevel> level,
        Optional<SqlDialect> dialect,
        Optional<String> schema,
        Optional<String> initial,
        long clockError) {

    public static AuditOptions none() {
        return new AuditOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 0);
    }

    public AuditOptions at(AuditLevel other) {
        return new AuditOptions(Optional.of(other), dialect, schema, initial, clockError);
    }
}
