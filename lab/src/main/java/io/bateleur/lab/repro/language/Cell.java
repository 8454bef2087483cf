package io.bateleur.lab.repro.language;

import java.util.Optional;

/**
 * A value as a case writes it.
 *
 * @param text what stands there, without quotes
 * @param quoted whether it stands in quotes: then it is text, whatever it looks like
 */
public record Cell(String text, boolean quoted) {
    /** SQL's NULL. */
    public static final Cell NULL = new Cell("NULL", false);

    public static Cell text(String text) {
        return new Cell(text, true);
    }

    /** What a server answered, written as plainly as possible. */
    public static Cell of(Optional<String> answer) {
        return answer.map(text -> new Cell(text, !isPlain(text))).orElse(NULL);
    }

    /** Whether it reads back as itself without quotes. */
    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && text.equals(text.strip())
                && !text.equals("NULL")
                && text.chars().noneMatch(c -> "(),'#;\n\r".indexOf(c) >= 0);
    }

    public boolean isNull() {
        return !quoted && text.equals("NULL");
    }

    @Override
    public String toString() {
        return quoted ? "'" + text.replace("'", "''") + "'" : text;
    }
}
