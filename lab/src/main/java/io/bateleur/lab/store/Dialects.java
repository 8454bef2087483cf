package io.bateleur.lab.store;

import java.util.Locale;

/** The SQL databases whose own words we know. */
public final class Dialects {
    private Dialects() {}

    /**
     * What a database speaks, by its name or the beginning of its JDBC URL; what nobody knows speaks the standard.
     *
     * @param model how it keeps transactions apart, where it can be told: HSQLDB's LOCKS, MVLOCKS or MVCC
     */
    public static Dialect of(String name, String model) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "postgres", "postgresql" -> new PostgresDialect();
            case "mariadb", "mysql" -> new InnoDbDialect();
            case "cockroachdb" -> new CockroachDialect();
            case "yugabytedb" -> new YugabyteDialect();
            case "tidb" -> new TiDbDialect();
            case "sqlserver" -> new SqlServerDialect();
            case "oracle" -> new OracleDialect();
            case "h2" -> new H2Dialect();
            case "hsqldb" -> new HsqldbDialect(model.toUpperCase(Locale.ROOT));
            case "derby" -> new DerbyDialect();
            case "duckdb" -> new DuckDbDialect();
            case "sqlite" -> new SqliteDialect();
            default -> new Dialect();
        };
    }
}
