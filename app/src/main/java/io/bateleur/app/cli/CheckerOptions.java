package io.bateleur.app.cli;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.z3.Z3Solver;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How {@code check} comes to its verdicts. */
@Command(optionListHeading = "%nHow it is decided:%n")
final class CheckerOptions {
    @Option(
            names = "--own-writes",
            paramLabel = "must|external|either",
            description = "What a read returns after its transaction wrote the key: that write, a version of "
                    + "somebody else, or either. Default: ${DEFAULT-VALUE}.")
    private OwnWritesOption ownWrites = OwnWritesOption.must;

    @Option(
            names = "--encoding",
            paramLabel = "ENCODING",
            completionCandidates = Encodings.class,
            description = "Put the question as another checker does: ${COMPLETION-CANDIDATES}.")
    private @Nullable String encoding;

    @Option(
            names = "--solver",
            paramLabel = "native|z3",
            description = "Who decides what is left open; z3 is slow, and a second opinion. Default: ${DEFAULT-VALUE}.")
    private SolverOption solver = SolverOption.NATIVE;

    @Option(
            names = "--extension",
            paramLabel = "JAR",
            description = "Levels of your own, in a jar or a folder of classes (docs/extensions.md). May be repeated.")
    private List<Path> extensions = new ArrayList<>();

    /** The checker that these options describe. */
    Checker checker(Extensions extended) {
        Checker standard = new Checker().with(ownWrites.policy).with(extended);
        Checker encoded = Optional.ofNullable(encoding)
                .map(CheckerOptions::encoding)
                .map(standard::with)
                .orElse(standard);
        return solver == SolverOption.Z3 ? encoded.with(Z3Solver::new) : encoded;
    }

    private static AlternativeEncoding encoding(String name) {
        return Arrays.stream(AlternativeEncoding.values())
                .filter(each -> each.word().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> CommandFailed.usage("unknown encoding '" + name + "'\nthere are: "
                        + Arrays.stream(AlternativeEncoding.values())
                                .map(each -> each.word() + " (" + each.description() + ")")
                                .collect(Collectors.joining("\n           "))));
    }

    /** Those on the class path, and those of the jars that are named; the classes stay loaded until the program ends. */
    Extensions extensions() {
        try {
            URL[] urls = new URL[extensions.size()];
            for (int i = 0; i < urls.length; i++) {
                Path path = extensions.get(i);
                if (!Files.exists(path)) {
                    throw CommandFailed.usage("no extension at " + path);
                }
                urls[i] = path.toUri().toURL();
            }
            @SuppressWarnings("resource")
            URLClassLoader loader = new URLClassLoader(urls, CheckerOptions.class.getClassLoader());
            return Extensions.load(loader);
        } catch (IOException e) {
            throw CommandFailed.usage("cannot load the extensions: " + e.getMessage());
        }
    }

    /** In lower case because that is how they are typed and shown. */
    private enum OwnWritesOption {
        must(OwnWrites.MUST),
        external(OwnWrites.EXTERNAL),
        either(OwnWrites.EITHER);

        private final OwnWrites policy;

        OwnWritesOption(OwnWrites policy) {
            this.policy = policy;
        }
    }

    private enum SolverOption {
        NATIVE,
        Z3;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** What shells complete after {@code --encoding}. */
    static final class Encodings implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(AlternativeEncoding.values())
                    .map(AlternativeEncoding::word)
                    .iterator();
        }
    }
}
