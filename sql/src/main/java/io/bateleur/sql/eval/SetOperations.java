package io.bateleur.sql.eval;

import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.QueryBody.SetKind;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** UNION, INTERSECT and EXCEPT. */
final class SetOperations {
    private SetOperations() {}

    static QueryPlan plan(
            QueryCompiler compiler, Compilation compilation, QueryBody.SetOperation operation, Scope one, Scope two) {
        boolean all = operation.words().equals("ALL");
        if (!all && !operation.words().isEmpty() && !operation.words().equals("DISTINCT")) {
            throw new Outside(operation, operation.words());
        }
        QueryPlan left = compiler.inScope(operation.left(), one);
        QueryPlan right = compiler.inScope(operation.right(), two);
        int width = left.types().size();
        if (width != right.types().size()) {
            throw new SqlError("42601", "queries of different widths are combined");
        }
        SqlType[] types = new SqlType[width];
        Alignment[] alignments = new Alignment[width];
        for (int i = 0; i < width; i++) {
            types[i] = Types.common(left.types().get(i), right.types().get(i), compilation.dialect);
            alignments[i] = new Alignment(types[i], compilation.dialect);
        }
        SetKind kind = operation.kind() == SetKind.MINUS ? SetKind.EXCEPT : operation.kind();
        return QueryCompiler.plan(left.columns(), List.of(types), frame -> {
            List<Tuple> a = aligned(
                    left.run(frame).settled(frame.tables),
                    alignments,
                    strips(left.types(), types, compilation.dialect));
            List<Tuple> b = aligned(
                    right.run(frame).settled(frame.tables),
                    alignments,
                    strips(right.types(), types, compilation.dialect));
            return RowSet.of(left.columns(), combine(kind, all, a, b, types));
        });
    }

    /** Columns whose blanks at the end go because they are CHAR on one side only, as PostgreSQL has it. */
    private static boolean[] strips(List<SqlType> from, SqlType[] to, SqlDialect dialect) {
        boolean[] strips = new boolean[to.length];
        for (int i = 0; i < strips.length; i++) {
            strips[i] = dialect == SqlDialect.POSTGRES
                    && from.get(i).kind() == SqlType.Kind.CHAR
                    && to[i].kind() == SqlType.Kind.TEXT;
        }
        return strips;
    }

    private static List<Tuple> aligned(List<Tuple> tuples, Alignment[] alignments, boolean[] strips) {
        List<Tuple> aligned = new ArrayList<>();
        for (Tuple tuple : tuples) {
            Object[] values = new Object[alignments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = alignments[i].align(tuple.values()[i]);
                values[i] = strips[i] && values[i] instanceof String text ? text.stripTrailing() : values[i];
            }
            aligned.add(new Tuple(values, tuple.presence()));
        }
        return aligned;
    }

    private static List<Tuple> combine(SetKind kind, boolean all, List<Tuple> a, List<Tuple> b, SqlType[] types) {
        if (kind == SetKind.UNION) {
            List<Tuple> both = new ArrayList<>(a);
            both.addAll(b);
            return all ? both : Distinct.of(both, types);
        }
        boolean unsure = !isSure(a) || !isSure(b);
        List<Tuple> left = all ? a : Distinct.of(a, types);
        if (unsure) {
            return unsure(kind, left, b, types);
        }
        Map<Object, Integer> counts = new HashMap<>();
        for (Tuple tuple : b) {
            counts.merge(Distinct.key(tuple.values(), types), 1, Integer::sum);
        }
        List<Tuple> result = new ArrayList<>();
        for (Tuple tuple : left) {
            Object key = Distinct.key(tuple.values(), types);
            int there = counts.getOrDefault(key, 0);
            if (there > 0 == (kind == SetKind.INTERSECT)) {
                result.add(tuple);
            }
            if (all && there > 0) {
                counts.put(key, there - 1);
            }
        }
        return result;
    }

    private static boolean isSure(List<Tuple> tuples) {
        return tuples.stream().allMatch(tuple -> tuple.presence() == Presence.SURE && !Unknown.in(tuple.values()));
    }

    /** Where rows are not known, those of the left side may be in the result, unless no row of the other side can be like them. */
    private static List<Tuple> unsure(SetKind kind, List<Tuple> left, List<Tuple> right, SqlType[] types) {
        List<Tuple> result = new ArrayList<>();
        for (Tuple tuple : left) {
            boolean possible = Unknown.in(tuple.values()) && !right.isEmpty();
            for (Tuple other : right) {
                possible |= Unknown.in(other.values())
                        || Distinct.key(other.values(), types)
                                .equals(Unknown.in(tuple.values()) ? null : Distinct.key(tuple.values(), types));
            }
            if (possible) {
                result.add(tuple.as(tuple.presence().and(Presence.MAYBE)));
            } else if (kind == SetKind.EXCEPT) {
                result.add(tuple);
            }
        }
        return result;
    }
}
