package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.bench.Recipe.Form;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.trace.Traces;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeTest {
    @TempDir
    Path folder;

    private static final Recipe PLAIN = Recipe.of(ConcurrencyControl.SNAPSHOT_ISOLATION, 600, 60);

    @Test
    void theTransactionsThatCommitAreCounted() {
        History history = PLAIN.zipf(0.99).history();
        assertThat(IntStream.range(0, history.transactionCount()).filter(history::isCommitted))
                .hasSize(600);
        assertThat(history.transactionCount()).isGreaterThan(600);
        assertThat(history.hasTimes()).isFalse();
        assertThat(PLAIN.form(Form.TIMED).history().hasTimes()).isTrue();
    }

    @Test
    void oneLateFaultIsOneReadAndViolatesBothLevels() {
        History right = PLAIN.history();
        History wrong = PLAIN.form(Form.LATE_FAULT).history();
        int[] changed = IntStream.range(0, right.operationCount())
                .filter(o -> !value(right, o).equals(value(wrong, o)))
                .toArray();
        assertThat(changed).hasSize(1);
        assertThat(right.kind(changed[0])).isEqualTo(OpKind.GET);
        assertThat(changed[0]).isGreaterThan(right.operationCount() * 9 / 10);
        for (Level level : new Level[] {Level.SERIALIZABLE, Level.SNAPSHOT_ISOLATION}) {
            assertThat(new Checker().check(wrong, level, Budget.unlimited())).isInstanceOf(Verdict.Violated.class);
        }
    }

    private static String value(History history, int operation) {
        return history.value(operation) < 0
                ? Integer.toString(history.value(operation))
                : history.values().get(history.value(operation)).toString();
    }

    @Test
    void apartEverySessionHasOneTransaction() {
        History history = PLAIN.form(Form.APART).history();
        assertThat(history.sessionCount()).isEqualTo(history.transactionCount());
        assertThat(history.operationCount()).isEqualTo(PLAIN.history().operationCount());
    }

    @Test
    void plumeTextSaysTheSame() throws Exception {
        Recipe recipe = Recipe.of(ConcurrencyControl.CAUSAL, 300, 40).form(Form.PLUME);
        recipe.write(folder.resolve(recipe.fileName()));
        History read = Traces.read(folder.resolve(recipe.fileName())).history();
        Level level = Level.of("axiomatic-causal").orElseThrow();
        assertThat(IntStream.range(0, read.transactionCount()).filter(read::isCommitted))
                .hasSize(300);
        assertThat(new Checker().check(read, level, Budget.unlimited())).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void noTwoRecipesShareAFile() {
        Set<String> names = new HashSet<>();
        for (Form form : Form.values()) {
            assertThat(names.add(PLAIN.form(form).fileName())).isTrue();
        }
        assertThat(names.add(PLAIN.sessions(9).fileName())).isTrue();
        assertThat(names.add(PLAIN.zipf(0.5).fileName())).isTrue();
        assertThat(names.add(PLAIN.mix(SimMix.RMW).fileName())).isTrue();
        assertThat(names.add(PLAIN.bug(io.bateleur.core.sim.Bug.LONG_FORK).fileName()))
                .isTrue();
    }
}
