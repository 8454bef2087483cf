package io.bateleur.sql.tree;

import java.util.List;
import java.util.function.Consumer;

/** A text that grows by words and signs, with blanks where they are needed. */
final class Out {
    private final StringBuilder text = new StringBuilder();

    Out add(String part) {
        if (part.isEmpty()) {
            return this;
        }
        boolean tight = text.isEmpty()
                || "([\n".indexOf(text.charAt(text.length() - 1)) >= 0
                || "),;".indexOf(part.charAt(0)) >= 0;
        text.append(tight ? "" : " ").append(part);
        return this;
    }

    /** Without a blank. */
    Out stick(String part) {
        text.append(part);
        return this;
    }

    Out when(boolean holds, String part) {
        return holds ? add(part) : this;
    }

    Out verbatim(Verbatim words) {
        words.tokens().forEach(token -> text.append(text.isEmpty() ? "" : " ").append(token));
        return this;
    }

    <T> Out list(List<T> items, Consumer<T> print) {
        for (int i = 0; i < items.size(); i++) {
            when(i > 0, ",");
            print.accept(items.get(i));
        }
        return this;
    }

    <T> Out parentheses(List<T> items, Consumer<T> print) {
        return add("(").list(items, print).add(")");
    }

    Out names(List<Name> names) {
        return parentheses(names, name -> add(name.written()));
    }

    Out name(Qualified name) {
        return add(String.join(".", name.parts().stream().map(Name::written).toList()));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
