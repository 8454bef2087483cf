package io.bateleur.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text for a terminal: lines that are too long for it are broken between words. What follows stands below the second column of its
 * line, where it has one, or else a little further in than its line; a second column that begins far to the right becomes lines of
 * its own. A word is never broken, so that paths can be copied.
 */
final class Wrapping extends OutputStream {
    private static final int NARROWEST = 20;
    private static final int INDENT = 2;
    private static final int DEEP = 8;
    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]*m");
    /** What stands between a name and what is said of it. */
    private static final Pattern GAP = Pattern.compile("(?<=\\S) {2,}(?=\\S)");

    private final OutputStream out;
    private final int columns;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Wrapping(OutputStream out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /** One line as several that fit; colours take no room. */
    static List<String> lines(String line, int columns) {
        return lines(line, columns, "");
    }

    /** @param end of every line but the last */
    static List<String> lines(String line, int columns, String end) {
        if (width(line) <= columns || columns < NARROWEST) {
            return List.of(line);
        }
        Matcher gap = GAP.matcher(line);
        int second = gap.find() ? width(line.substring(0, gap.end())) : 0;
        if (second > columns / 2) {
            List<String> lines = new ArrayList<>(lines(line.substring(0, gap.start()), columns, end));
            lines.addAll(lines(" ".repeat(DEEP) + line.substring(gap.end()), columns, end));
            return lines;
        }
        int lead = line.length() - line.stripLeading().length();
        int before = lead > columns / 2 ? DEEP : lead;
        String indent = " ".repeat(second > 0 ? second : before + INDENT);
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder(" ".repeat(before));
        for (String word : line.stripLeading().split("(?<! )(?= )")) {
            String plain = word.stripLeading();
            String blank = word.substring(0, word.length() - plain.length());
            if (!current.toString().isBlank() && width(current + blank + plain + end) > columns) {
                lines.add(current + end);
                current = new StringBuilder(indent).append(plain);
            } else {
                current.append(blank).append(plain);
            }
        }
        lines.add(current.toString());
        return lines;
    }

    private static int width(String text) {
        String plain = COLOUR.matcher(text).replaceAll("");
        return plain.codePointCount(0, plain.length());
    }

    @Override
    public synchronized void write(int oneByte) throws IOException {
        if (oneByte == '\n') {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            out.write((String.join("\n", lines(text, columns)) + "\n").getBytes(StandardCharsets.UTF_8));
        } else {
            line.write(oneByte);
        }
    }

    /** A line that has not ended goes out as it is: whoever asks for it wants to see it. */
    @Override
    public synchronized void flush() throws IOException {
        line.writeTo(out);
        line.reset();
        out.flush();
    }
}
