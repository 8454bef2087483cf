package io.bateleur.sql.audit;

import io.bateleur.core.model.Interval;
import io.bateleur.core.model.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A transaction of a stream that has not ended yet. */
final class OpenTransaction {
    final long id;
    /** By the order in which they began. */
    final int number;

    final int session;
    final SightRules rules;
    final Optional<Interval> begin;
    final List<LoggedStatement> statements = new ArrayList<>(4);

    OpenTransaction(long id, int number, int session, SightRules rules, Optional<Interval> begin) {
        this.number = number;
        this.id = id;
        this.session = session;
        this.rules = rules;
        this.begin = begin;
    }

    /** The last statement gets its answer. */
    void answer(Optional<List<SqlResult>> answer, long before, long after) {
        if (statements.isEmpty() || !last().answer.isEmpty()) {
            throw new Unstreamable("an answer of no statement");
        }
        LoggedStatement asked = statements.remove(statements.size() - 1);
        statements.add(
                new LoggedStatement(asked.place, asked.text, asked.trees, asked.parameters, answer, before, after));
    }

    private LoggedStatement last() {
        return statements.get(statements.size() - 1);
    }

    /** No earlier can what it locked become free, as far as it has come. */
    long released() {
        if (statements.isEmpty()) {
            return begin.map(Interval::before).orElse(Moments.EARLIEST);
        }
        int i = statements.size() - 1;
        if (last().failure() == null) {
            return last().after;
        }
        while (i > 0 && statements.get(i - 1).failure() != null) {
            i--;
        }
        return statements.get(i).before;
    }

    /** The earliest moment at which it looked. */
    long earliest() {
        long first = statements.isEmpty() ? Long.MAX_VALUE : statements.get(0).before;
        return Math.min(first, begin.map(Interval::before).orElse(first));
    }
}
