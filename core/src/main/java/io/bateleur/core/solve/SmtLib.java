package io.bateleur.core.solve;

import java.io.IOException;

/** Writes a problem in SMT-LIB 2, for anyone else's solver: acyclic means that the nodes can be numbered along all edges. */
public final class SmtLib {
    private SmtLib() {}

    public static void write(Problem problem, Appendable out, int... assumptions) throws IOException {
        boolean graphs = problem.edgeCount() > 0;
        out.append("(set-logic ").append(graphs ? "QF_IDL" : "QF_UF").append(")\n");
        for (int v = 1; v <= problem.variableCount(); v++) {
            out.append("(declare-const x").append(Integer.toString(v)).append(" Bool)\n");
        }
        for (int node = 0; graphs && node < problem.nodeCount(); node++) {
            out.append("(declare-const n").append(Integer.toString(node)).append(" Int)\n");
        }
        StringBuilder clauses = new StringBuilder();
        problem.forEachClause(literals -> clause(literals, clauses));
        out.append(clauses);
        for (int e = 0; e < problem.edgeCount(); e++) {
            edge(problem, e, out);
        }
        for (int literal : assumptions) {
            out.append("(assert ").append(literal(literal)).append(")\n");
        }
        out.append("(check-sat)\n");
    }

    private static void clause(int[] literals, StringBuilder out) {
        if (literals.length == 0) {
            out.append("(assert false)\n");
            return;
        }
        out.append("(assert (or");
        for (int literal : literals) {
            out.append(' ').append(literal(literal));
        }
        out.append("))\n");
    }

    private static void edge(Problem problem, int e, Appendable out) throws IOException {
        String before = "(< n" + problem.edgeFrom(e) + " n" + problem.edgeTo(e) + ")";
        int literal = problem.edgeLiteral(e);
        out.append("(assert ")
                .append(literal == 0 ? before : "(=> " + literal(literal) + " " + before + ")")
                .append(")\n");
    }

    private static String literal(int literal) {
        return literal > 0 ? "x" + literal : "(not x" + -literal + ")";
    }
}
