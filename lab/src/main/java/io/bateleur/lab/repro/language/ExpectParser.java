package io.bateleur.lab.repro.language;

import io.bateleur.core.trace.BadInputException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The expectations behind a step: results, who wakes, what the bug shows instead. */
final class ExpectParser {
    private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");
    private static final Pattern CODE = Pattern.compile("[0-9A-Z]{5}|[0-9]{4}|[0-9A-Z]{2}");
    private static final String RESULT = "a result: '=' with rows, '!' with an error, 'blocks' or 'crash'";
    private static final String ROWS = "rows: (value, ...), none, ok, or a number and 'rows'";

    private final Scanner in;

    ExpectParser(Scanner in) {
        this.in = in;
    }

    Expect expect() throws BadInputException {
        Position at = in.position();
        Set<SqlLevel> levels = EnumSet.noneOf(SqlLevel.class);
        if (in.passed("@")) {
            do {
                levels.add(HeaderParser.level(in));
            } while (in.passed(","));
        }
        Expect.About about = about();
        return new Expect(at, levels, about, bug());
    }

    private Expect.About about() throws BadInputException {
        String word = in.peekName();
        if (word.equals("wakes")) {
            in.token();
            if (in.peekName().equals("none")) {
                in.word(Character::isLetter);
                return new Expect.Wakes(List.of());
            }
            return new Expect.Wakes(names());
        }
        Optional<String> session = NAME.matcher(word).matches() && !CaseParser.isKeyword(word)
                ? Optional.of(name("the name of a session"))
                : Optional.empty();
        return new Expect.Result(session, result());
    }

    private Reply result() throws BadInputException {
        String word = in.peekName();
        if (in.passed("=")) {
            return rows();
        }
        if (in.passed("!")) {
            return error();
        }
        if (word.equals("blocks") || word.equals("crash")) {
            in.word(Character::isLetter);
            return word.equals("crash") ? new Reply.Crash() : new Reply.Blocks(names());
        }
        throw in.expected(RESULT);
    }

    private Optional<Expect.Bug> bug() throws BadInputException {
        if (!in.peekName().equals("bug")) {
            return Optional.empty();
        }
        in.word(Character::isLetter);
        Optional<SqlLevel> level = in.passed("@") ? Optional.of(HeaderParser.level(in)) : Optional.empty();
        if (!in.passed(":")) {
            throw in.expected("':'");
        }
        String word = in.peekName();
        boolean rows = !in.isAt("=") && !in.isAt("!") && !word.equals("blocks") && !word.equals("crash");
        return Optional.of(new Expect.Bug(level, rows ? rows() : result()));
    }

    private Reply rows() throws BadInputException {
        in.blanks();
        if (in.isAt("(")) {
            List<List<Cell>> rows = new ArrayList<>();
            while (in.isAt("(")) {
                rows.add(row());
                in.blanks();
            }
            return new Reply.Rows(rows);
        }
        String word = in.peekName();
        if (word.equals("none") || word.equals("ok")) {
            in.word(Character::isLetter);
            return word.equals("ok") ? new Reply.Ok() : new Reply.Count(0);
        }
        if (!word.matches("\\d{1,18}")) {
            throw in.expected(ROWS);
        }
        in.word(Character::isDigit);
        String unit = in.peekName();
        if (!unit.equals("row") && !unit.equals("rows")) {
            throw in.expected("'row' or 'rows' behind the number " + word);
        }
        in.word(Character::isLetter);
        return new Reply.Count(Long.parseLong(word));
    }

    private List<Cell> row() throws BadInputException {
        List<Cell> row = values();
        if (row.isEmpty()) {
            throw in.expected("a row with at least one value, and not the empty one before this");
        }
        return row;
    }

    /** Values in parentheses, or nothing in them. */
    List<Cell> values() throws BadInputException {
        if (!in.passed("(")) {
            throw in.expected("'('");
        }
        List<Cell> values = new ArrayList<>();
        if (in.passed(")")) {
            return values;
        }
        do {
            in.passed(""); // the blanks
            values.add(in.isAt("'") ? Cell.text(in.string('\'', "a value")) : new Cell(in.bareValue(), false));
        } while (in.passed(","));
        if (!in.passed(")")) {
            throw in.expected("',' or ')' behind a value");
        }
        return values;
    }

    private Reply error() throws BadInputException {
        in.blanks();
        int mark = in.mark();
        String code = in.word(Character::isLetterOrDigit);
        if (!CODE.matcher(code).matches()) {
            in.back(mark);
            throw in.expected(
                    "an error: an SQLSTATE of 5 characters or its class of 2, or a vendor's number of 4 digits");
        }
        return new Reply.Error(code);
    }

    /** Names as long as they are not the beginning of the next step or expectation. */
    private List<String> names() throws BadInputException {
        List<String> names = new ArrayList<>(List.of(name("the name of a session")));
        while (true) {
            int mark = in.mark();
            String word = in.peekName();
            if (!NAME.matcher(word).matches() || CaseParser.isKeyword(word)) {
                return names;
            }
            in.word(c -> word.indexOf(c) >= 0);
            String next = in.peekName();
            if (in.isAt(">") || in.isAt("=") || in.isAt("!") || next.equals("blocks") || next.equals("crash")) {
                in.back(mark);
                return names;
            }
            names.add(word);
        }
    }

    String name(String what) throws BadInputException {
        String word = in.peekName();
        if (!NAME.matcher(word).matches()) {
            throw in.expected(what + " (a letter, then letters, digits or _)");
        }
        if (CaseParser.isKeyword(word)) {
            throw in.expected(what + ", which is no keyword");
        }
        in.back(in.mark() + word.length());
        return word;
    }
}
