package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every page is reachable from the map in docs/README.md, and every relative link of every page leads somewhere. */
class DocsMapTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)[^)]*\\)|(?:src|srcset|href)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

    @Test
    void everyPageIsReachableFromTheMap() throws IOException {
        Set<Path> reached = new LinkedHashSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(DOCS.resolve("README.md")));
        while (!open.isEmpty()) {
            Path page = open.remove();
            if (reached.add(page)) {
                for (String link : links(page)) {
                    Path target = target(page, link);
                    if (target.startsWith(DOCS) && target.toString().endsWith(".md") && Files.exists(target)) {
                        open.add(target);
                    }
                }
            }
        }
        assertThat(reached).containsAll(pages(DOCS));
    }

    @TestFactory
    Stream<DynamicTest> everyRelativeLinkLeadsSomewhere() throws IOException {
        List<Path> pages = new ArrayList<>(pages(DOCS));
        try (Stream<Path> files = Files.list(ROOT)) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages.stream()
                .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> assertThat(links(page))
                        .allSatisfy(link -> leadsSomewhere(page, link))));
    }

    private static void leadsSomewhere(Path page, String link) throws IOException {
        Path target = target(page, link);
        assertThat(target.startsWith(ROOT) && Files.exists(target))
                .as("%s exists in the project", link)
                .isTrue();
        int anchor = link.indexOf('#');
        if (anchor >= 0) {
            assertThat(anchors(target)).contains(link.substring(anchor + 1));
        }
    }

    /** Those that do not leave the project. */
    private static List<String> links(Path page) throws IOException {
        String text = FENCED.matcher(Files.readString(page)).replaceAll("");
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("code"));
        while (link.find()) {
            String target = link.group(1) != null ? link.group(1) : link.group(2);
            if (!target.matches("[a-z]+:.*")) {
                links.add(target);
            }
        }
        return links;
    }

    private static Path target(Path page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    /** The names by which GitHub knows the headings of a page. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(FENCED.matcher(Files.readString(page)).replaceAll(""));
        while (heading.find()) {
            anchors.add(heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    private static List<Path> pages(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
