package io.bateleur.lab.jdbc;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Recorded histories with one answer changed. */
final class Lies {
    private static final long NOBODY = -4711;

    private Lies() {}

    /**
     * One committed answer to a query of one cell is a number that nobody wrote.
     *
     * @param afterWrites whether the transaction may have written before
     */
    static History aValueThatNobodyWrote(History history, String query, boolean afterWrites, Random random) {
        List<Integer> candidates = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            boolean may = transaction.ending() == Ending.COMMITTED;
            for (Operation each : transaction.operations()) {
                may &= afterWrites || each.statement().startsWith("SELECT");
                boolean asked = may && each.statement().equals(query);
                if (asked
                        && rows(each)
                                        .map(SqlResult.Rows::rows)
                                        .orElse(List.of())
                                        .size()
                                == 1) {
                    candidates.add(each.number());
                }
            }
        }
        int liar = candidates.get(random.nextInt(candidates.size()));
        HistoryBuilder builder = History.builder().initialState(history.initialState());
        history.about().forEach(builder::about);
        for (Transaction transaction : history.transactions()) {
            TransactionBuilder copy = builder.begin(transaction.session().name(), transaction.id());
            transaction.level().ifPresent(copy::level);
            transaction.begin().ifPresent(times -> copy.at(times.before(), times.after()));
            for (Operation each : transaction.operations()) {
                Content answer = each.number() == liar ? lie(rows(each).orElseThrow()) : each.content();
                copy.sql(each.statement(), each.parameters(), answer);
                each.times().ifPresent(times -> copy.at(times.before(), times.after()));
            }
            copy.end(transaction.ending());
            transaction.end().ifPresent(times -> copy.at(times.before(), times.after()));
        }
        return builder.build();
    }

    private static Content lie(SqlResult.Rows rows) {
        return Content.live(SqlResult.toValue(
                List.of(new SqlResult.Rows(rows.columns(), List.of(List.of(Value.of(NOBODY))), rows.complete()))));
    }

    private static Optional<SqlResult.Rows> rows(Operation operation) {
        List<SqlResult> results = operation.content() instanceof Content.Live live
                ? SqlResult.of(live.value()).orElse(List.of())
                : List.of();
        return results.size() == 1 && results.get(0) instanceof SqlResult.Rows rows
                ? Optional.of(rows)
                : Optional.empty();
    }
}
