package io.bateleur.core.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The folder of real histories that other projects recorded, where there is one. */
final class Cases {
    private Cases() {}

    /** The folder, or the test is skipped. */
    static Path directory() {
        String property = System.getProperty("bateleur.cases", "");
        Assumptions.assumeTrue(
                !property.isEmpty() && Files.isDirectory(Path.of(property)),
                "the folder of real histories is not there (system property bateleur.cases)");
        return Path.of(property);
    }
}
