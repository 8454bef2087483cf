package io.bateleur.lab.repro.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseParserTest {
    private static final String WHOLE = """
            # what a report says
            case PG-EPQ-TID   "EPQ does not recheck a ""TID"" scan"
            link  https://example.org/#17823 and more
            source a paper
            reported postgres 17.5   about of a remark
            kind logical  original read-committed
            affects postgres 13.0-13.22 14.0-14.19
            affects mariadb 10.11.5 # only this
            fixed   pg 13.23 18.0
            levels read-committed repeatable-read
            settings mariadb innodb_snapshot_isolation=ON sql_mode='ANSI QUOTES'
            session s2 autocommit { SET a = '}'; SET b TO 1 }
            session s3
            prepared p SELECT * FROM acc WHERE id = ? OR id = ';';
            setup
              -- tables; and rows
              CREATE TABLE acc(id text PRIMARY KEY, bal int); # '
              INSERT INTO acc VALUES ('c#',600);
              delimiter "//"
              CREATE TRIGGER x BEGIN a; b; END//
              delimiter ";"
            steps
            s1> UPDATE acc SET bal=bal+100
                WHERE ctid='(0,1)' RETURNING bal;
                = (700, NULL, 'NULL', 'it''s', a # b)
                  (2.50,x,y,z,-1)
            s2> :p(1, 'a', NULL);
                blocks s1 s3
            s3> SELECT 1;
            s1> COMMIT;  wakes s2 s3
                @read-committed,serializable  s2 = none   bug: (900)
                @repeatable-read s2 ! 40001 bug@repeatable-read: = 2 rows
                s3 = 1 row bug: crash
            s2> COMMIT;
                wakes none bug: ok
                ! 1213
            promise: violated   vendor: bug
            final SELECT bal FROM acc;  = (700)   bug@read-committed: ! 40
            final SELECT 1;
            """;

    private static BugCase parse(String text) throws IOException {
        return CaseParser.parse("x.case", text);
    }

    @Test
    void everythingOfTheGrammarIsRead() throws IOException {
        BugCase read = parse(WHOLE);

        assertThat(read.title()).isEqualTo("EPQ does not recheck a \"TID\" scan");
        assertThat(read.all(Header.Link.class)).containsExactly(new Header.Link("https://example.org/#17823 and more"));
        assertThat(read.engines()).containsExactly("postgres", "mariadb");
        assertThat(read.levels()).containsExactly(SqlLevel.READ_COMMITTED, SqlLevel.REPEATABLE_READ);
        assertThat(read.settings("mariadb"))
                .isEqualTo(Map.of("innodb_snapshot_isolation", "ON", "sql_mode", "ANSI QUOTES"));
        assertThat(read.session("s2"))
                .contains(new Header.Session(Position.NONE, "s2", true, List.of("SET a = '}'", "SET b TO 1")));
        Scenario only = read.scenarios().get(0);
        assertThat(read.setup())
                .extracting(Scenario.Spoken::text)
                .contains("INSERT INTO acc VALUES ('c#',600)", "CREATE TRIGGER x BEGIN a; b; END");
        assertThat(only.steps()).hasSize(5);
        assertThat(only.steps().get(0).at()).hasToString("x.case:23:1");
        assertThat(only.steps().get(0).expects().get(0).about())
                .hasToString(new Expect.Result(
                                Optional.empty(),
                                new Reply.Rows(List.of(
                                        List.of(
                                                new Cell("700", false),
                                                Cell.NULL,
                                                Cell.text("NULL"),
                                                Cell.text("it's"),
                                                new Cell("a # b", false)),
                                        List.of(
                                                new Cell("2.50", false),
                                                new Cell("x", false),
                                                new Cell("y", false),
                                                new Cell("z", false),
                                                new Cell("-1", false)))))
                        .toString());
        assertThat(only.steps().get(1).action())
                .isEqualTo(new CaseStep.Prepared("p", List.of(new Cell("1", false), Cell.text("a"), Cell.NULL)));
        assertThat(only.steps().get(3).expects()).hasSize(4);
        assertThat(only.steps().get(3).expects().get(1))
                .isEqualTo(new Expect(
                        Position.NONE,
                        Set.of(SqlLevel.READ_COMMITTED, SqlLevel.SERIALIZABLE),
                        new Expect.Result(Optional.of("s2"), new Reply.Count(0)),
                        Optional.of(new Expect.Bug(
                                Optional.empty(), new Reply.Rows(List.of(List.of(new Cell("900", false))))))));
        assertThat(only.finals()).hasSize(2);
        assertThat(read.first(Header.Promise.class)).contains(new Header.Promise(true));
        assertThat(read.showsBugAt(SqlLevel.READ_COMMITTED)).isTrue();
    }

    @Test
    void whatIsPrintedReadsBackAsTheSame() throws IOException {
        BugCase read = parse(WHOLE);
        String printed = CasePrinter.print(read);

        assertThat(parse(printed)).isEqualTo(read);
        assertThat(CasePrinter.print(parse(printed))).isEqualTo(printed);
    }

    @Test
    void scenariosShareTheSetupInFrontOfThem() throws IOException {
        BugCase read = parse("""
                case A "b"
                setup CREATE TABLE t(a int);
                scenario one setup INSERT INTO t VALUES (1); steps a> SELECT 1; final SELECT 2; = none
                scenario two interleave all a> SELECT 1; b> SELECT 2;
                """);

        assertThat(read.setup()).extracting(Scenario.Spoken::text).containsExactly("CREATE TABLE t(a int)");
        assertThat(read.scenarios()).extracting(Scenario::name).containsExactly("one", "two");
        assertThat(read.scenarios()).extracting(Scenario::interleaved).containsExactly(false, true);
        assertThat(parse(CasePrinter.print(read))).isEqualTo(read);
    }

    @Test
    void aCommentBehindAStatementDoesNotHideItsEnd() throws IOException {
        BugCase read = parse("case A \"b\" session s { SELECT 2 -- two\n } steps s> SELECT 1 -- one\n;");

        assertThat(parse(CasePrinter.print(read))).isEqualTo(read);
    }

    @Test
    void filesAreIncludedWhereTheyAreNamed(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("tables.sql"), "CREATE TABLE t(a int); -- ;\nINSERT INTO t VALUES (1)");
        Files.writeString(folder.resolve("more.txt"), "levels serializable\nsetup SELECT 'more';");
        Files.writeString(
                folder.resolve("a.case"),
                "case A \"b\"\nsetup\ninclude tables.sql\ninclude more.txt\nsteps s> SELECT 1;");
        BugCase read = CaseParser.read(folder.resolve("a.case"));

        assertThat(read.levels()).containsExactly(SqlLevel.SERIALIZABLE);
        assertThat(read.setup())
                .extracting(Scenario.Spoken::text)
                .containsExactly("CREATE TABLE t(a int)", "INSERT INTO t VALUES (1)", "SELECT 'more'");
        assertThat(parse(CasePrinter.print(read))).isEqualTo(read);

        Files.writeString(folder.resolve("more.txt"), "levels serializable\n include  more.txt");
        assertThatThrownBy(() -> CaseParser.read(folder.resolve("a.case")))
                .hasMessage(folder.resolve("more.txt")
                        + ":2:11: found more.txt, expected a file that does not include itself");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1:1 | nonsense | found 'nonsense', expected 'case' with an id and a title, as in: case MDEV-26642 \"An update is lost\"",
                "1:8 | case A b | found 'b', expected the title of the case in double quotes",
                "2:8 | case A \"b\"~levels snapshot | found 'snapshot', expected a level: read-uncommitted, read-committed, repeatable-read, serializable",
                "2:23 | case A \"b\"~levels read-committed snapshot | found 'snapshot', expected a level: read-uncommitted, read-committed, repeatable-read, serializable",
                "2:18 | case A \"b\"~affects postgres 13.2-13.1 | found '13.2-13.1', expected a version or a range, such as 12.0-12.14",
                "2:1 | case A \"b\"~foo | found 'foo', expected a header, 'setup', 'steps', 'interleave all' or 'scenario'",
                "2:10 | case A \"b\"~steps s> SELECT 1~s> SELECT 'x | found 'SELECT', expected ';' at the end of the statement that begins here",
                "2:23 | case A \"b\"~steps s> SELECT 1; = 5 | found the end of the file, expected 'row' or 'rows' behind the number 5",
                "2:24 | case A \"b\"~steps s> SELECT 1; = (1 | found the end of the file, expected ',' or ')' behind a value",
                "2:22 | case A \"b\"~steps s> SELECT 1; ! 123 | found '123', expected an error: an SQLSTATE of 5 characters or its class of 2, or a vendor's number of 4 digits",
                "2:20 | case A \"b\"~steps s> SELECT 1; blocks t | found 't', expected a session of these steps: s",
                "2:7 | case A \"b\"~steps s> :p(1); | found ':p', expected a name that 'prepared' gave to a statement",
                "2:7 | case A \"b\"~steps final> SELECT 1; | found 'final>', expected the name of a session, which is no keyword",
                "2:6 | case A \"b\"~setup | found the end of the file, expected a statement, a header, 'steps' or 'interleave all'",
                "2:7 | case A \"b\"~setup = (1) | found an expectation, expected a step before it",
                "2:25 | case A \"b\"~steps s> SELECT 1; wakes | found the end of the file, expected the name of a session (a letter, then letters, digits or _)",
                "2:1 | case A \"b\"~scenario a~scenario b | found a scenario without steps, expected 'steps' and some of them",
                "2:10 | case A \"b\"~promise: broken | found 'broken', expected 'kept' or 'violated'",
                "2:18 | case A \"b\"~settings mariadb foo | found 'foo', expected a setting, as in fsync=off",
                "2:13 | case A \"b\"~session s { SELECT 1; | found 'SELECT', expected '}' behind the statements of the session",
            })
    void whatCannotBeReadIsSaidWithItsPlace(String place, String text, String problem) {
        assertThatThrownBy(() -> parse(text.replace('~', '\n')))
                .isInstanceOf(BadInputException.class)
                .hasMessage("x.case:" + place + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "12.0-12.14, 12.3, true",
        "12.0-12.14, 12.15, false",
        "12.0-12.9, 12.10, false",
        "9.6-12, 12.22, true",
        "9.6-12, 13.0, false",
        "1.4.199, 1.4.199, true",
        "1.4, 1.4.199, true",
        "12.3, 12.3.0, true",
        "10.11.5, 10.11.19, false",
    })
    void versionsCompareByTheirNumbers(String range, String version, boolean contained) {
        assertThat(VersionRange.parse(range).contains(version)).isEqualTo(contained);
    }
}
