package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final Value X = Value.of("x");
    private static final Value Y = Value.of("y");
    private static final Value ZERO = Value.of(0);
    private static final Value ONE = Value.of(1);

    @Test
    void gathersInterleavedTransactions() {
        HistoryBuilder builder = History.builder();
        TransactionBuilder t1 = builder.begin("s1", "T1").at(1, 2);
        TransactionBuilder t2 = builder.begin("s2", "T2");
        t1.get(X, ZERO).at(3, 4);
        t2.put(X, ONE);
        t1.put(Y, ONE);
        t2.delete(Y).abort();
        t1.commit().at(8, 9);
        builder.begin("s1", "T3").operation(OpKind.GET, X, Content.absent()).unknown();
        History history = builder.build();

        assertThat(history.transactions()).map(Object::toString).containsExactly("T1", "T2", "T3");
        assertThat(history.transactions())
                .map(Transaction::ending)
                .containsExactly(Ending.COMMITTED, Ending.ABORTED, Ending.UNKNOWN);
        Transaction first = history.transaction(Value.of("T1")).orElseThrow();
        assertThat(first.operations()).map(Operation::kind).containsExactly(OpKind.GET, OpKind.PUT);
        assertThat(first.operations().get(0).times()).contains(new Interval(3, 4));
        assertThat(first.operations().get(1).times()).isEmpty();
        assertThat(first.begin()).contains(new Interval(1, 2));
        assertThat(first.end()).contains(new Interval(8, 9));
        assertThat(history.session(0).transactions()).map(Object::toString).containsExactly("T1", "T3");
        assertThat(history.transaction(Value.of("T9"))).isEmpty();
        assertThat(history).hasToString("History[2 sessions, 3 transactions, 5 operations, 2 keys]");
    }

    @Test
    void keepsRangeReadsWithTheirVersionSets() {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1")
                .range(
                        OpKind.ITERATE,
                        X,
                        null,
                        List.of(new Item(X, Content.live(ONE)), new Item(Y, Content.tombstone(ZERO))),
                        HistoryBuilder.STOPPED | HistoryBuilder.LOCKING)
                .versionSet(List.of(new Version(X, Optional.of(Value.of("T1"))), new Version(Y, Optional.empty())))
                .commit();
        Operation iterate = builder.build().transaction(0).operations().get(0);

        assertThat(iterate.low()).contains(X);
        assertThat(iterate.high()).isEmpty();
        assertThat(iterate.stoppedEarly()).isTrue();
        assertThat(iterate.isLocking()).isTrue();
        assertThat(iterate.items()).map(Object::toString).containsExactly("x:1", "y:_0");
        assertThat(iterate.versionSet().orElseThrow()).map(Object::toString).containsExactly("x@T1", "y@_");
    }

    @Test
    void refusesWhatMakesNoHistory() {
        HistoryBuilder builder = History.builder();
        TransactionBuilder t1 = builder.begin("s1", "T1").commit();
        assertThatThrownBy(() -> t1.get(X, ONE))
                .isInstanceOf(HistoryException.class)
                .hasMessage("transaction T1 has another operation after it ended (committed)");
        assertThatThrownBy(t1::abort).hasMessage("transaction T1 ends a second time after it ended (committed)");
        assertThatThrownBy(() -> builder.begin("s2", "T1"))
                .hasMessage("transaction T1 begins a second time, in session s2; it began in session s1");
        TransactionBuilder t2 = builder.begin("s1", "T2");
        assertThatThrownBy(() -> t2.at(5, 4)).hasMessage("the answer came at 4, before the call at 5");
        builder.versionOrder(X, List.of(Value.of("T7")));
        assertThatThrownBy(builder::build)
                .hasMessage("the version order of x names transaction T7, which is not in the history");
    }

    @Test
    void initialValuesOfSomeKeysMayBeKnownWhereTheInitialStateIsNot() {
        History history = History.builder()
                .initialState(InitialState.UNKNOWN)
                .initial(X, ONE)
                .build();
        assertThat(history.initialState()).isEqualTo(InitialState.UNKNOWN);
        assertThat(history.initialContents()).containsExactly(java.util.Map.entry(X, ONE));
        assertThatThrownBy(() -> History.builder().initial(X, ONE).initialState(InitialState.UNKNOWN))
                .hasMessage("initial values are given, and then the initial state is said to be unknown");
    }

    @Test
    void leavesTransactionsWithoutAnEndingUnknown() {
        HistoryBuilder builder = History.builder();
        builder.begin("s1", "T1").put(X, ONE);
        assertThat(builder.build().transaction(0).ending()).isEqualTo(Ending.UNKNOWN);
    }

    @Test
    void isEqualHoweverValuesAreNumbered() {
        HistoryBuilder left = History.builder();
        left.values().intern(Value.of("never used"));
        left.begin("s", "T").put(X, ONE).put(Y, ZERO).commit();
        HistoryBuilder right = History.builder();
        right.keys().intern(Y);
        right.begin("s", "T").put(X, ONE).put(Y, ZERO).commit();
        HistoryBuilder other = History.builder();
        other.begin("s", "T").put(X, ONE).put(Y, ONE).commit();

        History history = left.build();
        assertThat(history).isEqualTo(right.build());
        assertThat(history.differenceFrom(other.build())).contains("transaction T: operation 2");
    }

    @Test
    void randomHistoriesDifferAndEqualThemselves() {
        for (long seed = 0; seed < 500; seed++) {
            assertThat(Histories.random(seed)).isEqualTo(Histories.random(seed));
            History next = Histories.random(seed + 1);
            if (next.operationCount() > 3) {
                assertThat(Histories.random(seed)).isNotEqualTo(next);
            }
        }
    }
}
