package io.bateleur.lab.repro.language;

import java.util.List;
import java.util.stream.Collectors;

/** What a case says that a statement answers. */
public sealed interface Reply {
    /** {@code (1,a) (2,b)}: these rows. */
    record Rows(List<List<Cell>> rows) implements Reply {
        public Rows {
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("no rows are 'none'");
            }
            rows = rows.stream().map(List::copyOf).toList();
        }

        @Override
        public String toString() {
            return rows.stream()
                    .map(row -> row.stream().map(Cell::toString).collect(Collectors.joining(",", "(", ")")))
                    .collect(Collectors.joining(" "));
        }
    }

    /** {@code 2 rows}, returned or affected; {@code none} is zero of them. */
    record Count(long rows) implements Reply {
        @Override
        public String toString() {
            return rows == 0 ? "none" : rows == 1 ? "1 row" : rows + " rows";
        }
    }

    /** {@code ok}: any answer that is no error. */
    record Ok() implements Reply {
        @Override
        public String toString() {
            return "ok";
        }
    }

    /** {@code ! 40001}: an SQLSTATE (5 characters), its class (2), or a number of the vendor's (4 digits). */
    record Error(String code) implements Reply {
        @Override
        public String toString() {
            return "! " + code;
        }
    }

    /** {@code blocks a b}: it waits, for these among others. */
    record Blocks(List<String> sessions) implements Reply {
        public Blocks {
            sessions = List.copyOf(sessions);
        }

        @Override
        public String toString() {
            return "blocks " + String.join(" ", sessions);
        }
    }

    /** {@code crash}: the process of the server died. */
    record Crash() implements Reply {
        @Override
        public String toString() {
            return "crash";
        }
    }

    /** Whether it is an answer in the sense of the language, which {@code =} introduces. */
    default boolean isAnswer() {
        return this instanceof Rows || this instanceof Count || this instanceof Ok;
    }

    /** As it stands in an expectation. */
    default String text() {
        return isAnswer() ? "= " + this : toString();
    }
}
