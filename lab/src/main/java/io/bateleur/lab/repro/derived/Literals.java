package io.bateleur.lab.repro.derived;

import io.bateleur.core.model.Value;
import io.bateleur.core.sql.Splitter;
import java.util.List;

/** Values of a trace as SQL writes them. */
final class Literals {
    private Literals() {}

    static String of(Value value) throws NoCaseException {
        if (value instanceof Value.Text text) {
            return quoted(text.value());
        }
        if (value instanceof Value.Null) {
            return "NULL";
        }
        if (value instanceof Value.Bool bool) {
            return bool.value() ? "TRUE" : "FALSE";
        }
        if (value instanceof Value.Elements list
                && list.value().size() == 3
                && list.value().get(0).equals(Value.of("text"))
                && list.value().get(2) instanceof Value.Text text) {
            boolean number = list.value().get(1).equals(Value.of("double"));
            return number ? text.value() : quoted(text.value());
        }
        if (value instanceof Value.Elements || value instanceof Value.Bytes) {
            throw new NoCaseException("a value is not in the trace as SQL can write it: " + value);
        }
        return value.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** The statement with its parameters where it has question marks for them. */
    static String inlined(String statement, List<Value> parameters) throws NoCaseException {
        StringBuilder out = new StringBuilder();
        int next = 0;
        for (int at = 0; at < statement.length(); ) {
            int past = Splitter.past(statement, at);
            if (past > at) {
                out.append(statement, at, past);
                at = past;
            } else if (statement.charAt(at) == '?' && next < parameters.size()) {
                out.append(of(parameters.get(next++)));
                at++;
            } else {
                out.append(statement.charAt(at++));
            }
        }
        if (next < parameters.size()) {
            throw new NoCaseException("a statement has more parameters than question marks: " + statement);
        }
        return out.toString();
    }
}
