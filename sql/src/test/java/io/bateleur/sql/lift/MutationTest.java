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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Of statements that are told wholly, on a database whose transactions are one after another, every lie is found: in real time there is but one
 * order, and in it every answer but the true one is wrong.
 */
class MutationTest {
    private static final int LIES = 150;
    private static final Value NOBODY = Value.of(4711);

    /** How an answer becomes wrong; null when this one cannot. */
    interface Lie {
        SqlResult of(SqlResult truth, History history, Random random);
    }

    @Test
    void aNumberThatNobodyWrote() throws SQLException {
        allFound((truth, history, random) -> changed(truth, random, NOBODY));
    }

    /** Stale, or of another row, or not yet written. */
    @Test
    void aNumberThatSomebodyElseWrote() throws SQLException {
        allFound((truth, history, random) -> {
            List<Value> written = new ArrayList<>(written(history));
            return written.isEmpty() ? null : changed(truth, random, written.get(random.nextInt(written.size())));
        });
    }

    @Test
    void aNull() throws SQLException {
        allFound((truth, history, random) -> changed(truth, random, Value.NULL));
    }

    @Test
    void aRowThatIsMissing() throws SQLException {
        allFound((truth, history, random) -> {
            if (!(truth instanceof SqlResult.Rows rows) || rows.rows().isEmpty()) {
                return null;
            }
            List<List<Value>> fewer = new ArrayList<>(rows.rows());
            fewer.remove(random.nextInt(fewer.size()));
            return new SqlResult.Rows(rows.columns(), fewer, true);
        });
    }

    /** The last changes are read by the last transaction. */
    @Test
    void aCountThatIsWrong() throws SQLException {
        allFound((truth, history, random) -> truth instanceof SqlResult.Count count && count.rows() != null
                ? new SqlResult.Count(count.rows() == 0 ? 1L : 0L)
                : null);
    }

    @Test
    void manyLiesInAnyAnswerAreFound() throws SQLException {
        lieAnywhere(40, 8);
    }

    @Test
    @Tag("soak")
    void manyOfManyLiesInAnyAnswerAreFound() throws SQLException {
        lieAnywhere(200, 80);
    }

    /** Lies in any answer, also of statements that are not understood: many are found, and the output says why others are not. */
    private static void lieAnywhere(int lies, int least) throws SQLException {
        Map<String, Integer> missed = new TreeMap<>();
        int told = 0;
        int found = 0;
        for (long seed = 0; told < lies; seed++) {
            History truth = NoFalseAlarmTest.recorded(seed);
            Random random = new Random(seed);
            List<String> how = new ArrayList<>();
            History lying = lying(truth, random, MutationTest::anyCell, how);
            if (lying == null) {
                continue;
            }
            told++;
            Lifted lifted = Lift.lift(lying, SerialDatabase.TABLES);
            if (Recording.check(lifted.history(), "strict-serializable") instanceof Verdict.Violated) {
                found++;
            } else {
                missed.merge(reason(lifted, how.get(0)), 1, Integer::sum);
            }
        }
        System.out.println("found " + found + " of " + told
                + " lies in any answer; the others by what is said of their statements: " + missed);
        assertThat(found).isGreaterThanOrEqualTo(least);
    }

    private static SqlResult anyCell(SqlResult truth, History history, Random random) {
        if (!(truth instanceof SqlResult.Rows rows)
                || rows.rows().isEmpty()
                || rows.columns().isEmpty()) {
            return null;
        }
        List<List<Value>> changed = new ArrayList<>(rows.rows());
        int victim = random.nextInt(changed.size());
        List<Value> row = new ArrayList<>(changed.get(victim));
        int column = random.nextInt(row.size());
        boolean counts = rows.columns().get(column).startsWith("COUNT");
        Value number = counts ? Value.of(row.get(column).equals(Value.of(0)) ? 1 : 0) : NOBODY;
        row.set(column, row.get(column) instanceof Value.Text ? Value.of("nobody") : number);
        changed.set(victim, row);
        return changed.equals(rows.rows()) ? null : new SqlResult.Rows(rows.columns(), changed, true);
    }

    /** What the lift says of the statement that lied. */
    private static String reason(Lifted lifted, String how) {
        return lifted.coverage().templates().stream()
                .filter(template -> how.contains(": " + template.text() + " ["))
                .map(template -> template.why().isEmpty() ? "told wholly: " + template.text() : template.why())
                .findFirst()
                .orElse("?");
    }

