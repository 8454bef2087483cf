package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.List;

/** A rule of a table that a row breaks. */
enum Violation {
    UNIQUE("23505", "23000", "23505"),
    NOT_NULL("23502", "23000", "23502"),
    CHECK("23514", "23000", "23513"),
    PARENT_MISSING("23503", "23000", "23506"),
    CHILD_THERE("23503", "23000", "23503"),
    /** PostgreSQL says 23001 since 18. */
    RESTRICTED("23503", "23000", "23503"),
    TOO_LONG("22001", "22001", "22001");

    private final String postgres;
    private final String mysql;
    private final String h2;

    Violation(String postgres, String mysql, String h2) {
        this.postgres = postgres;
        this.mysql = mysql;
        this.h2 = h2;
    }

    /** SQLite has no SQLSTATE: PostgreSQL's stands for it. */
    SqlError error(SqlDialect dialect, String message) {
        if (this == RESTRICTED && dialect == SqlDialect.POSTGRES) {
            return SqlError.oneOf(List.of(new SqlError(postgres, message), new SqlError("23001", message)));
        }
        return new SqlError(dialect == SqlDialect.MYSQL ? mysql : dialect == SqlDialect.H2 ? h2 : postgres, message);
    }
}
