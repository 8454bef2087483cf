package io.bateleur.sql.tree;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A name with what it belongs to: {@code schema.table}. */
public record Qualified(Span at, List<Name> parts) implements Node {
    public Qualified {
        parts = Node.some(parts);
    }

    public Name last() {
        return parts.get(parts.size() - 1);
    }

    /** What the last part belongs to, or null. */
    public @Nullable Name schema() {
        return parts.size() > 1 ? parts.get(parts.size() - 2) : null;
    }

    /** Whether this is one plain word, in upper case. */
    public boolean is(String word) {
        return parts.size() == 1 && !last().isQuoted() && last().text().equalsIgnoreCase(word);
    }

    @Override
    public String toString() {
        return parts.stream().map(Name::text).collect(Collectors.joining("."));
    }
}
