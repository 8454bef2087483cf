package io.bateleur.sql.tree;

/** An identifier as a statement writes it. */
public record Name(String text, Quotes quotes) {

    /** What it stands in. */
    public enum Quotes {
        NONE("", ""),
        DOUBLE("\"", "\""),
        BACK("`", "`"),
        BRACKETS("[", "]"),
        /** Of a text that stands for a name, as MySQL allows after AS. */
        SINGLE("'", "'");

        final String open;
        final String close;

        Quotes(String open, String close) {
            this.open = open;
            this.close = close;
        }
    }

    public Name(String text, boolean exact) {
        this(text, exact ? Quotes.DOUBLE : Quotes.NONE);
    }

    /** A name as it is written, with or without quotes. */
    public static Name of(String written) {
        int last = written.length() - 1;
        for (Quotes quotes : Quotes.values()) {
            boolean quoted = quotes != Quotes.NONE && quotes != Quotes.SINGLE && last > 0;
            if (quoted && written.startsWith(quotes.open) && written.endsWith(quotes.close)) {
                String inner = written.substring(1, last);
                return new Name(inner.replace(quotes.close + quotes.close, quotes.close), quotes);
            }
        }
        return new Name(written, Quotes.NONE);
    }

    /** Whether it stands in double quotes, so that its case matters. */
    public boolean exact() {
        return quotes == Quotes.DOUBLE;
    }

    public boolean isQuoted() {
        return quotes != Quotes.NONE;
    }

    /** Whether this may be the name of something that the database calls {@code stored}. */
    public boolean matches(String stored) {
        return exact() ? text.equals(stored) : text.equalsIgnoreCase(stored);
    }

    /** Whether two names of one statement mean the same. */
    public boolean matches(Name other) {
        return exact() && other.exact() ? text.equals(other.text) : text.equalsIgnoreCase(other.text);
    }

    /** The name as a statement writes it. */
    public String written() {
        return isQuoted() ? quotes.open + text.replace(quotes.close, quotes.close + quotes.close) + quotes.close : text;
    }

    @Override
    public String toString() {
        return text;
    }
}
