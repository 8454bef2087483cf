package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;

/**
 * What is to be decided: variables 1, 2, 3, ..., clauses over their literals (a variable, or its negative for "not"), and
 * directed graphs that must be acyclic, whose edges are permanent or are there when a literal is true.
 *
 * <p>It only ever grows, also between solves and by a {@link LazyCheck} during one; a solver takes up what is new. Nodes of all
 * graphs are numbered together, 0, 1, 2, ..., and edges stay within their graph.
 */
public final class Problem {
    private int variables;
    private final IntList phases = new IntList();
    private final IntList clauses = new IntList();
    private int clauseCount;
    private final IntList nodeGraphs = new IntList();
    private int graphs;
    private final IntList edgeFrom = new IntList();
    private final IntList edgeTo = new IntList();
    private final IntList edgeLiteral = new IntList();

    /** A new variable. */
    public int variable() {
        phases.add(0);
        return ++variables;
    }

    /** New variables, of which the first is returned. */
    public int variables(int count) {
        int first = variables + 1;
        for (int i = 0; i < count; i++) {
            variable();
        }
        return first;
    }

    /** Says which value of a variable to try first. */
    public void phase(int variable, boolean value) {
        requireLiteral(variable);
        phases.data[variable - 1] = value ? 1 : -1;
    }

    /** At least one of the literals is true; without any, nothing can be. */
    public void clause(int... literals) {
        for (int literal : literals) {
            requireLiteral(literal);
        }
        clauses.add(literals.length);
        for (int literal : literals) {
            clauses.add(literal);
        }
        clauseCount++;
    }

    /** Exactly one of the literals is true. */
    public void exactlyOne(int... literals) {
        clause(literals);
        atMostOne(literals);
    }

    /**
     * At most one of the literals is true: in pairs while they are few, else by a ladder (Sinz 2005) whose variable i says that
     * one of the first i literals is true.
     */
    private void atMostOne(int[] literals) {
        if (literals.length <= 6) {
            for (int i = 0; i < literals.length; i++) {
                for (int j = i + 1; j < literals.length; j++) {
                    clause(-literals[i], -literals[j]);
                }
            }
            return;
        }
        int before = variable();
        clause(-literals[0], before);
        for (int i = 1; i < literals.length; i++) {
            clause(-literals[i], -before);
            if (i < literals.length - 1) {
                int here = variable();
                clause(-before, here);
                clause(-literals[i], here);
                before = here;
            }
        }
    }

    /** A new graph, which must be acyclic. */
    public int graph() {
        return graphs++;
    }

    /** New nodes of a graph, of which the first is returned. */
    public int nodes(int graph, int count) {
        if (graph < 0 || graph >= graphs) {
            throw new IllegalArgumentException("graph " + graph + " of " + graphs);
        }
        int first = nodeGraphs.size;
        for (int i = 0; i < count; i++) {
            nodeGraphs.add(graph);
        }
        return first;
    }

    /** A permanent edge. */
    public void edge(int from, int to) {
        addEdge(from, to, 0);
    }

    /** An edge that is there when the literal is true; one literal may carry many. */
    public void edge(int from, int to, int literal) {
        requireLiteral(literal);
        addEdge(from, to, literal);
    }

    private void addEdge(int from, int to, int literal) {
        if (graphOf(from) != graphOf(to)) {
            throw new IllegalArgumentException("an edge from graph " + graphOf(from) + " to graph " + graphOf(to));
        }
        edgeFrom.add(from);
        edgeTo.add(to);
        edgeLiteral.add(literal);
    }

    /** A variable that is true when {@code from} comes before {@code to}, and false when {@code to} comes before {@code from}. */
    public int choice(int from, int to) {
        int variable = variable();
        edge(from, to, variable);
        edge(to, from, -variable);
        return variable;
    }

    public int variableCount() {
        return variables;
    }

    public int clauseCount() {
        return clauseCount;
    }

    public int graphCount() {
        return graphs;
    }

    public int nodeCount() {
        return nodeGraphs.size;
    }

    public int edgeCount() {
        return edgeFrom.size;
    }

    public int graphOf(int node) {
        java.util.Objects.checkIndex(node, nodeGraphs.size);
        return nodeGraphs.data[node];
    }

    public int edgeFrom(int edge) {
        return edgeFrom.data[edge];
    }

    public int edgeTo(int edge) {
        return edgeTo.data[edge];
    }

    /** The literal that an edge hangs on, or 0 when it is permanent. */
    public int edgeLiteral(int edge) {
        return edgeLiteral.data[edge];
    }

    /** 1 or -1 for the value to try first, 0 where nothing was said. */
    public int phaseOf(int variable) {
        return phases.data[variable - 1];
    }

    /** Takes every clause in the order in which they came. */
    public interface ClauseVisitor {
        void clause(int[] literals);
    }

    public void forEachClause(ClauseVisitor visitor) {
        for (int at = 0; at < clauses.size; at += 1 + clauses.data[at]) {
            visitor.clause(Arrays.copyOfRange(clauses.data, at + 1, at + 1 + clauses.data[at]));
        }
    }

    /** The clauses behind each other, each with its length before it: what solvers read. */
    IntList clauses() {
        return clauses;
    }

    private void requireLiteral(int literal) {
        if (literal == 0 || Math.abs(literal) > variables) {
            throw new IllegalArgumentException("literal " + literal + " of " + variables + " variables");
        }
    }

    @Override
    public String toString() {
        return "Problem[%d variables, %d clauses, %d graphs, %d nodes, %d edges]"
                .formatted(variables, clauseCount, graphs, nodeGraphs.size, edgeFrom.size);
    }
}
