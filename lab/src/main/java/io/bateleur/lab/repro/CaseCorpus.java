package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cases that come with Bateleur: those of the checkout where we are in one, otherwise those in our jar. */
public final class CaseCorpus {
    private static final Path CHECKOUT = Path.of("corpus", "cases");
    private static final String ENDING = ".case";

    private CaseCorpus() {}

    public static List<BugCase> all() throws IOException {
        if (Files.isDirectory(CHECKOUT)) {
            return in(CHECKOUT);
        }
        URL packed = CaseCorpus.class.getResource("cases");
        return packed == null ? List.of() : packed(packed);
    }

    private static List<BugCase> packed(URL place) throws IOException {
        try {
            URI uri = place.toURI();
            if (!uri.getScheme().equals("jar")) {
                return in(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                String[] parts = uri.toString().split("!", 2);
                return in(jar.getPath(parts[1]));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The cases of a directory, and of those in it, by their names. */
    public static List<BugCase> in(Path directory) throws IOException {
        List<BugCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                cases.add(CaseParser.read(file));
            }
        }
        return cases;
    }
}
