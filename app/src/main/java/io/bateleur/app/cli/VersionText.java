package io.bateleur.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as Maven wrote it into {@code version.properties}. */
final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {full()};
    }

    static String full() {
        return Main.NAME + " " + version() + " (Java " + System.getProperty("java.version") + ")";
    }

    static String version() {
        Properties properties = new Properties();
        try (InputStream stream = VersionText.class.getResourceAsStream("version.properties")) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }
}
