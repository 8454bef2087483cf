package io.bateleur.app.cli;

import io.bateleur.core.trace.Trace;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.SchemaFile;
import io.bateleur.sql.lift.SqlScript;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "sql",
        description = {
            "Show which SQL statements are understood, what they read and write, and why not.",
            "Of a trace: what became of each statement. Of a file of statements (.sql): what each can be lifted to at best, "
                    + "on the tables that the file itself creates, or those of --schema."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur sql trace.jsonl.zst",
            "  bateleur sql queries.sql --dialect mysql --schema dump.sql",
            "  bateleur sql --json trace.jsonl | jq '.statements[] | select(.lifted == \"left\")'"
        })
final class SqlCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A trace, or a file of SQL statements that ends in .sql.")
    private String file = "";

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            description =
                    "Whose SQL a file of statements is: ${COMPLETION-CANDIDATES}. Default: what all databases read alike.")
    private @Nullable Dialect dialect;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Option(names = "--json", description = "Print a JSON object (docs/json.md).")
    private boolean json;

    /** The names of dialects on the command line. */
    enum Dialect {
        postgres(SqlDialect.POSTGRES),
        mysql(SqlDialect.MYSQL),
        mariadb(SqlDialect.MYSQL),
        h2(SqlDialect.H2),
        sqlite(SqlDialect.SQLITE),
        other(SqlDialect.OTHER);

        private final SqlDialect is;

        Dialect(SqlDialect is) {
            this.is = is;
        }
    }

    SqlCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Coverage coverage = file.toLowerCase(Locale.ROOT).endsWith(".sql") ? script() : trace();
        if (json) {
            terminal.out().println(SqlJson.of(file, coverage));
        } else {
            terminal.text().println(SqlText.of(file, coverage));
        }
        return ExitCodes.OK;
    }

    private Coverage script() throws IOException {
        SqlDialect of = dialect == null ? SqlDialect.OTHER : dialect.is;
        Catalog schema =
                reading.schema().isPresent() ? SchemaFile.read(reading.schema().get(), of) : Catalog.empty(of);
        return SqlScript.coverage(text(Path.of(file)), of, schema);
    }

    /** Test files of databases hold other bytes than UTF-8, on purpose. */
    private static String text(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private Coverage trace() throws IOException {
        if (dialect != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--dialect is for files of SQL statements (.sql); a trace says whose SQL it holds");
        }
        Trace trace = TraceFiles.read(terminal, file, reading.format);
        return Lift.lift(trace.history(), reading.schema()).coverage();
    }
}
