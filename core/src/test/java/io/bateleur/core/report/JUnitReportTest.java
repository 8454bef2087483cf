package io.bateleur.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitReportTest {
    @Test
    void aCaseForEachFileAndLevel() throws Exception {
        FileReport broken = new FileReport(
                "b.mini",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of("b.mini:2:5: found 'fly'\n  hint: walk"));
        String xml = JUnitReport.of(
                List.of(Samples.report("a.mini", Samples.writeSkew()), broken),
                finding -> "because " + finding.title().name());
        Element suite = (Element) parsed(xml).getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getAttribute("time")).isEqualTo("60.020");
        assertThat(xml).isEqualTo("""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="4" failures="1" errors="1" skipped="1" time="60.020">
                <testsuite name="bateleur check" tests="4" failures="1" errors="1" skipped="1" time="60.020">
                <testcase classname="a" name="read-uncommitted" time="0.003"/>
                <testcase classname="a" name="serializable" time="0.017">
                <failure type="G2-item" message="G2-item: write skew">because G2-item</failure>
                </testcase>
                <testcase classname="a" name="strict-serializable" time="60.000">
                <skipped message="not within 60s (--timeout); 17 choices are left"/>
                </testcase>
                <testcase classname="b" name="readable" time="0.000">
                <error type="not-checked" message="b.mini:2:5: found 'fly'">b.mini:2:5: found 'fly'
                  hint: walk</error>
                </testcase>
                </testsuite>
                </testsuites>
                """);
    }

    /** A build server shows what follows the last dot as the class, which was "zst" for all of them. */
    @Test
    void classesAreFilesWithoutTheirEnding() {
        List<String> files = List.of(
                "runs/postgres-18.6-serializable.jsonl.zst",
                "v1.2/history",
                ".hidden",
                "-",
                "same.edn",
                "same.jsonl",
                "log.gz");
        String xml = JUnitReport.of(files.stream().map(Samples::report).toList(), finding -> "");
        assertThat(Pattern.compile("classname=\"([^\"]*)\"")
                        .matcher(xml)
                        .results()
                        .map(found -> found.group(1))
                        .distinct())
                .containsExactly(
                        "runs/postgres-18.6-serializable",
                        "v1.2/history",
                        ".hidden",
                        "-",
                        "same.edn",
                        "same.jsonl",
                        "log");
    }

    @Test
    void anythingInATraceIsText() throws Exception {
        String text = "]]></failure>&lt;\u0000\u001b\uFFFE\uD800é😀\r\n\t\"'";
        String xml = JUnitReport.of(List.of(Samples.report("\"<&>\u0001", Samples.hostile())), finding -> text);
        Element failure = (Element) parsed(xml).getElementsByTagName("failure").item(0);
        assertThat(failure.getTextContent()).isEqualTo("]]></failure>&lt;\uFFFD\uFFFD\uFFFD\uFFFDé😀\r\n\t\"'");
        Element testcase =
                (Element) parsed(xml).getElementsByTagName("testcase").item(0);
        assertThat(testcase.getAttribute("classname")).isEqualTo("\"<&>\uFFFD");
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