    private static SqlResult changed(SqlResult truth, Random random, Value lie) {
        if (!(truth instanceof SqlResult.Rows rows) || rows.rows().isEmpty()) {
            return null;
        }
        List<List<Value>> changed = new ArrayList<>(rows.rows());
        int victim = random.nextInt(changed.size());
        List<Value> row = new ArrayList<>(changed.get(victim));
        boolean same = row.set(row.size() - 1, lie).equals(lie);
        changed.set(victim, row);
        return same ? null : new SqlResult.Rows(rows.columns(), changed, true);
    }

    private static Set<Value> written(History history) {
        Set<Value> written = new HashSet<>();
        for (Transaction transaction : history.transactions()) {
            for (Operation each : transaction.operations()) {
                boolean writes = !each.statement().startsWith("SELECT")
                        && !each.parameters().isEmpty();
                each.parameters().stream()
                        .filter(value -> writes && value instanceof Value.Int number && number.value() >= 10)
                        .forEach(written::add);
            }
        }
        return written;
    }

    private static void allFound(Lie lie) throws SQLException {
        int told = 0;
        for (long seed = 0; told < LIES; seed++) {
            History truth = recorded(seed);
            Random random = new Random(seed);
            for (int i = 0; i < 3; i++) {
                List<String> how = new ArrayList<>();
                History lying = lying(truth, random, lie, how);
                if (lying == null) {
                    continue;
                }
                told++;
                Lifted lifted = Lift.lift(lying, SerialDatabase.TABLES);
                assertThat(Recording.check(lifted.history(), "strict-serializable"))
                        .as("seed %d, lie %d: %s", seed, i, how)
                        .isInstanceOf(Verdict.Violated.class);
            }
        }
    }

    private static History recorded(long seed) throws SQLException {
        Random random = new Random(seed);
        try (SerialDatabase database = new SerialDatabase(2 * seed)) {
            TellingStatements statements = new TellingStatements(random, database);
            for (int i = random.nextInt(3, 20); i > 0; i--) {
                statements.transaction();
            }
            statements.last();
            return database.history();
        }
    }

    /** The same history with one lie in a committed transaction; null when there is none of that kind. */
    private static History lying(History history, Random random, Lie lie, List<String> how) {
        int last = history.transactionCount() - 2;
        List<Integer> liars = new ArrayList<>();
        List<SqlResult> lies = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            Predicate<SqlResult> counts = result -> result instanceof SqlResult.Count && transaction.number() < last;
            for (Operation each : transaction.operations()) {
                SqlResult truth = result(each);
                boolean silent = transaction.ending() != Ending.COMMITTED
                        || counts.test(truth)
                        || each.statement().startsWith("SAVEPOINT")
                        || each.statement().startsWith("ROLLBACK")
                        || isUndone(transaction, each);
                SqlResult lied = silent ? null : lie.of(truth, history, random);
                if (lied != null) {
                    liars.add(each.number());
                    lies.add(lied);
                }
            }
        }
        if (liars.isEmpty()) {
            return null;
        }
        int chosen = random.nextInt(liars.size());
        return with(history, liars.get(chosen), lies.get(chosen), how);
    }

    /** What is read of what is undone later is left out. */
    private static boolean isUndone(Transaction transaction, Operation read) {
        return transaction.operations().stream()
                .anyMatch(each ->
                        each.number() > read.number() && each.statement().startsWith("ROLLBACK"));
    }

    private static History with(History history, int liar, SqlResult lie, List<String> how) {
        HistoryBuilder builder = History.builder().initialState(history.initialState());
        history.about().forEach(builder::about);
        for (Transaction transaction : history.transactions()) {
            TransactionBuilder copy = builder.begin(transaction.session().name(), transaction.id());
            copy.at(
                    transaction.begin().orElseThrow().before(),
                    transaction.begin().orElseThrow().after());
            for (Operation each : transaction.operations()) {
                boolean lies = each.number() == liar;
                if (lies) {
                    how.add(transaction.id() + ": " + each.statement() + " " + each.parameters() + " " + each.content()
                            + " told as " + lie);
                }
                copy.sql(
                        each.statement(),
                        each.parameters(),
                        lies ? Content.live(SqlResult.toValue(List.of(lie))) : each.content());
                copy.at(
                        each.times().orElseThrow().before(),
                        each.times().orElseThrow().after());
            }
            copy.end(transaction.ending());
            copy.at(
                    transaction.end().orElseThrow().before(),
                    transaction.end().orElseThrow().after());
        }
        return builder.build();
    }

    private static SqlResult result(Operation operation) {
        return SqlResult.of(((Content.Live) operation.content()).value())
                .orElseThrow()
                .get(0);
    }
}
