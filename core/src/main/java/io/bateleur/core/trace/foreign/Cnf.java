package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A propositional formula in conjunctive normal form, as a DIMACS file holds it.
 *
 * <pre>
 *   c a comment
 *   p cnf 3 2       three variables, two clauses
 *   1 -2 0          1 or not 2
 *   2 3 0
 * </pre>
 */
public record Cnf(int variables, List<int[]> clauses) {
    private static final String HINT =
            "a formula is p cnf VARIABLES CLAUSES, then clauses of literals, each ended by 0";
    private static final Pattern START = Pattern.compile("(c[^\\n]*\\n\\s*)*p[ \\t]+cnf[ \\t].*", Pattern.DOTALL);

    public Cnf {
        clauses = List.copyOf(clauses);
    }

    /** Whether a file that starts like this is probably a formula. */
    public static boolean recognises(Head head) {
        return !head.isDirectory() && START.matcher(head.start()).matches();
    }

    public static Cnf read(Source source) throws IOException {
        try (Tokens tokens = new Tokens(source, HINT)) {
            return new Reader(tokens).read();
        }
    }

    private static final class Reader {
        private final Tokens tokens;
        private final List<int[]> clauses = new ArrayList<>();
        private int[] clause = new int[8];
        private int size;

        Reader(Tokens tokens) {
            this.tokens = tokens;
        }

        Cnf read() throws IOException {
            int variables = header();
            for (int next = tokens.next(); next != -1; next = tokens.next()) {
                if (next == 'c') {
                    tokens.skipLine();
                } else if (next == '%') {
                    break; // old collections end so
                } else {
                    literal(variables);
                }
            }
            if (size > 0) {
                throw tokens.expected("0 at the end of the clause");
            }
            return new Cnf(variables, clauses);
        }

        private int header() throws IOException {
            while (tokens.next() == 'c') {
                tokens.skipLine();
            }
            for (char letter : new char[] {'p', 'c', 'n', 'f'}) {
                tokens.sign(letter);
            }
            int variables =
                    (int) limited(tokens.natural("the number of variables"), Integer.MAX_VALUE - 1, "variables");
            tokens.natural("the number of clauses"); // files in the wild are often wrong about it
            tokens.endOfLine();
            return variables;
        }

        private void literal(int variables) throws IOException {
            long literal = tokens.integer("a literal");
            limited(literal, variables, "variables");
            if (literal == 0) {
                clauses.add(java.util.Arrays.copyOf(clause, size));
                size = 0;
                return;
            }
            if (size == clause.length) {
                clause = java.util.Arrays.copyOf(clause, 2 * size);
            }
            clause[size++] = (int) literal;
        }

        private long limited(long value, long most, String what) throws BadInputException {
            if (value > most || value < -most) {
                throw tokens.wrongInteger("found " + value + ", expected at most " + most + " " + what, "");
            }
            return value;
        }
    }
}
