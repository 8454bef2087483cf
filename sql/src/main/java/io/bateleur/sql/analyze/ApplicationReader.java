package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.Reference;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads files of SQL: a schema, and transactions behind lines {@code -- transaction name(parameters)}, or procedures.
 *
 * <p>What the language of transactions has beside SQL is written so that the reader of procedures' bodies understands it, without
 * moving anything: all places remain those of the file.
 */
public final class ApplicationReader {
    private static final Pattern HEADER = Pattern.compile(
            "(?im)^[ \\t]*--[ \\t]*transaction[ \\t]+([\\w$.]+)[ \\t]*(?:\\((.*?)\\))?[ \\t]*(?:at[ \\t]+([\\w -]+?))?[ \\t;]*$");
    private static final Pattern ALMOST = Pattern.compile("(?im)^[ \\t]*--[ \\t]*transaction\\b[^\\n]*$");
    private static final Pattern PAIR =
            Pattern.compile("(?im)^[ \\t]*--[ \\t]*pair[ \\t]+([\\w$.]+)[ \\t]*,[ \\t]*([\\w$.]+)[ \\t]*$");
    private static final Pattern INCLUDE = Pattern.compile("(?im)^[ \\t]*--[ \\t]*include[ \\t]+(\\S+)[ \\t]*$");
    private static final Pattern IGNORE = Pattern.compile("(?im)^[ \\t]*--[ \\t]*bateleur:[ \\t]*ignore\\b(.*)$");
    private static final Pattern PARAMETER =
            Pattern.compile("\\s*:?([A-Za-z_]\\w*)\\s+([A-Za-z_][\\w ]*(?:\\([^()]*\\))?)\\s*");

    private final SqlDialect dialect;
    private final List<String> names = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<List<Statement>> heads = new ArrayList<>();
    /** Files that others include: who includes one may define its transactions anew. */
    private final Set<String> included = new LinkedHashSet<>();

    private Catalog start;

    public ApplicationReader(SqlDialect dialect) {
        this.dialect = dialect;
        this.start = Catalog.empty(dialect);
    }

    /** Begins with the tables that a catalog has. */
    public ApplicationReader with(Catalog catalog) {
        start = catalog;
        return this;
    }

    /** Adds a file; nothing is read before {@link #read}. */
    public ApplicationReader add(String file, String text) {
        names.add(file);
        texts.add(text.replace("\r\n", "\n").replace("\ufeff", ""));
        return this;
    }

    /** Puts the files that others include before them. */
    private void include() throws BadInputException {
        for (int i = 0; i < names.size(); i++) {
            Matcher include = INCLUDE.matcher(texts.get(i));
            int at = i;
            while (include.find()) {
                Path path = Path.of(names.get(at)).resolveSibling(include.group(1));
                if (!names.contains(path.toString())) {
                    try {
                        texts.add(at, Files.readString(path).replace("\r\n", "\n"));
                        names.add(at, path.toString());
                    } catch (IOException e) {
                        throw fail(at, include.start(), "there is no file " + path, "paths are seen from this file");
                    }
                    included.add(path.toString());
                    at++;
                }
            }
            if (at > i) {
                i--; // what was put here may include others
            }
        }
    }

