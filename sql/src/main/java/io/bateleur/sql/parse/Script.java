package io.bateleur.sql.parse;

import java.util.ArrayList;
import java.util.List;

/** The statements of a file, split where a semicolon stands outside of strings, names, comments and bodies. */
public final class Script {
    /** A statement and the line in which it begins, from 1. */
    public record Part(String text, int line) {}

    private final String text;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private int line = 1;
    private int began;
    private int at;

    private Script(String text) {
        this.text = text;
    }

    public static List<Part> split(String text) {
        Script script = new Script(text);
        while (script.at < text.length()) {
            script.step();
        }
        script.end();
        return script.parts;
    }

    private void step() {
        char c = text.charAt(at);
        if (text.startsWith("--", at)) {
            int end = text.indexOf('\n', at);
            skip(end < 0 ? text.length() : end);
        } else if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            skip(end < 0 ? text.length() : end + 2);
        } else if (c == '\'' || c == '"' || c == '`') {
            int end = text.indexOf(c, at + 1);
            take(end < 0 ? text.length() : end + 1);
        } else if (c == '$' && dollars() != null) {
            String quote = dollars();
            int end = text.indexOf(quote, at + quote.length());
            take(end < 0 ? text.length() : end + quote.length());
        } else if (c == ';') {
            end();
            at++;
        } else {
            take(at + 1);
        }
    }

    private @org.jspecify.annotations.Nullable String dollars() {
        int end = text.indexOf('$', at + 1);
        boolean quote = end > 0 && text.substring(at + 1, end).chars().allMatch(Character::isLetterOrDigit);
        return quote ? text.substring(at, end + 1) : null;
    }

    private void take(int end) {
        for (; at < end; at++) {
            if (current.isEmpty() && Character.isWhitespace(text.charAt(at))) {
                line += text.charAt(at) == '\n' ? 1 : 0;
                continue;
            }
            began = current.isEmpty() ? line : began;
            current.append(text.charAt(at));
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }

    private void skip(int end) {
        for (; at < end; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }

    private void end() {
        if (!current.isEmpty()) {
            parts.add(new Part(current.toString(), began));
            current.setLength(0);
        }
    }
}
