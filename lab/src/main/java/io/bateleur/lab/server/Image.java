package io.bateleur.lab.server;

import java.util.List;
import java.util.Map;

/**
 * A container image of a database server, and how to use it.
 *
 * @param word what we call it, as in {@code docker:postgres:17}
 * @param repository where engines look for it
 * @param port that the server listens on in the container
 * @param environment what the server's start script is told; {@code %s} is the password
 * @param arguments what follows the image on the command line
 * @param passing how settings reach the server
 * @param user whom to connect as
 * @param jdbcUrl with {@code %d} for the port
 * @param driver coordinates of its JDBC driver
 * @param dialect what the rest of the lab calls what it speaks
 */
public record Image(
        String word,
        String repository,
        int port,
        Map<String, String> environment,
        List<String> arguments,
        Passing passing,
        String user,
        String jdbcUrl,
        String driver,
        String dialect) {

    /** How settings reach a server. */
    enum Passing {
        /** {@code -c name=value} */
        POSTGRES,
        /** {@code --name=value} */
        OPTIONS,
        /** As variables of the environment. */
        ENVIRONMENT,
        /** They cannot. */
        NOT
    }

    private static final String POSTGRES_DRIVER = "org.postgresql:postgresql:42.7.14";
    private static final String MYSQL_DRIVER = "com.mysql:mysql-connector-j:9.7.0";
    private static final String MYSQL_URL =
            "jdbc:mysql://127.0.0.1:%d/test?sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final List<Image> ALL = List.of(
            new Image(
                    "postgres",
                    "postgres",
                    5432,
                    Map.of("POSTGRES_PASSWORD", "%s"),
                    List.of(),
                    Passing.POSTGRES,
                    "postgres",
                    "jdbc:postgresql://127.0.0.1:%d/postgres",
                    POSTGRES_DRIVER,
                    "postgres"),
            new Image(
                    "mysql",
                    "mysql",
                    3306,
                    Map.of("MYSQL_ROOT_PASSWORD", "%s", "MYSQL_DATABASE", "test"),
                    List.of(),
                    Passing.OPTIONS,
                    "root",
                    MYSQL_URL,
                    MYSQL_DRIVER,
                    "mysql"),
            new Image(
                    "mariadb",
                    "mariadb",
                    3306,
                    Map.of("MARIADB_ROOT_PASSWORD", "%s", "MARIADB_DATABASE", "test"),
                    List.of(),
                    Passing.OPTIONS,
                    "root",
                    "jdbc:mariadb://127.0.0.1:%d/test",
                    "org.mariadb.jdbc:mariadb-java-client:3.5.11",
                    "mariadb"),
            new Image(
                    "cockroachdb",
                    "cockroachdb/cockroach",
                    26257,
                    Map.of(),
                    List.of("start-single-node", "--insecure"),
                    Passing.NOT,
                    "root",
                    "jdbc:postgresql://127.0.0.1:%d/defaultdb?sslmode=disable",
                    POSTGRES_DRIVER,
                    "cockroachdb"),
            new Image(
                    "yugabytedb",
                    "yugabytedb/yugabyte",
                    5433,
                    Map.of(),
                    List.of("bin/yugabyted", "start", "--background=false"),
                    Passing.NOT,
                    "yugabyte",
                    "jdbc:postgresql://127.0.0.1:%d/yugabyte",
                    POSTGRES_DRIVER,
                    "yugabytedb"),
            new Image(
                    "tidb",
                    "pingcap/tidb",
                    4000,
                    Map.of(),
                    List.of(),
                    Passing.NOT,
                    "root",
                    MYSQL_URL,
                    MYSQL_DRIVER,
                    "tidb"),
            new Image(
                    "mssql",
                    "mcr.microsoft.com/mssql/server",
                    1433,
                    Map.of("MSSQL_SA_PASSWORD", "Aa1-%s"), // it insists on a mix of letters, digits and others
                    List.of(),
                    Passing.ENVIRONMENT,
                    "sa",
                    "jdbc:sqlserver://127.0.0.1:%d;encrypt=false",
                    "com.microsoft.sqlserver:mssql-jdbc:12.10.1.jre11",
                    "sqlserver"),
            new Image(
                    "oracle-free",
                    "gvenzl/oracle-free",
                    1521,
                    Map.of("ORACLE_PASSWORD", "%s"),
                    List.of(),
                    Passing.NOT,
                    "system",
                    "jdbc:oracle:thin:@//127.0.0.1:%d/FREEPDB1",
                    "com.oracle.database.jdbc:ojdbc11:23.7.0.25.01",
                    "oracle"));

    public static List<Image> all() {
        return ALL;
    }

    /** Whether that is its name: ours, its repository's, or its repository's in a registry of one's own. */
    boolean isCalled(String name) {
        return name.equals(word) || name.equals(repository) || name.endsWith("/" + repository);
    }
}
