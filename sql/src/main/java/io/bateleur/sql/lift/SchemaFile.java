package io.bateleur.sql.lift;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reads the tables of a database from a file of definitions, such as a dump of its schema; other statements are passed over. */
public final class SchemaFile {
    private SchemaFile() {}

    public static Catalog read(Path file, SqlDialect dialect) throws IOException {
        return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8), dialect);
    }

    /** @param file what errors call the text */
    public static Catalog parse(String file, String text, SqlDialect dialect) throws BadInputException {
        List<Statement> statements = SqlReader.read(text, dialect);
        for (Statement statement : statements) {
            if (statement instanceof Statement.Unread unread && isTable(unread.text())) {
                throw new BadInputException(
                        Place.text(
                                file, unread.where().line(text), unread.where().column(text)),
                        "CREATE TABLE is not understood: " + unread.why(),
                        "write it with columns, types, PRIMARY KEY and REFERENCES only");
            }
        }
        if (statements.stream().noneMatch(Definition.CreateTable.class::isInstance)) {
            throw new BadInputException(
                    Place.text(file, 1, 1),
                    "no CREATE TABLE statement",
                    "write the schema with your database's dump tool");
        }
        return Catalog.empty(dialect).with(statements);
    }

    private static boolean isTable(String text) {
        return text.toUpperCase(Locale.ROOT).matches("(?s)CREATE\\s+(?:\\w+\\s+){0,3}?TABLE\\s.*");
    }
}
