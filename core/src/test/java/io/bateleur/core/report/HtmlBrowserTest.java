package io.bateleur.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page in a real browser: its script runs, nobody else's does, and what one points at lights up. */
class HtmlBrowserTest {
    private static Browser browser;

    @BeforeAll
    static void find() {
        Optional<Browser> found = Browser.find();
        Assumptions.assumeTrue(found.isPresent(), "no Chromium on the PATH: the report is not opened in a browser");
        browser = found.get();
    }

    @Test
    void theScriptRuns() throws Exception {
        String dom = browser.open(HtmlReport.of(List.of(Samples.report(
                "h.mini", Samples.writeSkew(), Samples.longFork(), Samples.cases(), Samples.abortedRead()))));
        assertThat(body(dom)).contains("data-ready=\"true\"").doesNotContain("data-error");
        assertThat(dom).contains("</svg>").contains("Made by Bateleur");
    }

    @Test
    void whatATraceHoldsDoesNot() throws Exception {
        String dom =
                browser.open(HtmlReport.of(List.of(Samples.report("</title><script>x</script>", Samples.hostile()))));
        assertThat(body(dom))
                .contains("data-ready=\"true\"")
                .doesNotContain("data-pwned")
                .doesNotContain("data-error");
        assertThat(dom.split("<script", -1)).hasSize(2);
        assertThat(dom).doesNotContain("<img");
    }

    @Test
    void anotherScriptWouldBeRefusedAnyway() throws Exception {
        String html = HtmlReport.of(List.of(Samples.report("h.mini")))
                .replace("</main>", "<script>document.body.dataset.pwned = 'yes'</script></main>");
        assertThat(body(browser.open(html))).contains("data-ready=\"true\"").doesNotContain("data-pwned");
    }

    @Test
    void pointingAtAStepLightsItsTransactionsAndOperations() throws Exception {
        String dom = browser.open(with("""
                const edge = document.querySelector('#v0 svg .edge');
                edge.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
                const lit = [...document.querySelectorAll('#v0 code.op.lit')].map(op => op.textContent);
                report(lit.join(' ') + ' | ' + document.querySelectorAll('#v0 .node.lit').length
                    + ' | ' + document.querySelectorAll('#v0 .step.lit').length
                    + ' | ' + document.querySelectorAll('#v1 .lit').length);
                """));
        assertThat(body(dom)).contains("data-test=\"r(bob,on) w(bob,off) | 2 | 1 | 0\"");
    }

    @Test
    void aClickStaysAndLeadsToTheOperationsUntilEscape() throws Exception {
        String dom = browser.open(with("""
                const node = document.querySelector('#v0 svg .node');
                node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
                document.body.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
                const reached = document.querySelector('.reached');
                const before = document.querySelectorAll('#v0 .lit').length;
                node.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, key: 'Escape'}));
                report(reached.id + ' ' + (before > 0) + ' ' + document.querySelectorAll('.lit').length);
                """));
        assertThat(body(dom)).contains("data-test=\"v0-t0 true 0\"");
    }

    @Test
    void theKeyboardDoesTheSame() throws Exception {
        String dom = browser.open(with("""
                const step = document.querySelector('#v1 .step');
                // Once the browser did not tell that the step had the focus, and why is not known: so it is told again here.
                step.focus();
                step.dispatchEvent(new FocusEvent('focusin', {bubbles: true}));
                const lit = document.querySelectorAll('#v1 .edge.lit').length;
                step.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, key: 'Enter'}));
                report(lit + ' ' + document.querySelector('.reached').textContent);
                """));
        assertThat(body(dom)).contains("data-test=\"1 w(x,1)\"");
    }

    /** The page of two violations with a script of the test after its own; the policy that would refuse it is taken out. */
    private static String with(String script) {
        return HtmlReport.of(List.of(Samples.report("h.mini", Samples.writeSkew(), Samples.longFork())))
                .replaceFirst("<meta http-equiv[^>]*>", "")
                .replace(
                        "</body>",
                        "<script>{ const report = text => { document.body.dataset.test = text; };\n" + script
                                + "}</script></body>");
    }

    private static String body(String dom) {
        int start = dom.indexOf("<body");
        assertThat(start).as("the browser gave no document:\n" + dom).isNotNegative();
        return dom.substring(start, dom.indexOf('>', start) + 1);
    }
}
