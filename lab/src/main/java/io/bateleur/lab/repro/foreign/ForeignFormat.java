package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.lab.repro.language.BugCase;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A way in which another project writes down what sessions do in which order. */
public interface ForeignFormat {
    /** What people call it. */
    String name();

    boolean recognises(ForeignFile file);

    BugCase read(ForeignFile file) throws IOException;

    /** All of them; the surest recognition comes first. */
    List<ForeignFormat> ALL = List.of(
            new SpecCases(), new ReplBugScript(), new HermitagePage(), new LeopardSchedule(), new TrocSchedule());

    /** Whether a file is in one of them, and no case of ours. */
    static boolean isOneOf(Path path) throws IOException {
        if (path.toString().endsWith(".case")) {
            return false;
        }
        ForeignFile file = new ForeignFile(path, text(path));
        return ALL.stream().anyMatch(format -> format.recognises(file));
    }

    /** Reads a file in whichever of the formats it is. */
    static BugCase read(Path path) throws IOException {
        ForeignFile file = new ForeignFile(path, text(path));
        for (ForeignFormat format : ALL) {
            if (format.recognises(file)) {
                return format.read(file);
            }
        }
        throw file.bad(
                1,
                "found none of the known formats, expected one of: "
                        + String.join(
                                ", ", ALL.stream().map(ForeignFormat::name).toList()),
                "");
    }

    private static String text(Path path) throws IOException {
        try {
            return Files.readString(path);
        } catch (CharacterCodingException e) {
            throw new BadInputException(
                    Place.file(path.toString()), "found bytes that are not UTF-8, expected text", "");
        }
    }
}
