package io.bateleur.lab.repro.language;

import io.bateleur.core.model.Level;
import io.bateleur.core.sql.Splitter;
import io.bateleur.core.trace.BadInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The headers of a case, which may stand anywhere in it. */
final class HeaderParser {
    static final Set<String> WORDS = Set.of(
            "link",
            "source",
            "reported",
            "about",
            "kind",
            "original",
            "levels",
            "affects",
            "fixed",
            "settings",
            "promise",
            "vendor",
            "breaks",
            "session",
            "prepared",
            "delimiter");

    private static final Map<String, String> ENGINES = Map.of("postgresql", "postgres", "pg", "postgres");

    private final Scanner in;
    private String delimiter = Splitter.SEMICOLON;

    HeaderParser(Scanner in) {
        this.in = in;
    }

    /** What ends statements from here on. */
    String delimiter() {
        return delimiter;
    }

    /** @return nothing for what only says how to read on */
    Optional<Header> header(String word) throws BadInputException {
        Position at = in.position();
        in.word(c -> word.indexOf(c) >= 0);
        return switch (word) {
            case "link" -> Optional.of(new Header.Link(in.restOfLine("where the bug was reported")));
            case "source" -> Optional.of(new Header.Source(in.restOfLine("where the case comes from")));
            case "about" -> Optional.of(new Header.About(in.restOfLine("a remark")));
            case "reported" -> Optional.of(new Header.Reported(engine(), version()));
            case "kind" -> Optional.of(new Header.Kind(kind()));
            case "original" -> Optional.of(new Header.Original(level(in)));
            case "levels" -> Optional.of(new Header.Levels(levels()));
            case "affects" -> Optional.of(new Header.Affects(engine(), versions()));
            case "fixed" -> Optional.of(new Header.Fixed(engine(), versions()));
            case "settings" -> Optional.of(new Header.Settings(engine(), settings()));
            case "promise" -> Optional.of(new Header.Promise(violated()));
            case "vendor" -> Optional.of(new Header.Vendor(afterColon("a word of the vendor's, such as bug")));
            case "breaks" -> Optional.of(new Header.Breaks(broken(at)));
            case "session" -> Optional.of(session(at));
            case "prepared" ->
                Optional.of(new Header.Prepare(at, new ExpectParser(in).name("a name"), in.statement(delimiter)));
            default -> {
                delimiter = in.string('"', "a delimiter in double quotes, as in: delimiter \"//\"");
                if (delimiter.isBlank()) {
                    throw at.error("found an empty delimiter, expected signs that end a statement", "");
                }
                yield Optional.empty();
            }
        };
    }

    private String engine() throws BadInputException {
        in.blanks();
        Position at = in.position();
        String word = in.word(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-')
                .toLowerCase(Locale.ROOT);
        if (word.isEmpty() || !Character.isLetter(word.charAt(0))) {
            in.back(in.mark() - word.length());
            throw at.error("found " + in.found() + ", expected the name of a database, such as postgres", "");
        }
        return ENGINES.getOrDefault(word, word);
    }

    private String version() throws BadInputException {
        in.blanks();
        if (in.isAtEnd() || !Character.isDigit(in.found().charAt(1))) {
            throw in.expected("a version, such as 17.5");
        }
        return in.token();
    }

    private List<VersionRange> versions() throws BadInputException {
        List<VersionRange> ranges = new ArrayList<>();
        for (in.blanks(); !in.isAtEnd() && Character.isDigit(in.found().charAt(1)); in.blanks()) {
            Position at = in.position();
            String word = in.token();
            try {
                ranges.add(VersionRange.parse(word));
            } catch (IllegalArgumentException e) {
                throw at.error("found '" + word + "', expected a version or a range, such as 12.0-12.14", "");
            }
        }
        if (ranges.isEmpty()) {
            throw in.expected("a version or a range, such as 12.0-12.14");
        }
        return ranges;
    }

    private Header.Kind.Sort kind() throws BadInputException {
        String word = in.peekName();
        Header.Kind.Sort sort = Arrays.stream(Header.Kind.Sort.values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> in.expected("transactional, logical or isolation"));
        in.token();
        return sort;
    }

    private static boolean isLevelPart(int c) {
        return Character.isLetter(c) || c == '-';
    }

    static SqlLevel level(Scanner in) throws BadInputException {
        in.blanks();
        int mark = in.mark();
        Optional<SqlLevel> level = SqlLevel.of(in.word(HeaderParser::isLevelPart));
        if (level.isEmpty()) {
            in.back(mark);
            throw in.expected("a level: " + String.join(", ", SqlLevel.words()));
        }
        return level.get();
    }

    private List<SqlLevel> levels() throws BadInputException {
        List<SqlLevel> levels = new ArrayList<>(List.of(level(in)));
        while (true) {
            in.blanks();
            int mark = in.mark();
            Optional<SqlLevel> next = SqlLevel.of(in.word(HeaderParser::isLevelPart));
            if (next.isEmpty()) {
                in.back(mark);
                if (in.isAtEnd() || !in.isPrecededInLine(mark) || CaseParser.isKeyword(in.peekName())) {
                    return levels;
                }
                throw in.expected("a level: " + String.join(", ", SqlLevel.words()));
            }
            levels.add(next.get());
        }
    }

    private Map<String, String> settings() throws BadInputException {
        Map<String, String> values = new LinkedHashMap<>();
        do {
            in.blanks();
            Position at = in.position();
            String name = in.word(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-');
            if (name.isEmpty() || !in.isAt("=")) {
                throw at.error("found '" + name + "', expected a setting, as in fsync=off", "");
            }
            in.passed("=");
            values.put(name, in.isAt("'") ? in.string('\'', "a value") : in.token());
        } while (!in.isLineDone());
        return values;
    }

    private boolean violated() throws BadInputException {
        String word = afterColon("'kept' or 'violated'");
        if (!word.equals("kept") && !word.equals("violated")) {
            in.back(in.mark() - word.length());
            throw in.expected("'kept' or 'violated'");
        }
        return word.equals("violated");
    }

    private String broken(Position at) throws BadInputException {
        String word = afterColon("a level, such as serializable");
        return Level.of(word)
                .map(Level::name)
                .orElseThrow(() -> at.error(
                        "found '" + word + "', expected a level", "bateleur check --level help shows them all"));
    }

    private String afterColon(String what) throws BadInputException {
        if (!in.isAt(":")) {
            throw in.expected("':'");
        }
        in.passed(":");
        if (in.isLineDone()) {
            throw in.expected(what);
        }
        return in.token();
    }

    private Header.Session session(Position at) throws BadInputException {
        String name = new ExpectParser(in).name("the name of a session");
        boolean autocommit = in.peekName().equals("autocommit");
        if (autocommit) {
            in.token();
        }
        List<String> statements = new ArrayList<>();
        if (in.passed("{")) {
            while (!in.passed("}")) {
                statements.add(in.statementInBraces());
            }
        }
        return new Header.Session(at, name, autocommit, statements);
    }
}
