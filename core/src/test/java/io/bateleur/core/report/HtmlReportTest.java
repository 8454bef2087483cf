package io.bateleur.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.trace.nativ.Mini;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page as text; that browsers like it is for {@link HtmlBrowserTest}. */
class HtmlReportTest {
    private static final int BYTES_MAX = 5_000_000;

    @Test
    void verdictsAreWordsAndSymbolsAndNotColoursAlone() {
        String html = HtmlReport.of(List.of(Samples.report("h.mini", Samples.writeSkew())));
        assertThat(html)
                .contains("<h1>h.mini</h1>", "<b>10000</b> transactions", "<b>24</b> sessions")
                .contains("<span class=\"badge holds\">✓ holds</span>")
                .contains(
                        "<span class=\"badge violated\">✗ violated</span></td><td><a href=\"#v0\"><b>G2-item</b> write skew</a>")
                .contains("<span class=\"badge undecided\">? undecided</span></td><td>not within 60s (--timeout)")
                .contains(
                        "<span class=\"badge strongest\">strongest</span></td><td>read-committed; undecided: causal</td>");
    }

    @Test
    void aViolationIsNamedArguedDrawnAndListed() {
        String html = HtmlReport.of(List.of(Samples.report("h.mini", Samples.writeSkew())));
        assertThat(html)
                .contains("<b>G2-item</b> write skew <cite>Adya 1999; Berenson et al. 1995</cite>")
                .contains("T1 read bob = on, the version that T2 replaced by off")
                .contains("<b>T1 → T2 → T1</b>. So T1 comes before itself.")
                .contains("Each of them relied on something that another then changed")
                .contains("aria-label=\"Cycle: T1 → T2 → T1\"")
                .contains("aria-label=\"T1 before T2, rw bob\"")
                .contains("aria-label=\"Transactions by session and time\"")
                .contains("At the start: <code>alice = on</code> <code>bob = on</code>");
        // The step of bob is proved by what T1 read and T2 wrote.
        assertThat(evidence(html))
                .containsExactly("r(bob,on) e0", "w(alice,off) e1", "r(alice,on) e1", "w(bob,off) e0");
    }

    private static List<String> evidence(String html) {
        Matcher found = Pattern.compile(
                        "<code id=\"v0-o[0-9]+\" class=\"op evidence\" data-on=\"([^\"]*)\"[^>]*>([^<]*)<")
                .matcher(html);
        List<String> evidence = new ArrayList<>();
        while (found.find()) {
            evidence.add(found.group(2) + " " + found.group(1));
        }
        return evidence;
    }

    @Test
    void whereEveryElementLeadsToIsThere() {
        for (Explanation why :
                List.of(Samples.writeSkew(), Samples.cases(), Samples.abortedRead(), Samples.hostile())) {
            String html = HtmlReport.of(List.of(Samples.report("h.mini", why)));
            Matcher target = Pattern.compile("data-go=\"([^\"]*)\"").matcher(html);
            int targets = 0;
            for (; target.find(); targets++) {
                assertThat(html).containsOnlyOnce(" id=\"" + target.group(1) + "\"");
            }
            assertThat(targets).isPositive();
        }
    }

    /** What did not overlap in time must not overlap on the page, however little room its time would give it. */
    @Test
    void boxesOverlapOnlyWhereTransactionsDid() {
        History history = Mini.parse("""
                T1@s1: w(x,1)@[5,5] c@[5,5]
                T2@s2: b@[6,6] r(x,1)@[7,8] c@[20,30]
                T3@s1: b@[9,10] w(x,"a rather long value that takes room")@[11,12] c@[13,14]
                T4@s2: b@[31,31] r(x,1)@[32,32] c@[33,33]
                """);
        HtmlTimelineLayout layout = new HtmlTimelineLayout(history.transactions(), Transaction::operations);
        assertThat(layout.isTimed()).isTrue();
        layout.place(100);
        for (HtmlTimelineLayout.Box a : layout.boxes()) {
            assertThat(a.x2).isGreaterThan(a.x1);
            for (HtmlTimelineLayout.Box b : layout.boxes()) {
                assertThat(a.x2 < b.x1)
                        .as(a.transaction + " before " + b.transaction)
                        .isEqualTo(a.end < b.begin);
            }
        }
    }

