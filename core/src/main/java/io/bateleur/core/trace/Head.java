package io.bateleur.core.trace;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a format is recognised by: the first bytes of a file, or the names in a directory and the first bytes of one of its files. */
public record Head(List<String> names, byte[] bytes) {

    /** A file; its name does not count. */
    public static Head file(byte[] bytes) {
        return new Head(List.of(), bytes);
    }

    public boolean isDirectory() {
        return !names.isEmpty();
    }

    /** The bytes as text; anything that is not ASCII becomes something that no format starts with. */
    public String text() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The text without the white space, blank lines and byte order mark that it may start with. */
    public String start() {
        String text = text();
        return (text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text).stripLeading();
    }
}
