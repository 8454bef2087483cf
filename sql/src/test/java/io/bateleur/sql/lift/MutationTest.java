package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A lie in an answer is often found: lifting does not leave everything out. Of 200 changed cells 69 were found when this was written; the
 * bound below only tells that from none.
 */
class MutationTest {
    private static final int SEEDS = 40;

    /** How a set of rows becomes wrong. */
    interface Lie {
        List<List<Value>> of(List<List<Value>> rows, int victim);
    }

    @Test
    void aNumberThatNobodyWrote() throws SQLException {
        // Of the others, most are aggregates, floats, or columns with a sum of which no value is told, which may be
        // anything.
        assertThat(found((rows, victim) -> changed(rows, victim))).isGreaterThan(SEEDS / 5);
    }

    @Test
    void aRowThatIsMissing() throws SQLException {
        assertThat(found((rows, victim) -> without(rows, victim))).isGreaterThan(SEEDS / 5);
    }

    private static int found(Lie lie) throws SQLException {
        int found = 0;
        int told = 0;
        for (long seed = 0; told < SEEDS; seed++) {
            // Initially absent, and no statements that leave whole columns out.
            History lying = lying(NoFalseAlarmTest.recorded(2 * seed), new Random(seed), lie);
            if (lying != null) {
                told++;
                Verdict verdict =
                        Recording.check(Lift.lift(lying, SerialDatabase.TABLES).history(), "strict-serializable");
                found += verdict instanceof Verdict.Violated ? 1 : 0;
            }
        }
        return found;
    }

    private static List<List<Value>> changed(List<List<Value>> rows, int victim) {
        List<List<Value>> changed = new ArrayList<>(rows);
        List<Value> row = new ArrayList<>(rows.get(victim));
        row.set(row.size() - 1, Value.of(4711));
        changed.set(victim, row);
        return changed;
    }

    private static List<List<Value>> without(List<List<Value>> rows, int victim) {
        List<List<Value>> fewer = new ArrayList<>(rows);
        fewer.remove(victim);
        return fewer;
    }

    /** The same history with one lie in a committed transaction; null when no rows were read. */
    private static History lying(History history, Random random, Lie lie) {
        List<Integer> candidates = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            for (Operation operation : transaction.operations()) {
                SqlResult.Rows rows = rows(operation);
                if (transaction.ending() == Ending.COMMITTED
                        && rows != null
                        && !rows.rows().isEmpty()) {
                    candidates.add(operation.number());
                }
            }
        }
        if (candidates.isEmpty()) {
            return null;
        }
        int liar = candidates.get(random.nextInt(candidates.size()));
        HistoryBuilder builder = History.builder().initialState(history.initialState());
        history.about().forEach(builder::about);
        for (Transaction transaction : history.transactions()) {
            TransactionBuilder copy = builder.begin(transaction.session().name(), transaction.id());
            copy.at(
                    transaction.begin().orElseThrow().before(),
                    transaction.begin().orElseThrow().after());
            for (Operation operation : transaction.operations()) {
                Content answer = operation.content();
                SqlResult.Rows rows = rows(operation);
                if (operation.number() == liar && rows != null) {
                    List<List<Value>> lied =
                            lie.of(rows.rows(), random.nextInt(rows.rows().size()));
                    answer = Content.live(
                            SqlResult.toValue(List.of(new SqlResult.Rows(rows.columns(), lied, rows.complete()))));
                }
                copy.sql(operation.statement(), operation.parameters(), answer);
                copy.at(
                        operation.times().orElseThrow().before(),
                        operation.times().orElseThrow().after());
            }
            copy.end(transaction.ending());
            copy.at(
                    transaction.end().orElseThrow().before(),
                    transaction.end().orElseThrow().after());
        }
        return builder.build();
    }

    private static SqlResult.Rows rows(Operation operation) {
        List<SqlResult> results =
                SqlResult.of(((Content.Live) operation.content()).value()).orElseThrow();
        return results.get(0) instanceof SqlResult.Rows rows ? rows : null;
    }
}
