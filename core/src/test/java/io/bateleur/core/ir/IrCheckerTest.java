package io.bateleur.core.ir;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.asg.Asg;
import java.util.BitSet;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Breaks each promise of an IR, and expects the checker to name the pass, what is wrong, and to show the IR. */
class IrCheckerTest {
    private static final String[] LINES = {
        "T1@s: w(x,1) c", "T2@s: w(x,2) w(y,1) c", "T3@r: r(y,1) c", "T4@r: r(x,1) c", "T5: w(x,1) u", "T6: w(x,1) c"
    };

    private final Ir ir = IrBuilderTest.build("strong-session-serializable", LINES);
    private final Asg asg = ir.asg();

    private static void refused(ThrowingCallable check, String why) {
        assertThatThrownBy(check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("pass Broken: ")
                .hasMessageContaining(why)
                .hasMessageContaining("\nir: ");
    }

    private Ir withEdges(EdgeList edges) {
        return ir.with(edges, ir.copyOfSources(), ir.copyOfExclusions());
    }

    private Ir withEdge(int from, int to, int reason) {
        EdgeList edges = ir.edges().copy();
        edges.add(from, to, reason);
        return withEdges(edges);
    }

    private Ir withoutEdges(Reason reason) {
        return withEdges(ir.edges().only(each -> each != reason));
    }

    private void refusedEdge(int from, int to, int reason, String why) {
        refused(() -> IrChecker.check(withEdge(from, to, reason), "Broken"), why);
    }

    @Test
    void whatTheBuilderMakesIsAccepted() {
        assertThatCode(() -> IrChecker.check(ir)).doesNotThrowAnyException();
        assertThatCode(() -> IrChecker.check(ir, ir, "Nothing")).doesNotThrowAnyException();
    }

    @Test
    void baseEdgesMustBeThere() {
        refused(() -> IrChecker.check(withoutEdges(Reason.READS_FROM), "Broken"), "T2 -> T3 reads-from r0 is missing");
        // The chain is looked at first: without session order it is no path.
        refused(() -> IrChecker.check(withoutEdges(Reason.SESSION), "Broken"), "without a path");
    }

    @Test
    void knownVersionsMustBeThere() {
        Ir hinted =
                IrBuilderTest.build("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: w(x,3) c", "order x: T1 T3");
        Ir broken = hinted.with(new EdgeList(hinted.points(), 0), hinted.copyOfSources(), new BitSet());
        refused(() -> IrChecker.check(broken, "Broken"), "");
    }

    @Test
    void theStartComesBeforeTheCommit() {
        Ir si = IrBuilderTest.build("snapshot-isolation", "T1: w(x,1) c");
        Ir broken = si.with(new EdgeList(2, 0), si.copyOfSources(), new BitSet());
        refused(() -> IrChecker.check(broken, "Broken"), "without a path");
    }

    @Test
    void realTimeIsExact() {
        String[] lines = {"T1: w(x,1)@[1,2] c@[3,4]", "T2: w(y,2)@[5,6] c@[7,8]", "T3: w(z,2)@[5,6] c@[7,8]"};
        Ir strict = IrBuilderTest.build("strict-serializable", lines);
        EdgeList edges = strict.edges().copy();
        edges.add(strict.commit(1), strict.points() - 3, Reason.REAL_TIME.packed());
        refused(
                () -> IrChecker.check(strict.with(edges, strict.copyOfSources(), new BitSet()), "Broken"),
                "real-time has no such reason");
        EdgeList without = new EdgeList(strict.points(), 0);
        int tick = strict.points();
        while (strict.transactionAt(--tick) >= 0) {
            // the tick after T1
        }
        without.add(strict.commit(0), tick, Reason.REAL_TIME.packed());
        without.add(tick, strict.start(1), Reason.REAL_TIME.packed());
        refused(
                () -> IrChecker.check(strict.with(without, strict.copyOfSources(), new BitSet()), "Broken"),
                "in real time T1 is before T3");
    }

    @Test
    void sessionEdgesAreOfOneSession() {
        refusedEdge(ir.commit(0), ir.start(2), Reason.SESSION.packed(), "T1 -> T3 session has no such reason");
        refusedEdge(ir.commit(2), ir.start(0), Reason.SESSION.packed(), "has no such reason");
    }

    @Test
    void readsFromIsFromTheSource() {
        refusedEdge(
                ir.commit(0), ir.start(2), Reason.READS_FROM.packed(0), "T1 -> T3 reads-from r0 has no such reason");
        refusedEdge(ir.commit(0), ir.start(3), Reason.READS_FROM.packed(1), "has no such reason"); // it is open
    }

    @Test
    void derivedEdgesAreAboutTheirRead() {
        Ir settled = IrBuilderTest.build(
                "serializable", "T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T3: r(y,1) r(x,1) c", "T4: w(z,1) c");
        int read = 1;
        EdgeList good = settled.edges().copy();
        good.add(settled.commit(1), settled.behind(0), Reason.MUST_PRECEDE_SOURCE.packed(read));
        assertThatCode(() -> IrChecker.check(settled.with(good, settled.copyOfSources(), new BitSet()), "Good"))
                .doesNotThrowAnyException();
        int[][] wrong = {
            {settled.commit(3), settled.behind(0), Reason.MUST_PRECEDE_SOURCE.packed(read)}, // T4 writes something else
            {settled.commit(1), settled.behind(3), Reason.MUST_PRECEDE_SOURCE.packed(read)}, // T4 is not the source
            {settled.start(2), settled.commit(3), Reason.OVERWRITES_SOURCE.packed(read)},
            {settled.start(3), settled.commit(1), Reason.OVERWRITES_SOURCE.packed(read)}, // T4 is not the reader
            {settled.commit(1), settled.behind(0), Reason.NO_OVERLAP.packed(0)}, // there are no snapshots
            {settled.commit(3), settled.commit(0), Reason.VISIBLE.packed(read)},
        };
        for (int[] edge : wrong) {
            EdgeList edges = settled.edges().copy();
            edges.add(edge[0], edge[1], edge[2]);
            refused(
                    () -> IrChecker.check(settled.with(edges, settled.copyOfSources(), new BitSet()), "Broken"),
                    "has no such reason");
        }
    }

    @Test
    void derivedEdgesRestOnWhatWasKnown() {
        Ir apart = IrBuilderTest.build("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) c");
        EdgeList older = apart.edges().copy();
        older.add(apart.commit(1), apart.behind(0), Reason.MUST_PRECEDE_SOURCE.packed(0));
        refused(
                () -> IrChecker.check(apart.with(older, apart.copyOfSources(), new BitSet()), "Broken"),
                "rests on nothing that was known before");
        EdgeList overwritten = apart.edges().copy();
        overwritten.add(apart.start(2), apart.commit(1), Reason.OVERWRITES_SOURCE.packed(0));
        refused(
                () -> IrChecker.check(apart.with(overwritten, apart.copyOfSources(), new BitSet()), "Broken"),
                "rests on nothing that was known before");
    }

    @Test
    void visibleRestsOnWhatTheReaderSaw() {
        Ir apart = IrBuilderTest.build("read-atomic", "T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T3: r(x,1) c");
        EdgeList edges = apart.edges().copy();
        edges.add(apart.commit(1), apart.commit(0), Reason.VISIBLE.packed(0));
        refused(
                () -> IrChecker.check(apart.with(edges, apart.copyOfSources(), new BitSet()), "Broken"),
                "rests on nothing that was known before");
    }

    @Test
    void whatMayNotHaveHappenedHasNoEdges() {
        refusedEdge(ir.commit(4), ir.start(3), Reason.READS_FROM.packed(1), "may not have happened");
    }

    @Test
    void sourcesArePossibleCandidates() {
        int[] sources = ir.copyOfSources();
        sources[1] = asg.writeOf(1, 0);
        refused(
                () -> IrChecker.check(ir.with(ir.edges(), sources, ir.copyOfExclusions()), "Broken"),
                "r1 has the source " + sources[1] + ", which cannot be");
        int[] chosen = ir.copyOfSources();
        chosen[1] = asg.writeOf(0, 0);
        BitSet excluded = new BitSet();
        excluded.set(asg.firstCandidate(1));
        refused(() -> IrChecker.check(ir.with(ir.edges(), chosen, excluded), "Broken"), "which cannot be");
        int[] uncertain = ir.copyOfSources();
        uncertain[1] = asg.writeOf(4, 0);
        refused(
                () -> IrChecker.check(ir.with(ir.edges(), uncertain, new BitSet()), "Broken"),
                "settled on T5, which may not be there");
        int[] reopened = ir.copyOfSources();
        reopened[0] = Ir.OPEN;
        refused(
                () -> IrChecker.check(ir.with(ir.edges(), reopened, new BitSet()), "Broken"),
                "r0 has one candidate and is open");
    }

    @Test
    void passesLoseNothing() {
        int[] settled = ir.copyOfSources();
        settled[1] = asg.writeOf(5, 0);
        EdgeList edges = ir.edges().copy();
        edges.add(ir.commit(5), ir.start(3), Reason.READS_FROM.packed(1));
        BitSet excluded = new BitSet();
        excluded.set(asg.firstCandidate(1));
        Ir before = ir.with(edges, settled, excluded);
        assertThatCode(() -> IrChecker.check(ir, before, "Good")).doesNotThrowAnyException();
        refused(
                () -> IrChecker.check(before, ir.with(ir.edges(), ir.copyOfSources(), excluded), "Broken"),
                "r1 was settled");
        refused(
                () -> IrChecker.check(before, ir.with(edges, settled, new BitSet()), "Broken"),
                "a candidate of r1 was taken back");
        EdgeList doubled = ir.edges().copy();
        doubled.add(ir.commit(1), ir.start(2), Reason.READS_FROM.packed(0));
        refused(() -> IrChecker.check(withEdges(doubled), ir, "Broken"), "T2 -> T3 reads-from r0 was lost");
        refused(() -> IrChecker.check(ir.contradicted(new int[] {0}), ir, "Broken"), "a contradiction went away");
        refused(
                () -> IrChecker.check(ir, IrBuilderTest.build("strong-session-serializable", LINES), "Broken"),
                "it is about something else");
    }

    @Test
    void contradictionsNameTransactions() {
        assertThatCode(() -> IrChecker.check(ir.contradicted(new int[] {0, 1}), "Good"))
                .doesNotThrowAnyException();
        for (int[] names : List.of(new int[] {17}, new int[] {-1}, new int[] {0, 0})) {
            Ir broken = ir.contradicted(names);
            assertThatThrownBy(() -> IrChecker.check(broken, "Broken")).hasMessageContaining("contradiction names");
        }
    }

    @Test
    void pointsBelongToOneTransaction() {
        int[] start = ir.start.clone();
        start[1] = start[0];
        Ir broken = with(start, ir.chains());
        refused(() -> IrChecker.check(broken, "Broken"), "T2 has not the points of ONE");
    }

    @Test
    void chainsCoverWhatHappened() {
        int[] chain = ir.chains().chain().clone();
        chain[ir.commit(0)] = -1;
        Ir uncovered = with(
                ir.start, new Chains(ir.chains().count(), chain, ir.chains().place()));
        refused(() -> IrChecker.check(uncovered, "Broken"), "is in chain -1");
        int[] place = ir.chains().place().clone();
        place[ir.commit(0)] = place[ir.commit(1)];
        Ir crowded = with(ir.start, new Chains(ir.chains().count(), ir.chains().chain(), place));
        refused(() -> IrChecker.check(crowded, "Broken"), "at place 1 of chain");
    }

    private Ir with(int[] start, Chains chains) {
        return new Ir(
                asg,
                ir.level(),
                start,
                ir.commit,
                ir.behind,
                ir.transactionAt,
                ir.duties,
                ir.demands,
                ir.source,
                ir.edges(),
                chains,
                new int[0],
                new BitSet(),
                ir.conditional(),
                ir.superpositions());
    }
}
