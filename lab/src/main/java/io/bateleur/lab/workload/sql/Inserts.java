package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.sql.SqlWorkload.Body;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rows that lie in the tables before the sessions start, gathered into transactions of bearable size. */
final class Inserts {
    private static final int ROWS_MAX = 50;

    private record Insert(String statement, Object[] values) {}

    private final SqlWords words;
    private final List<Insert> inserts = new ArrayList<>();

    Inserts(SqlWords words) {
        this.words = words;
    }

    /** @param into the table and its columns: {@code account (id, balance)} */
    Inserts row(String into, Object... values) {
        inserts.add(new Insert(insert(into, values.length), values));
        return this;
    }

    static String insert(String into, int values) {
        return "INSERT INTO " + into + " VALUES (" + String.join(", ", Collections.nCopies(values, "?")) + ")";
    }

    List<Body> bodies() {
        List<Body> bodies = new ArrayList<>();
        for (int from = 0; from < inserts.size(); from += ROWS_MAX) {
            List<Insert> part = List.copyOf(inserts.subList(from, Math.min(from + ROWS_MAX, inserts.size())));
            bodies.add(connection -> {
                Sql sql = new Sql(connection, words);
                for (Insert insert : part) {
                    sql.update(insert.statement(), insert.values());
                }
                return true;
            });
        }
        return bodies;
    }
}
