package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A file of another project, in memory. */
public record ForeignFile(Path path, String text) {
    public ForeignFile {
        text = text.replace("\r\n", "\n").replace("\uFEFF", "");
    }

    /** The file's name without its folder and without what follows its first dot. */
    String stem() {
        String name = fileName();
        int dot = name.indexOf('.', 1);
        return dot < 0 ? name : name.substring(0, dot);
    }

    String fileName() {
        return String.valueOf(path.getFileName());
    }

    boolean endsWith(String ending) {
        return fileName().endsWith(ending);
    }

    List<String> lines() {
        return Arrays.asList(text.split("\n", -1));
    }

    int lineAt(int index) {
        return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
    }

    /** @param line from 1 */
    BadInputException bad(int line, String problem, String hint) {
        return new BadInputException(Place.text(path.toString(), line, 1), problem, hint);
    }
}
