package io.bateleur.lab.server;

import java.util.regex.Pattern;

/** What Maven calls one version of a library. */
public record Coordinates(String group, String artifact, String version) {
    /** What they are made of; nothing that means something to XML, to a path or to a shell. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    public Coordinates {
        for (String word : new String[] {group, artifact, version}) {
            if (!WORD.matcher(word).matches()) {
                throw new IllegalArgumentException("'" + word + "' is no part of Maven coordinates");
            }
        }
    }

    /** Reads {@code group:artifact:version}. */
    public static Coordinates parse(String text) throws ServerException {
        String[] words = text.strip().split(":", -1);
        String hint = "for example org.postgresql:postgresql:42.7.14";
        if (words.length != 3) {
            throw new ServerException("'" + text + "' is not of the form group:artifact:version", hint);
        }
        try {
            return new Coordinates(words[0], words[1], words[2]);
        } catch (IllegalArgumentException e) {
            throw new ServerException("'" + text + "' is not of the form group:artifact:version", hint, e);
        }
    }

    Coordinates withVersion(String other) {
        return new Coordinates(group, artifact, other);
    }

    @Override
    public String toString() {
        return group + ":" + artifact + ":" + version;
    }
}
