package io.bateleur.sql.parse;

/**
 * An identifier as a statement writes it.
 *
 * @param exact whether it stands in double quotes, so that its case matters
 */
public record Name(String text, boolean exact) {

    static Name of(String written) {
        int last = written.length() - 1;
        if (last > 0 && written.charAt(0) == '"' && written.charAt(last) == '"') {
            return new Name(written.substring(1, last).replace("\"\"", "\""), true);
        }
        boolean quoted = last > 0
                && (written.charAt(0) == '`' && written.charAt(last) == '`'
                        || written.charAt(0) == '[' && written.charAt(last) == ']');
        return new Name(quoted ? written.substring(1, last) : written, false);
    }

    /** Whether this may be the name of something that the database calls {@code stored}. */
    public boolean matches(String stored) {
        return exact ? text.equals(stored) : text.equalsIgnoreCase(stored);
    }

    /** Whether two names of one statement mean the same. */
    public boolean matches(Name other) {
        return exact && other.exact ? text.equals(other.text) : text.equalsIgnoreCase(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
