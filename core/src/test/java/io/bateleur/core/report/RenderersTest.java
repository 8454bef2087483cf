package io.bateleur.core.report;

import static io.bateleur.core.prove.ProverTest.explain;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RenderersTest {

    @Test
    void tellsACycle() {
        assertText(
                "serializable", "initial x:0 y:0; T1@s1: r(x,0) r(y,0) w(x,1) c; T2@s2: r(x,0) r(y,0) w(y,1) c", """
                G2-item: write skew
                This breaks serializable.

                  T1 read y = 0 as it was at the start, but T2 overwrote it with y = 1, so T1 comes before T2.
                  T2 read x = 0 as it was at the start, but T1 overwrote it with x = 1, so T2 comes before T1.
                  So T1 comes before itself.

                Each of them relied on something that another then changed: one after the other, they would have seen it.

                The part of the history that shows it:
                  at the start: x = 0, y = 0
                  session s1:
                    T1: r(x,0) r(y,0) w(x,1) c
                  session s2:
                    T2: r(x,0) r(y,0) w(y,1) c
                """);
    }

    @Test
    void tellsCases() {
        assertText("snapshot-isolation", "initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c", """
                lost-update: two transactions replace the same version
                This breaks snapshot-isolation.

                  Which of T1 and T2 wrote x first?
                    If T1 wrote x first:
                      T1 wrote x = 1 before T2 wrote x = 2 (as assumed), so T1 committed before T2 started.
                      T2 read x = 0 as it was at the start, but T1 overwrote it with x = 1, so T2 started before T1 committed.
                      So the commit of T1 comes before itself.
                    If T2 wrote x first:
                      T1 read x = 0 as it was at the start, but T2 overwrote it with x = 2, so T1 started before T2 committed.
                      T2 wrote x = 2 before T1 wrote x = 1 (as assumed), so T2 committed before T1 started.
                      So the start of T1 comes before itself.
                  Neither can be.

                One of the two updates is lost: it was overwritten by a transaction that had not seen it.

                The part of the history that shows it:
                  at the start: x = 0
                  session T1:
                    T1: r(x,0) w(x,1) c
                  session T2:
                    T2: r(x,0) w(x,2) c
                """);
    }

    @Test
    void tellsABadRead() {
        assertText("read-committed", "T1: w(x,1) a; T2: r(x,1) c", """
                G1a: aborted read
                This breaks read-committed.

                  T2 read x = 1, which T1 wrote; but T1 aborted, so that value never came to be.

                What was rolled back was visible to somebody, who may have acted on it.

                The part of the history that shows it:
                  session T1:
                    T1: w(x,1) a
                  session T2:
                    T2: r(x,1) c
                """);
    }

    @Test
    void tellsAStaleRead() {
        assertText("strict-serializable", "T1: w(x,1)@[1,2] c@[3,4]; T2: r(x,_)@[5,6] c@[7,8]", """
                G-single-item-realtime: read skew, given the clients' times
                This breaks strict-serializable.

                  T1 had ended 1 ns before T2 began.
                  T2 found no x, but T1 wrote x = 1, so T2 comes before T1.
                  So T1 comes before itself.

                A reader saw a state that was out of date: it missed something that was done before it began.

                The part of the history that shows it:
                  session T1:
                    T1: w(x,1) c
                  session T2:
                    T2: r(x,_) c
                """);
    }

    @Test
    void tellsReasonsOfReasons() {
        assertText(
                "consistent-view",
                "initial b:0; T1: d(b) c; T2: scan(a,c)=[] w(y,1) c; T3: r(y,1) w(b,5) w(z,1) c; T4: r(z,1) scan(a,c)=[] c",
                """
                G-single: read skew through a range
                This breaks consistent-view.

                  T4 read z = 1, which T3 wrote, so T3 comes before T4.
                  T4's scan(a,c) did not return b (T1 had deleted it), but T3 wrote b = 5, so T4 missed it; T3 wrote b after
                      T1: T3 comes after T1 (T1 -> T2 -> T3).
                    How T3 comes after T1:
                      T2's scan(a,c) did not return b, which T1 had deleted, so T1 comes before T2.
                      T3 read y = 1, which T2 wrote, so T2 comes before T3.
                  So T4 comes after T3 and yet missed what it wrote.

                A reader saw a mixture of before and after: its range is older than something it builds on.

                The part of the history that shows it:
                  at the start: b = 0
                  session T1:
                    T1: d(b) c
                  session T2:
                    T2: scan(a,c)=[] w(y,1) c
                  session T3:
                    T3: r(y,1) w(b,5) w(z,1) c
                  session T4:
                    T4: r(z,1) scan(a,c)=[] c
                """);
    }

    @Test
    void tellsThatNothingIsLeft() {
        assertText("read-committed", "initial unknown; T1: r(x,5) c; T2: r(x,7) c", """
                unwritten-read: read of a value that nobody wrote
                This breaks read-committed.

                  T2 read x = 7, and no version is left that can have held this: T1 read x = 5 as it was at the start.

                The database returned something that was never stored in it.

                The part of the history that shows it:
                  at the start: unknown
                  session T1:
                    T1: r(x,5) c
                  session T2:
                    T2: r(x,7) c
                """);
    }

    @Test
    void countsTransactionsThatOnlyAppendedWhatTheListsHeldBefore() {
        assertText(
                "serializable",
                "T1@s1: a(x,1) c; T2@s1: a(x,2) a(x,3) c; T3@s2: l(x,[1,2,3]) l(y,_) a(x,4) c; T4@s3: l(x,[1,2,3]) a(y,5) c",
                """
                G2-item: write skew
                This breaks serializable.

                  T3 found no y, but T4 appended 5, so T3 comes before T4.
                  T4 read x = [1,2,3] from T2, but T3 appended 4 (reads of the list show this order), so T4 comes before T3.
                  So T3 comes before itself.

                Each of them relied on something that another then changed: one after the other, they would have seen it.

                The part of the history that shows it:
                  session s2:
                    T3: l(x,[1,2,3]) l(y,_) a(x,4) c
                  session s3:
                    T4: l(x,[1,2,3]) a(y,5) c
                  and 2 transactions that appended earlier elements
                """);
    }

    @Test
    void showsEveryoneWhoIsNamedOrDidMore() {
        String read = TextRenderer.render(explain("read-committed", "T1: a(x,1) a; T2: a(x,2) c; T3: l(x,[2,1]) c"));
        assertThat(read)
                .contains("T1: a(x,1) a\n", "T3: l(x,[2,1]) c\n")
                .endsWith("and 1 transaction that appended earlier elements\n");
        String later = TextRenderer.render(explain(
                "serializable", "T1: l(x,_) a(y,1) c; T2: l(y,_) a(x,2) c; T3: a(x,9) c; T4: l(x,[2]) r(z,_) c"));
        assertThat(later).contains("T1: l(x,_)", "T2: l(y,_)", "T3: a(x,9)", "T4: l(x,[2])");
    }

    @Test
    void pagesCountThemToo() {
        Explanation why = explain(
                "serializable",
                "T1@s1: a(x,1) c; T2@s1: a(x,2) c; T3@s2: l(x,[1,2]) l(y,_) a(x,4) c; T4@s3: l(x,[1,2]) a(y,5) c");
        assertThat(HtmlReport.of(List.of(Samples.report("h.mini", why))))
                .contains("<p class=\"more\">… and 2 transactions that appended earlier elements</p>")
                .contains("<code id=\"v0-o4\"")
                .doesNotContain("a(x,1)");
        assertThat(why.part().transactionCount()).isEqualTo(4);
    }

    @Test
    void drawsSeveralViolationsAsBoxesOfOneGraph() {
        FileReport one = Samples.report("a.mini", explain("serializable", "T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,2) c"));
        FileReport two = Samples.report("b.mini", explain("read-committed", "T1: w(x,1) a; T2: r(x,1) c"));
        assertThat(DotRenderer.of(List.of(one, two))).isEqualTo("""
                digraph explanations {
                  labelloc=t;
                  node [shape=box, fontname=monospace];
                  subgraph cluster_0 {
                    label="a.mini: G2-item: This breaks serializable.";
                    "violation0 T1" [label="T1: r(x,_) w(y,1) c"];
                    "violation0 T2" [label="T2: r(y,_) w(x,2) c"];
                    "violation0 T1" -> "violation0 T2" [label="rw x", tooltip="T1 found no x, but T2 wrote x = 2, so T1 comes before T2"];
                    "violation0 T2" -> "violation0 T1" [label="rw y", tooltip="T2 found no y, but T1 wrote y = 1, so T2 comes before T1"];
                  }
                  subgraph cluster_1 {
                    label="b.mini: G1a: This breaks read-committed.";
                    "violation1 T2" [label="T2: r(x,1) c"];
                    "violation1 T1" [label="T1: w(x,1) a"];
                    "violation1 T1" -> "violation1 T2" [label="G1a x"];
                  }
                }
                """);
        assertThat(DotRenderer.of(List.of(one))).startsWith("digraph explanation {");
        assertThat(DotRenderer.of(List.of(Samples.report("c.mini")))).isEqualTo("digraph \"no violation\" {}\n");
    }

    @Test
    void drawsACycle() {
        assertThat(dot(explain("serializable", "T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,\"a b\") c")))
                .isEqualTo("""
                digraph explanation {
                  label="G2-item: This breaks serializable.";
                  labelloc=t;
                  node [shape=box, fontname=monospace];
                  "T1" [label="T1: r(x,_) w(y,1) c"];
                  "T2" [label="T2: r(y,_) w(x,\\"a b\\") c"];
                  "T1" -> "T2" [label="rw x", tooltip="T1 found no x, but T2 wrote x = \\"a b\\", so T1 comes before T2"];
                  "T2" -> "T1" [label="rw y", tooltip="T2 found no y, but T1 wrote y = 1, so T2 comes before T1"];
                }
                """);
    }

    @Test
    void drawsCases() {
        assertThat(dot(explain("snapshot-isolation", "initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c")))
                .isEqualTo("""
                digraph explanation {
                  label="lost-update: This breaks snapshot-isolation.";
                  labelloc=t;
                  node [shape=box, fontname=monospace];
                  subgraph cluster_0 {
                    label="Which of T1 and T2 wrote x first? If T1 wrote x first";
                    "case0 T1" [label="T1: r(x,0) w(x,1) c"];
                    "case0 T2" [label="T2: r(x,0) w(x,2) c"];
                    "case0 T1" -> "case0 T2" [label="ww x", tooltip="T1 wrote x = 1 before T2 wrote x = 2 (as assumed), so T1 committed before T2 started"];
                    "case0 T2" -> "case0 T1" [label="rw x", tooltip="T2 read x = 0 as it was at the start, but T1 overwrote it with x = 1, so T2 started before T1 committed"];
                  }
                  subgraph cluster_1 {
                    label="Which of T1 and T2 wrote x first? If T2 wrote x first";
                    "case1 T1" [label="T1: r(x,0) w(x,1) c"];
                    "case1 T2" [label="T2: r(x,0) w(x,2) c"];
                    "case1 T1" -> "case1 T2" [label="rw x", tooltip="T1 read x = 0 as it was at the start, but T2 overwrote it with x = 2, so T1 started before T2 committed"];
                    "case1 T2" -> "case1 T1" [label="ww x", tooltip="T2 wrote x = 2 before T1 wrote x = 1 (as assumed), so T2 committed before T1 started"];
                  }
                }
                """);
    }

    @Test
    void drawsABadRead() {
        assertThat(dot(explain("read-committed", "T1: w(x,1) a; T2: r(x,1) c"))).isEqualTo("""
                digraph explanation {
                  label="G1a: This breaks read-committed.";
                  labelloc=t;
                  node [shape=box, fontname=monospace];
                  "T2" [label="T2: r(x,1) c"];
                  "T1" [label="T1: w(x,1) a"];
                  "T1" -> "T2" [label="G1a x"];
                }
                """);
    }

    private static String dot(Explanation why) {
        return DotRenderer.of(List.of(Samples.oneLevel("h.mini", why)));
    }

    private static void assertText(String level, String history, String text) {
        assertThat(TextRenderer.render(explain(level, history))).isEqualTo(text);
    }
}
