package io.bateleur.lab.repro.language;

import io.bateleur.core.sql.Splitter;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Text to case: a list of headers, sections, statements, steps and expectations, each put where it belongs by what stood before it. */
public final class CaseParser {
    private static final Set<String> SECTIONS = Set.of("scenario", "setup", "steps", "interleave", "final");
    /** What no session may be called, because it begins or continues something else. */
    private static final Set<String> KEYWORDS = Set.of(
            "case",
            "link",
            "source",
            "reported",
            "about",
            "kind",
            "original",
            "levels",
            "include",
            "affects",
            "fixed",
            "settings",
            "promise",
            "vendor",
            "breaks",
            "session",
            "autocommit",
            "prepared",
            "delimiter",
            "scenario",
            "setup",
            "steps",
            "interleave",
            "final",
            "wakes",
            "none",
            "bug",
            "blocks",
            "crash",
            "ok",
            "row",
            "rows");

    private final Scanner in;
    private final Path folder;
    /** The files that are being read: none may include itself. */
    private final List<Path> open;

    private final CaseDraft draft;
    private final HeaderParser headers;
    private final ExpectParser expects;

    private CaseParser(Scanner in, Path folder, List<Path> open, CaseDraft draft) {
        this.in = in;
        this.folder = folder;
        this.open = open;
        this.draft = draft;
        this.headers = new HeaderParser(in);
        this.expects = new ExpectParser(in);
    }

    public static BugCase read(Path file) throws IOException {
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
        return parse(
                file.toString(),
                text(file),
                folder,
                List.of(file.toAbsolutePath().normalize()));
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new BadInputException(
                    Place.file(file.toString()), "found bytes that are not UTF-8, expected text", "");
        }
    }

    /**
     * @param file what errors call the text
     */
    public static BugCase parse(String file, String text) throws IOException {
        return parse(file, text, Path.of("").toAbsolutePath(), List.of());
    }

    private static BugCase parse(String file, String text, Path folder, List<Path> open) throws IOException {
        Scanner in = new Scanner(file, text);
        in.blanks();
        Position at = in.position();
        if (!in.peekName().equals("case")) {
            throw in.expected("'case' with an id and a title, as in: case MDEV-26642 \"An update is lost\"");
        }
        in.token();
        in.blanks();
        String id = in.token();
        if (id.isEmpty() || id.startsWith("\"")) {
            throw at.error("found no id behind 'case', expected one, as in: case MDEV-26642 \"An update is lost\"", "");
        }
        String title = in.string('"', "the title of the case in double quotes");
        CaseDraft draft = new CaseDraft(at, id, title);
        new CaseParser(in, folder, open, draft).items();
        in.blanks();
        return draft.finish(in.position());
    }

    private void items() throws IOException {
        for (in.blanks(); !in.isAtEnd(); in.blanks()) {
            item();
        }
    }

    private void item() throws IOException {
        String name = in.peekName();
        if (in.isAt("=")
                || in.isAt("!")
                || in.isAt("@")
                || Set.of("blocks", "crash", "wakes").contains(name)) {
            draft.expect(expects.expect());
        } else if (KEYWORDS.contains(name) && isFollowedBy(name, ">")) {
            throw in.position().error("found '" + name + ">', expected the name of a session, which is no keyword", "");
        } else if (SECTIONS.contains(name)) {
            section(name);
        } else if (name.equals("include")) {
            include();
        } else if (HeaderParser.WORDS.contains(name)) {
            draft.header(headers.header(name));
        } else if (draft.isInSetup()) {
            draft.setup(new Scenario.Spoken(in.position(), in.statement(headers.delimiter())));
        } else {
            step(name);
        }
    }

    private boolean isFollowedBy(String name, String sign) {
        int mark = in.mark();
        in.word(c -> name.indexOf(c) >= 0);
        in.blanks();
        boolean follows = in.isAt(sign);
        in.back(mark);
        return follows;
    }

    private void section(String name) throws BadInputException {
        Position at = in.position();
        in.token();
        switch (name) {
            case "scenario" -> draft.scenario(at, expects.name("the name of a scenario"));
            case "setup" -> draft.beginSetup(at);
            case "steps" -> draft.beginSteps(at, false);
            case "interleave" -> {
                if (!in.peekName().equals("all")) {
                    throw in.expected("'all'");
                }
                in.token();
                draft.beginSteps(at, true);
            }
            default -> draft.addFinal(at, in.statement(headers.delimiter()));
        }
    }

    private void include() throws IOException {
        in.token();
        if (in.isLineDone()) {
            throw in.expected("the name of a file");
        }
        in.blanks();
        Position at = in.position();
        String name = in.restOfLine("the name of a file");
        Path file = folder.resolve(name.replaceAll("^\"(.*)\"$", "$1")).normalize();
        if (open.contains(file)) {
            throw at.error("found " + name + ", expected a file that does not include itself", "");
        }
        if (!Files.isRegularFile(file)) {
            throw at.error("found " + name + ", expected a file that is there", "it is looked for at " + file);
        }
        if (name.endsWith(".sql")) {
            for (Splitter.Part part : Splitter.split(text(file))) {
                draft.setup(new Scenario.Spoken(new Position(file.toString(), part.line(), 1), part.text()));
            }
            return;
        }
        List<Path> deeper = new ArrayList<>(open);
        deeper.add(file);
        Path parent = Optional.ofNullable(file.getParent()).orElse(folder);
        new CaseParser(new Scanner(file.toString(), text(file)), parent, deeper, draft).items();
    }

    private void step(String name) throws BadInputException {
        Position at = in.position();
        if (name.isEmpty() || !isFollowedBy(name, ">")) {
            if (!name.isEmpty() && isResult(name)) {
                draft.expect(expects.expect());
                return;
            }
            throw in.expected(draft.wanted());
        }
        String session = expects.name("the name of a session");
        in.passed(">");
        in.blanks();
        draft.step(at, session, action());
    }

    /** Whether an expectation about another session begins here. */
    private boolean isResult(String name) {
        int mark = in.mark();
        in.token();
        in.back(mark + name.length());
        String next = in.peekName();
        boolean result = in.isAt("=") || in.isAt("!") || next.equals("blocks") || next.equals("crash");
        in.back(mark);
        return result;
    }

    private CaseStep.Action action() throws BadInputException {
        if (!in.isAt(":")) {
            return new CaseStep.Sql(in.statement(headers.delimiter()));
        }
        in.passed(":");
        String name = expects.name("the name of a prepared statement");
        List<Cell> values = expects.values();
        if (!in.passed(headers.delimiter())) {
            throw in.expected("'" + headers.delimiter() + "'");
        }
        return new CaseStep.Prepared(name, values);
    }

    static boolean isKeyword(String name) {
        return KEYWORDS.contains(name);
    }
}
