package io.bateleur.lab.repro.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpecParserTest {
    private static Spec parse(String text) throws BadInputException {
        return SpecParser.parse(new ForeignFile(Path.of("x.spec"), text));
    }

    private static final String TWO = """
            session s1
            step a { SELECT 1; }
            step b { SELECT 2; }
            session "s 2"
            step "c ""x"" y" { SELECT 3; }
            """;

    @Test
    void readsEveryConstruct() throws BadInputException {
        Spec spec = parse("""
                # A comment with { and "
                setup { CREATE TABLE t(a int); }
                setup
                {
                  INSERT INTO t VALUES (1); # no comment here
                }
                teardown { DROP TABLE t; }
                session s1
                setup { BEGIN; }
                step größe$1 { SELECT 1;}
                step a2
                { COMMIT; }
                teardown { SELECT 'bye'; }

                session "step"
                step "b ""1"" c" { SELECT 2; }
                permutation größe$1 "b ""1"" c"(größe$1, a2 notices 2, *) a2 # the end
                permutation "b ""1"" c" "b ""1"" c"
                """);
        assertThat(spec.setups())
                .containsExactly("CREATE TABLE t(a int);", "\n  INSERT INTO t VALUES (1); # no comment here\n");
        assertThat(spec.teardown()).contains("DROP TABLE t;");
        assertThat(spec.sessions()).extracting(Spec.Session::name).containsExactly("s1", "step");
        Spec.Session first = spec.sessions().get(0);
        assertThat(first.setup()).contains("BEGIN;");
        assertThat(first.teardown()).contains("SELECT 'bye';");
        Spec.Step begin = new Spec.Step("größe$1", "SELECT 1;", 0);
        Spec.Step commit = new Spec.Step("a2", "COMMIT;", 0);
        Spec.Step other = new Spec.Step("b \"1\" c", "SELECT 2;", 1);
        assertThat(first.steps()).containsExactly(begin, commit);
        assertThat(spec.permutations())
                .containsExactly(
                        List.of(
                                new Spec.Turn(begin, List.of()),
                                new Spec.Turn(
                                        other,
                                        List.of(new Spec.After(begin), new Spec.Notices(commit, 2), new Spec.Once())),
                                new Spec.Turn(commit, List.of())),
                        List.of(new Spec.Turn(other, List.of()), new Spec.Turn(other, List.of())));
    }

    @Test
    void runsAllOrdersWhereNoneIsGiven() throws BadInputException {
        assertThat(parse(TWO).runs())
                .extracting(
                        turns -> turns.stream().map(turn -> turn.step().name()).toList())
                .containsExactly(
                        List.of("a", "b", "c \"x\" y"), List.of("a", "c \"x\" y", "b"), List.of("c \"x\" y", "a", "b"));
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        assertBad("setup { SELECT 1", "x.spec:1:1: found a block that no '}' ends");
        assertBad(
                "setup { SELECT 1 }",
                "x.spec:1:1: found the end of the file, expected 'setup', 'teardown' or 'session'");
        assertBad("session s1\nsession s2", "x.spec:2:1: found 'session', expected 'step'");
        assertBad("session s1\nstep a { }\nstep a { }", "x.spec:3:1: found a second step 'a', expected another name");
        assertBad(TWO + "permutation a z", "x.spec:6:1: found the step 'z', which no session has");
        assertBad(TWO + "permutation a b(a)", "x.spec:6:1: found 'a' in brackets, expected a step of another session");
        assertBad(
                TWO + "permutation a(b)", "x.spec:6:1: found 'b' in brackets, expected a step of the same permutation");
        assertBad(TWO + "permutation a(b", "x.spec:6:1: found the end of the file, expected ',' or ')'");
        assertBad(TWO + "permutation session", "x.spec:6:1: found 'session', expected the name of a step");
        assertBad("session \"a\nb\"", "x.spec:1:1: found a name in quotes that does not end in its line");
        assertBad("session s1 step a { } ;", "x.spec:1:1: found ';', expected a word, a block in braces or a comment");
    }

    private static void assertBad(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(BadInputException.class)
                .hasMessage(message);
    }
}
