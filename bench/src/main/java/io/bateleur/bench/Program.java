package io.bateleur.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bateleur as a user starts it: by the launcher script, with a heap of a given size, on the Java that runs here.
 *
 * <p>Script and jar are copied to a folder where there are no sources: so the launcher does not build when somebody saves a file
 * during the benchmark, and every row is measured on the same code. Where there is only a jar, or only classes, Java is started
 * with the option that the script would give it.
 *
 * @param command what comes before the arguments
 * @param launched whether that is the launcher
 */
record Program(List<String> command, boolean launched) {
    /** What the launcher gives Java; a test compares. */
    static final String COLLECTOR = "-XX:+UseParallelGC";

    private static final String LAUNCHER = "bateleur";
    private static final Path JAR = Path.of("app", "target", "bateleur.jar");
    private static final String JAVA_HOME = System.getProperty("java.home");

    /** @param main the class that Java would be told to start; where it comes from is what will be run */
    static Program of(Class<?> main, Path folder) throws IOException {
        Path code = codeOf(main);
        if (!Files.isRegularFile(code)) {
            return new Program(List.of("-cp", System.getProperty("java.class.path"), main.getName()), false);
        }
        Path jar = folder.resolve(JAR);
        Files.createDirectories(jar.getParent());
        Files.copy(code, jar);
        if (code.endsWith(JAR)) {
            Path launcher = code.getRoot()
                    .resolve(code.subpath(0, code.getNameCount() - JAR.getNameCount()))
                    .resolve(LAUNCHER);
            if (Files.isExecutable(launcher)) {
                Path copy = folder.resolve(LAUNCHER);
                Files.copy(launcher, copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                return new Program(List.of(copy.toString()), true);
            }
        }
        return new Program(List.of("-jar", jar.toString()), false);
    }

    private static Path codeOf(Class<?> main) {
        try {
            return Path.of(main.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts it once: the first start by the launcher makes an archive of classes, which belongs to no row. */
    void prepare(Children children) throws IOException {
        ProcessBuilder builder = process(256, List.of("--version"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            children.start(builder).waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Children.StoppedException();
        }
    }

    ProcessBuilder process(int heapMegabytes, List<String> arguments) {
        String heap = "-Xmx" + heapMegabytes + "m";
        List<String> words = new ArrayList<>();
        if (!launched) {
            words.add(Path.of(JAVA_HOME, "bin", "java").toString());
            words.add(COLLECTOR);
            words.add(heap);
        }
        words.addAll(command);
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words);
        if (launched) {
            builder.environment().putAll(Map.of("JAVA_HOME", JAVA_HOME, "BATELEUR_OPTS", heap));
        }
        return builder;
    }
}