    @Test
    void casesAreInsideEachOther() {
        assertThat(HtmlReport.of(List.of(Samples.report("h.mini", Samples.cases()))))
                .containsSubsequence(
                        "Which of T1 and T2 wrote x first?",
                        "<summary>If T1 wrote x first</summary>",
                        "<summary>If T2 wrote x first</summary>",
                        "Did T4 happen?",
                        "<summary>If it did</summary>",
                        "<summary>If it did not</summary>");
    }

    @Test
    void aReadThatNothingExplainsIsASentence() {
        assertThat(HtmlReport.of(List.of(Samples.report("h.mini", Samples.abortedRead()))))
                .contains("T2 read order = 1, which T1 wrote; but T1 aborted")
                .contains("<span class=\"ending aborted\">aborted</span>");
    }

    @Test
    void nothingComesFromElsewhere() {
        String html = HtmlReport.of(List.of(Samples.report("h.mini", Samples.writeSkew(), Samples.cases())));
        assertThat(html).doesNotContain("http:", "https:", "src=", "@import", "url(");
        assertThat(html).contains("default-src 'none'; ");
    }

    @Test
    void nothingInATraceBecomesMarkup() {
        String html = HtmlReport.of(List.of(Samples.report("</title><script>alert(1)</script>", Samples.hostile())));
        assertThat(html).doesNotContain("<script>alert", "<img", "<b>\"", "pwned='key'", "\u202E", "\u0000");
        assertThat(html.split("<script", -1)).hasSize(2);
        assertThat(html.split("</script", -1)).hasSize(2);
        assertThat(html.split("</style", -1)).hasSize(2);
    }

    @Test
    void aFileThatCouldNotBeReadIsInTheTable() {
        FileReport broken = new FileReport(
                "b.mini",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of("b.mini:2:5: found 'fly'"));
        assertThat(HtmlReport.of(List.of(broken, Samples.report("h.mini"))))
                .contains("<h1>2 files</h1>")
                .contains("<td class=\"file\" rowspan=\"1\">b.mini</td>")
                .contains(
                        "<span class=\"badge error\">! not checked</span></td><td>b.mini:2:5: found &#39;fly&#39;</td>");
    }

    @Test
    void itStaysSmallHoweverLargeTheHistoryIs() {
        String large = HtmlReport.of(List.of(Samples.report("h.mini", Samples.huge(20_000, 30))));
        assertThat(large).contains("… 19700 more steps", "… 19940 more transactions", "more steps are not drawn");
        assertThat(bytes(large)).isLessThan(BYTES_MAX);

        Explanation[] many = Collections.nCopies(40, Samples.huge(300, 40)).toArray(new Explanation[0]);
        List<FileReport> files = Stream.generate(() -> Samples.report("f".repeat(5000), many))
                .limit(50)
                .toList();
        String all = HtmlReport.of(files);
        assertThat(all).contains("more violations, which would make this page too large");
        assertThat(bytes(all)).isLessThan(BYTES_MAX);
    }

    @Test
    void deepCasesEndSomewhere() {
        Explanation sample = Samples.writeSkew();
        Argument argument = sample.argument();
        for (int depth = 0; depth < 12; depth++) {
            argument = new Argument.Cases(
                    "Which?",
                    List.of(
                            Samples.answer(sample.part(), "This", argument),
                            Samples.answer(sample.part(), "That", argument)));
        }
        Explanation deep =
                new Explanation(Level.SERIALIZABLE, sample.anomaly(), sample.order(), argument, sample.part());
        String html = HtmlReport.of(List.of(Samples.report("h.mini", deep)));
        assertThat(html).contains("more cases");
        assertThat(bytes(html)).isLessThan(BYTES_MAX);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
