package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.Level;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A level's demands on a history.
 *
 * <p>Each transaction has a start and a commit among the points, which are one point where the level says so. What must hold:
 * there is an order of the points that all edges agree with, an order of the writers of each key, and a source for each read,
 * such that
 *
 * <pre>
 *   source of r -> start of its reader            where the reader's level counts reads
 *   a's version older than b's  =>  commit(a) -> behind(b)
 *   source of r older than v    =>  start(reader) -> commit(v)      where anti-dependencies of r count
 *   v visible to the reader of r  =>  v's version is not newer than r's source      where the level has visibility
 * </pre>
 *
 * Versions and sources that are still open are superpositions: exactly one of several edges sets. They are instantiated only when
 * a candidate order breaks them, so nothing here grows with the pairs of writers.
 */
public final class Ir {
    /** In place of a read's source: it is not known which candidate it is. */
    public static final int OPEN = -2;

    /** What a read demands, as bits. */
    public static final int COUNTS = 1;

    public static final int ANTI = 2;
    public static final int ONLY_LIVE = 4;
    public static final int SEES_ALL = 8;

    private final Asg asg;
    private final Level level;
    final int[] start;
    final int[] commit;
    final int[] transactionAt;
    final int[] behind;
    final Duties duties;
    final byte[] demands;
    final int[] source;
    private final EdgeList edges;
    private final Chains chains;
    private final int[] contradiction;
    /** By place of a candidate: it has turned out to be impossible. */
    private final BitSet excluded;

    private final List<ConditionalEdge> conditional;
    private final Superpositions superpositions;

    Ir(
            Asg asg,
            Level level,
            int[] start,
            int[] commit,
            int[] behind,
            int[] transactionAt,
            Duties duties,
            byte[] demands,
            int[] source,
            EdgeList edges,
            Chains chains,
            int[] contradiction,
            BitSet excluded,
            List<ConditionalEdge> conditional,
            Superpositions superpositions) {
        this.asg = asg;
        this.level = level;
        this.start = start;
        this.commit = commit;
        this.behind = behind;
        this.transactionAt = transactionAt;
        this.duties = duties;
        this.demands = demands;
        this.source = source;
        this.edges = edges;
        this.chains = chains;
        this.contradiction = contradiction;
        this.excluded = excluded;
        this.conditional = conditional;
        this.superpositions = superpositions;
    }

    public Asg asg() {
        return asg;
    }

    public Level level() {
        return level;
    }

    public int points() {
        return transactionAt.length;
    }

    /** The point at which a transaction reads, or -1 when it is gone. */
    public int start(int transaction) {
        return start[transaction];
    }

    /** The point at which a transaction's versions are installed, or -1 when it is gone. */
    public int commit(int transaction) {
        return commit[transaction];
    }

    /** The point of a transaction that comes after the commits of all older versions of what it writes. */
    public int behind(int transaction) {
        return behind[transaction];
    }

    /** The transaction that a point belongs to, or -1 for a tick of real time. */
    public int transactionAt(int point) {
        return transactionAt[point];
    }

    /** The level that a transaction is held to. */
    public Level levelOf(int transaction) {
        return duties.level(transaction);
    }

    public Visibility visibilityOf(int transaction) {
        return levelOf(transaction).criterion().visibility();
    }

    public boolean isSnapshot(int transaction) {
        return levelOf(transaction).criterion().points() == Points.SNAPSHOT;
    }

    /** The kinds of visibility that some transaction's level asks for. */
    public Set<Visibility> visibilities() {
        Set<Visibility> asked = EnumSet.noneOf(Visibility.class);
        for (Visibility each : Visibility.values()) {
            if (duties.any(level -> level.criterion().visibility() == each)) {
                asked.add(each);
            }
        }
        return asked;
    }

    public boolean asksForVisibility() {
        return !Set.of(Visibility.NOTHING).containsAll(visibilities());
    }

    public boolean hasSnapshots() {
        return duties.any(level -> level.criterion().points() == Points.SNAPSHOT);
    }

    /** The bits {@link #COUNTS}, {@link #ANTI}, {@link #ONLY_LIVE} and {@link #SEES_ALL} of a read. */
    public int demands(int read) {
        return demands[read];
    }

    /** The write that a read saw, {@link Asg#INITIAL}, or {@link #OPEN}. */
    public int source(int read) {
        return source[read];
    }

    /** Edges of transactions that may not have happened. */
    public List<ConditionalEdge> conditional() {
        return conditional;
    }

    /** What an extension left open. */
    public Superpositions superpositions() {
        return superpositions;
    }

    public EdgeList edges() {
        return edges;
    }

    /** Paths through the known edges that cover all points: reachability is one number for each. */
    public Chains chains() {
        return chains;
    }

    /** Transactions among which the known edges already contradict each other; empty when they do not. */
    public int[] contradiction() {
        return contradiction;
    }

    public boolean isContradictory() {
        return contradiction.length > 0;
    }

    /** The same with more edges, more sources settled and more candidates excluded. */
    public Ir with(EdgeList more, int[] sources, BitSet exclusions) {
        return with(more, sources, exclusions, contradiction);
    }

    /** The same, found to be contradictory. */
    public Ir contradicted(int[] transactions) {
        return with(edges, source, excluded, transactions);
    }

    private Ir with(EdgeList more, int[] sources, BitSet exclusions, int[] contradictory) {
        return new Ir(
                asg,
                level,
                start,
                commit,
                behind,
                transactionAt,
                duties,
                demands,
                sources,
                more,
                chains,
                contradictory,
                exclusions,
                conditional,
                superpositions);
    }

    /** Whether a candidate of a read, by its place in the graph, is still possible. */
    public boolean isPossible(int candidatePlace) {
        return !excluded.get(candidatePlace);
    }

    public BitSet copyOfExclusions() {
        return (BitSet) excluded.clone();
    }

    /** How many reads have a known source. */
    public int settledReads() {
        int settled = 0;
        for (int each : source) {
            settled += each == OPEN ? 0 : 1;
        }
        return settled;
    }

    /** Whether some read that counts has an open source, or some transaction may not have happened. */
    public boolean hasOpenReads() {
        for (int r = 0; r < source.length; r++) {
            if (source[r] == OPEN && demands[r] != 0) {
                return true;
            }
        }
        return false;
    }

    /** The sources of all reads, to be changed by the caller. */
    public int[] copyOfSources() {
        return source.clone();
    }

    /** Whether a transaction has certainly happened. */
    public boolean happened(int transaction) {
        return asg.fate(transaction) == Asg.Fate.HAPPENED;
    }

    static int demandsOf(Asg asg, Level level, int read, boolean installs) {
        if (!level.criterion().reads()) {
            return 0;
        }
        boolean predicate = asg.isPredicateRead(read);
        Anti anti = level.criterion().anti();
        boolean counts =
                anti == Anti.ALL || anti == Anti.ITEM && !predicate || anti == Anti.CURSOR && installs && !predicate;
        Visibility visibility = level.criterion().visibility();
        boolean all = visibility == Visibility.DEPENDENCIES || visibility == Visibility.CAUSES;
        int bits = COUNTS | (counts ? ANTI : 0) | (all ? SEES_ALL : 0);
        // Causality judges what was read, whatever it was; anti-dependencies of ranges go to what came to life.
        boolean onlyLive = predicate && (counts || visibility == Visibility.DEPENDENCIES);
        return onlyLive ? bits | ONLY_LIVE : bits;
    }
}
