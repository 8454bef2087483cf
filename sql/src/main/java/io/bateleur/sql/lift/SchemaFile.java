package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.sql.Splitter;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.sql.parse.TableDefinition;
import io.bateleur.sql.tree.Name;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads tables from a file of {@code CREATE TABLE} statements, such as a dump of a schema. Keys, references and generated columns
 * that {@code ALTER TABLE} adds count, triggers are noted, and everything else is passed over.
 */
public final class SchemaFile {
    private static final String NAME = "(?:\"[^\"]+\"|`[^`]+`|[\\w$]+)";
    private static final String TABLE =
            "ALTER\\s+TABLE\\s+(?:IF\\s+EXISTS\\s+)?(?:ONLY\\s+)?((?:" + NAME + "\\.)?" + NAME + ")\\s+";
    private static final Pattern KEY =
            pattern(TABLE + "ADD\\s+(?:CONSTRAINT\\s+" + NAME + "\\s+)?PRIMARY\\s+KEY\\s*\\(([^)]*)\\).*");
    private static final Pattern REFERENCE = pattern(TABLE + "ADD\\s.*REFERENCES\\s+((?:" + NAME + "\\.)?" + NAME
            + ").*(?:CASCADE|SET\\s+NULL|SET\\s+DEFAULT).*");
    private static final Pattern GENERATED =
            pattern(TABLE + "ALTER\\s+(?:COLUMN\\s+)?(" + NAME + ")\\s+ADD\\s+GENERATED.*");
    private static final Pattern TRIGGER =
            pattern("CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:\\w+\\s+)*?(?:TRIGGER|RULE)\\s.*");
    private static final Pattern CREATE = pattern("CREATE\\s+(?:\\w+\\s+){0,3}?TABLE\\s.*");

    private SchemaFile() {}

    public static List<SqlTable> read(Path file) throws IOException {
        return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    }

    /** @param file what errors call the text */
    public static List<SqlTable> parse(String file, String text) throws BadInputException {
        Definitions definitions = new Definitions(List.of());
        boolean triggers = false;
        int found = 0;
        for (Splitter.Part part : Splitter.split(text)) {
            String sql = Splitter.withoutComments(part.text()).strip();
            triggers |= TRIGGER.matcher(sql).matches();
            if (CREATE.matcher(sql).matches()) {
                TableDefinition definition = TableDefinition.of(sql);
                if (definition == null) {
                    throw new BadInputException(
                            Place.text(file, part.line(), 1),
                            "CREATE TABLE is not understood: " + firstLine(sql),
                            "write it with columns, types, PRIMARY KEY and REFERENCES only");
                }
                definitions.add(definition);
                found++;
            } else {
                alter(sql, definitions);
            }
        }
        if (found == 0) {
            throw new BadInputException(
                    Place.text(file, 1, 1),
                    "no CREATE TABLE statement",
                    "write the schema with your database's dump tool");
        }
        boolean any = triggers;
        return definitions.tables().stream()
                .map(table -> new SqlTable(table.name(), table.key(), table.columns(), any, table.cascades()))
                .toList();
    }

    private static void alter(String sql, Definitions definitions) {
        Matcher key = KEY.matcher(sql);
        Matcher reference = REFERENCE.matcher(sql);
        Matcher generated = GENERATED.matcher(sql);
        if (key.matches()) {
            List<String> columns = new ArrayList<>();
            for (String column : key.group(2).split(",")) {
                columns.add(Name.of(column.strip()).text());
            }
            for (SqlTable table : definitions.named(plain(key.group(1)))) {
                definitions.replace(
                        new SqlTable(table.name(), columns, table.columns(), table.triggers(), table.cascades()));
            }
        }
        if (reference.matches()) {
            definitions.cascade(Definitions.simple(plain(reference.group(2))), plain(reference.group(1)));
        }
        if (generated.matches()) {
            for (SqlTable table : definitions.named(plain(generated.group(1)))) {
                Name name = Name.of(generated.group(2));
                List<SqlTable.Column> columns = table.columns().stream()
                        .map(c -> name.matches(c.name())
                                ? new SqlTable.Column(c.name(), c.type(), c.size(), c.scale(), true)
                                : c)
                        .toList();
                definitions.replace(
                        new SqlTable(table.name(), table.key(), columns, table.triggers(), table.cascades()));
            }
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[\"`]", "");
    }

    private static String firstLine(String sql) {
        return sql.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }
}
