package io.bateleur.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.tree.Printer;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is printed reads as the tree that was printed. */
class PrinterTest {
    private static final int GENERATED = 2000;
    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern STATEMENT =
            Pattern.compile("(?is)\\s*(select|insert|update|delete|merge|create|alter|drop|with|set|begin|call)\\s.*");

    @ParameterizedTest
    @EnumSource
    void generatedStatementsReadBack(SqlDialect dialect) {
        for (long seed = 0; seed < GENERATED; seed++) {
            String sql = new GeneratedSql(seed, dialect).statement();
            List<Statement> read = SqlReader.read(sql, dialect);
            String what = dialect + " seed " + seed + ": " + sql;
            assertThat(read).as(what).hasSize(1);
            assertThat(Walk.all(read.get(0), Statement.Unread.class)).as(what).isEmpty();
            String printed = Printer.print(read.get(0), dialect);
            assertThat(SqlReader.read(printed, dialect))
                    .as(what + "\n" + printed)
                    .isEqualTo(read);
        }
    }

    /** Every text of this project that looks like SQL: in the workloads, the tests, the examples and the documentation. */
    @Test
    void theStatementsOfThisProjectReadBack() throws IOException {
        int read = 0;
        for (String sql : ownStatements()) {
            for (SqlDialect dialect : List.of(SqlDialect.POSTGRES, SqlDialect.MYSQL, SqlDialect.OTHER)) {
                for (Statement statement : SqlReader.read(sql, dialect)) {
                    String printed = Printer.print(statement, dialect);
                    List<Statement> again = SqlReader.read(printed, dialect);
                    if (!(statement instanceof Statement.Unread) && sql.indexOf('?') == sql.lastIndexOf('?')) {
                        assertThat(again).as(sql + "\n" + printed).isEqualTo(List.of(statement));
                        read++;
                    }
                }
            }
        }
        assertThat(read).isGreaterThan(1000);
    }

    private static List<String> ownStatements() throws IOException {
        List<String> found = new ArrayList<>();
        Path root = Path.of("..");
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(PrinterTest::isOwn)::iterator) {
                String text = Files.readString(file);
                if (file.toString().endsWith(".sql")) {
                    found.add(text);
                    continue;
                }
                Matcher matcher = LITERAL.matcher(text);
                while (matcher.find()) {
                    String literal = matcher.group(1)
                            .replace("\\\"", "\"")
                            .replace("\\\\", "\\")
                            .replace("\\n", "\n");
                    if (STATEMENT.matcher(literal).matches()) {
                        found.add(literal);
                    }
                }
            }
        }
        return found;
    }

    private static boolean isOwn(Path file) {
        String name = file.toString();
        return Files.isRegularFile(file)
                && !name.contains("target")
                && (name.endsWith(".java") || name.endsWith(".sql"));
    }
}