    public Application read() throws BadInputException {
        String named = names.get(0);
        include();
        Catalog catalog = start;
        List<String> schema = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            List<Statement> head = SqlReader.read(head(texts.get(i)), dialect);
            heads.add(head);
            for (Statement each : head) {
                checkDefinition(i, each);
                catalog = catalog.with(List.of(each));
                if (catalog.tables().stream()
                        .flatMap(table -> table.references().stream())
                        .anyMatch(Reference::writes)) {
                    throw fail(
                            i,
                            each.at().from(),
                            "a foreign key here changes rows by itself (CASCADE, SET NULL, SET DEFAULT), which is not analysed",
                            "write these changes as statements of the transactions");
                }
                if (each instanceof Definition && !(each instanceof Definition.CreateRoutine)) {
                    schema.add(words(texts.get(i), each.at()));
                }
            }
        }
        Map<String, TableShape> tables = SchemaShapes.of(catalog);
        List<TransactionProgram> programs = new ArrayList<>();
        List<Application.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (List<TransactionProgram> more : List.of(routines(i, tables), programs(i, tables))) {
                more.forEach(each -> add(each, programs));
            }
        }
        for (int i = 0; i < names.size(); i++) {
            pairs(i, programs, pairs);
        }
        Set<String> seen = new LinkedHashSet<>();
        for (TransactionProgram each : programs) {
            if (!seen.add(each.name().toLowerCase(Locale.ROOT))) {
                throw new BadInputException(
                        Place.text(each.file(), each.line(), 1), "a second transaction is called " + each.name(), "");
            }
        }
        if (programs.isEmpty()) {
            throw new BadInputException(
                    Place.file(String.join(", ", names)),
                    "no transactions found",
                    "put a line such as -- transaction transfer(src int, dst int) before the statements of each");
        }
        return new Application(named, tables, programs, pairs, schema);
    }

    private void add(TransactionProgram program, List<TransactionProgram> programs) {
        for (int i = 0; i < programs.size(); i++) {
            boolean same = programs.get(i).name().equalsIgnoreCase(program.name());
            if (same
                    && included.contains(programs.get(i).file())
                    && !programs.get(i).file().equals(program.file())) {
                programs.set(i, program);
                return;
            }
        }
        programs.add(program);
    }

    private static String words(String text, Span at) {
        return text.substring(at.from(), Math.min(at.to(), text.length())).strip();
    }

    private static String head(String text) {
        Matcher header = ALMOST.matcher(text);
        return header.find() ? text.substring(0, header.start()) : text;
    }

    private BadInputException fail(int file, int offset, String problem, String hint) {
        Span at = new Span(offset, offset);
        String text = texts.get(file);
        return new BadInputException(
                Place.text(names.get(file), at.line(text), Math.max(1, at.column(text))), problem, hint);
    }

    private void checkDefinition(int file, Statement statement) throws BadInputException {
        if (statement instanceof Statement.Unread unread) {
            throw fail(file, unread.where().from(), unread.why(), "");
        }
        if (statement instanceof Definition.CreateTrigger) {
            throw fail(
                    file,
                    statement.at().from(),
                    "triggers are not analysed",
                    "write what it does as statements of the transactions");
        }
        if (!(statement instanceof Definition) && !(statement instanceof Utility)) {
            throw fail(
                    file,
                    statement.at().from(),
                    "a statement stands outside of every transaction",
                    "put a line such as -- transaction name(parameter int) before it; only definitions stand at the top");
        }
    }

    // ---- transactions between comments

    private List<TransactionProgram> programs(int file, Map<String, TableShape> tables) throws BadInputException {
        String text = texts.get(file);
        List<TransactionProgram> programs = new ArrayList<>();
        Matcher almost = ALMOST.matcher(text);
        List<Integer> starts = new ArrayList<>();
        while (almost.find()) {
            starts.add(almost.start());
        }
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : text.length();
            Matcher header = HEADER.matcher(text).region(starts.get(i), end);
            if (!header.find() || header.start() != starts.get(i)) {
                throw fail(
                        file,
                        starts.get(i),
                        "this is no header of a transaction",
                        "as in -- transaction transfer(src int, dst int, amt int) at serializable");
            }
            programs.add(program(file, tables, header, end));
        }
        return programs;
    }

    private TransactionProgram program(int file, Map<String, TableShape> tables, Matcher header, int end)
            throws BadInputException {
        String text = texts.get(file);
        Scope scope = new Scope(names.get(file), text, tables, false);
        List<TransactionProgram.Parameter> parameters = new ArrayList<>();
        String list = header.group(2) == null ? "" : header.group(2);
        for (String each : list.isBlank() ? new String[0] : list.split(",(?![^(]*\\))")) {
            Matcher parameter = PARAMETER.matcher(each);
            if (!parameter.matches()) {
                throw fail(
                        file,
                        header.start(2),
                        "'" + each.strip() + "' is no parameter",
                        "a name and a type, as in amount int");
            }
            ValueKind kind = ValueKind.of(parameter.group(2));
            parameters.add(new TransactionProgram.Parameter(
                    parameter.group(1), kind, parameter.group(2).strip()));
            scope.declare(parameter.group(1));
        }
        int begin = header.end();
        String body = " ".repeat(begin) + Dialogue.rewritten(text.substring(begin, end));
        List<Instruction> instructions = new BodyTranslation(scope).all(SqlReader.body(body, dialect));
        String level = header.group(3) == null ? "" : header.group(3).strip();
        return ignored(
                file,
                new TransactionProgram(
                        header.group(1),
                        names.get(file),
                        new Span(header.start(), header.start()).line(text) + leadingLines(header),
                        parameters,
                        level,
                        instructions,
                        Optional.empty(),
                        List.of()),
                header.start(),
                end);
    }

    private static int leadingLines(Matcher header) {
        return (int) header.group().chars().takeWhile(c -> c == '\n').count();
    }

    /** Reads the comments that hide findings: before the header, or before a statement. */
    private TransactionProgram ignored(int file, TransactionProgram program, int begin, int end)
            throws BadInputException {
        String text = texts.get(file);
        Optional<String> whole = Optional.empty();
        List<Integer> lines = new ArrayList<>();
        Matcher ignore = IGNORE.matcher(text);
        while (ignore.find()) {
            String reason = ignore.group(1).strip();
            if (reason.isEmpty()) {
                throw fail(file, ignore.start(), "a finding is ignored without a reason", "-- bateleur: ignore REASON");
            }
            int line = new Span(ignore.start(), ignore.start()).line(text);
            int next = nextCode(text, ignore.end());
            if (ignore.start() < begin && next >= begin) {
                whole = Optional.of(reason);
            } else if (ignore.start() > begin && ignore.start() < end && next < end) {
                program.instructions().stream()
                        .mapToInt(Instruction::line)
                        .filter(each -> each > line)
                        .min()
                        .ifPresent(lines::add);
            }
        }
        return new TransactionProgram(
                program.name(),
                program.file(),
                program.line(),
                program.parameters(),
                program.level(),
                program.body(),
                whole,
                lines);
    }

    /** The first line behind an offset that is no blank one and no other comment than a header. */
    private static int nextCode(String text, int from) {
        int at = text.indexOf('\n', from);
        while (at >= 0 && at + 1 < text.length()) {
            int end = text.indexOf('\n', at + 1);
            String line = text.substring(at + 1, end < 0 ? text.length() : end);
            boolean comment =
                    line.strip().startsWith("--") && !ALMOST.matcher(line).matches();
            if (!line.isBlank() && !comment) {
                return at + 1;
            }
            at = end;
        }
        return text.length();
    }

    private void pairs(int file, List<TransactionProgram> programs, List<Application.Pair> pairs)
            throws BadInputException {
        Matcher pair = PAIR.matcher(texts.get(file));
        while (pair.find()) {
            for (String each : List.of(pair.group(1), pair.group(2))) {
                if (programs.stream().noneMatch(program -> program.name().equals(each))) {
                    throw fail(file, pair.start(), "no transaction is called " + each, "");
                }
            }
            pairs.add(new Application.Pair(pair.group(1), pair.group(2)));
        }
    }

    // ---- procedures

    private List<TransactionProgram> routines(int file, Map<String, TableShape> tables) throws BadInputException {
        List<TransactionProgram> programs = new ArrayList<>();
        String text = texts.get(file);
        for (Statement each : heads.get(file)) {
            if (each instanceof Definition.CreateRoutine routine
                    && !routine.body().isEmpty()) {
                Scope scope = new Scope(names.get(file), text, tables, true);
                List<TransactionProgram.Parameter> parameters = new ArrayList<>();
                for (String[] parameter : parameters(routine)) {
                    parameters.add(
                            new TransactionProgram.Parameter(parameter[0], ValueKind.of(parameter[1]), parameter[1]));
                    scope.declare(parameter[0]);
                }
                List<Instruction> body = new BodyTranslation(scope).all(routine.body());
                int line = routine.at().line(text);
                TransactionProgram program = new TransactionProgram(
                        routine.name().last().text(),
                        names.get(file),
                        line,
                        parameters,
                        "",
                        body,
                        Optional.empty(),
                        List.of());
                programs.add(
                        ignored(file, program, routine.at().from(), routine.at().to()));
            }
        }
        return programs;
    }

    /** Names and types between the first parentheses. */
    private static List<String[]> parameters(Definition.CreateRoutine routine) {
        List<String> tokens = routine.head().tokens();
        List<String[]> all = new ArrayList<>();
        List<String> current = new ArrayList<>();
        int depth = 0;
        for (String token : tokens) {
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            boolean ends = depth == 0 || depth == 1 && token.equals(",");
            if (ends) {
                current.removeIf(word -> Set.of("IN", "OUT", "INOUT").contains(word.toUpperCase(Locale.ROOT)));
                if (current.size() > 1) {
                    all.add(new String[] {current.get(0), String.join(" ", current.subList(1, current.size()))});
                }
                current.clear();
                if (depth == 0) {
                    break;
                }
            } else if (!(depth == 1 && token.equals("("))) {
                current.add(token);
            }
        }
        return all;
    }
}
