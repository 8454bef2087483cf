package io.bateleur.sql.analyze;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables and the programs that use them.
 *
 * @param file as it was named
 * @param pairs programs whose instances see each other in the order of their commits
 * @param schema the statements that make the tables, as they stand in the file
 */
public record Application(
        String file,
        Map<String, TableShape> tables,
        List<TransactionProgram> programs,
        List<Pair> pairs,
        List<String> schema) {
    /** Two programs, which may be the same. */
    public record Pair(String first, String second) {
        boolean joins(String a, String b) {
            return first.equals(a) && second.equals(b) || first.equals(b) && second.equals(a);
        }

        @Override
        public String toString() {
            return "(" + first + ", " + second + ")";
        }
    }

    public Application {
        tables = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        programs = List.copyOf(programs);
        pairs = List.copyOf(pairs);
        schema = List.copyOf(schema);
    }

    TableShape table(String name) {
        TableShape shape = tables.get(name);
        if (shape == null) {
            throw new IllegalArgumentException("no table " + name);
        }
        return shape;
    }

    public Application withPrograms(List<TransactionProgram> others) {
        return new Application(file, tables, others, pairs, schema);
    }

    Application withTables(Map<String, TableShape> others) {
        return new Application(file, others, programs, pairs, schema);
    }

    public Application withPairs(List<Pair> others) {
        return new Application(file, tables, programs, others, schema);
    }
}
