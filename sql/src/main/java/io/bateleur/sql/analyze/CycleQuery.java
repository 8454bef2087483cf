package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Edge.Way;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtAnswer;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Asks whether instances of certain programs can lie on a cycle of dependencies, in this order. */
final class CycleQuery implements AutoCloseable {
    private final Smt smt = new Smt();
    private final Encoding encoding;
    private final List<Edge> edges = new ArrayList<>();
    private final List<SmtTerm> preferred = new ArrayList<>();

    /**
     * @param closed whether nobody else does anything; otherwise values may come from instances that are not on the cycle
     * @param ring whether the last leads to the first again; otherwise it is a path
     */
    CycleQuery(
            Application application,
            LevelPlan plan,
            List<TransactionProgram> programs,
            Counters counters,
            boolean closed,
            boolean ring) {
        this(application, plan, programs, List.of(), counters, closed, ring);
    }

    /** @param helpers programs of instances that are there, and not on the cycle */
    CycleQuery(
            Application application,
            LevelPlan plan,
            List<TransactionProgram> programs,
            List<TransactionProgram> helpers,
            Counters counters,
            boolean closed,
            boolean ring) {
        List<TransactionProgram> all = new ArrayList<>(programs);
        all.addAll(helpers);
        encoding = new Encoding(smt, application, plan, all, closed);
        int size = programs.size();
        for (int i = 0; i < (ring ? size : size - 1); i++) {
            Edge edge = new Edge(encoding, i, (i + 1) % size, "e" + i, EnumSet.allOf(Dependency.Kind.class));
            edges.add(edge);
            smt.require(edge.exists());
        }
        for (int i = 0; i < edges.size(); i++) {
            if (ring || i + 1 < edges.size()) {
                dangerous(edges.get(i), edges.get((i + 1) % edges.size()));
            }
        }
        if (!plan.timed()) {
            for (Edge edge : edges) {
                for (Dependency.Kind kind : List.of(Dependency.Kind.WR, Dependency.Kind.RW)) {
                    smt.require(smt.implies(edge.is(kind), ModelFacts.relation(smt, kind.name(), edge.from, edge.to)));
                }
            }
        }
        new Facts(encoding, counters, closed || !helpers.isEmpty()).add();
        if (closed) {
            prefer();
        }
    }

    Encoding encoding() {
        return encoding;
    }

    List<Edge> edges() {
        return edges;
    }

    void require(SmtTerm term) {
        smt.require(term);
    }

    Smt smt() {
        return smt;
    }

    /** PostgreSQL's SERIALIZABLE lets no two anti-dependencies in a row commit whose last transaction commits first. */
    private void dangerous(Edge in, Edge out) {
        boolean tracked = encoding.timed()
                && List.of(in.from, in.to, out.to).stream()
                        .allMatch(each -> encoding.level(each).tracksDependencies());
        if (!tracked) {
            return;
        }
        SmtTerm last = encoding.timing.commit(out.to);
        SmtTerm first = smt.less(last, encoding.timing.commit(in.to));
        if (in.from != out.to) {
            boolean readsOnly = encoding.programs.get(in.from).readsOnly();
            SmtTerm bound = readsOnly ? encoding.timing.snapshot(in.from) : encoding.timing.commit(in.from);
            first = smt.and(first, smt.less(last, bound));
        }
        smt.require(smt.not(smt.and(in.is(Dependency.Kind.RW), out.is(Dependency.Kind.RW), first)));
    }

    /** Small numbers and no NULLs read better. */
    private void prefer() {
        encoding.cells.forEach((cell, symbol) -> {
            if (cell.view().kind() == Encoding.View.Kind.INITIAL) {
                preferred.add(smt.not(symbol.isNull()));
                if (symbol.kind() == ValueKind.INTEGER || symbol.kind() == ValueKind.DECIMAL) {
                    preferred.add(smt.atMost(smt.integer(0), symbol.term()));
                    preferred.add(smt.atMost(symbol.term(), smt.integer(200)));
                }
            }
        });
        for (int i = 0; i < encoding.size(); i++) {
            for (TransactionProgram.Parameter each : encoding.programs.get(i).parameters()) {
                if (each.kind() == ValueKind.INTEGER || each.kind() == ValueKind.DECIMAL) {
                    Symbol symbol = encoding.symbols.unknown(each.name() + "@" + i, each.kind(), false);
                    preferred.add(smt.less(smt.integer(0), symbol.term()));
                    preferred.add(smt.atMost(symbol.term(), smt.integer(200)));
                }
            }
        }
    }

    SmtAnswer ask(long milliseconds) {
        if (preferred.isEmpty()) {
            return smt.ask(milliseconds);
        }
        SmtAnswer nice = smt.ask(milliseconds, smt.and(preferred));
        return nice == SmtAnswer.POSSIBLE ? nice : smt.ask(milliseconds);
    }

    /** The edges of the model of the last answer. */
    List<Way> taken() {
        List<Way> taken = new ArrayList<>();
        for (Edge edge : edges) {
            Way way = edge.taken();
            if (way == null) {
                throw new IllegalStateException("an edge without a way");
            }
            taken.add(way);
        }
        return taken;
    }

    /** Only cycles with edges like these: of the same kinds, about the same columns, by the same instructions. */
    void only(List<Way> like) {
        for (int i = 0; i < edges.size(); i++) {
            Way wanted = like.get(i);
            smt.require(smt.or(edges.get(i).ways.stream()
                    .filter(way -> way.kind() == wanted.kind()
                            && way.table().equals(wanted.table())
                            && way.column().equals(wanted.column())
                            && way.from().order() == wanted.from().order()
                            && way.to().order() == wanted.to().order())
                    .map(Way::term)
                    .toList()));
        }
    }

    /** No more cycles of the same kinds about the same columns, turned round or not. */
    void exclude(List<Way> found, Set<Integer> turns) {
        for (int turn : turns) {
            List<SmtTerm> all = new ArrayList<>();
            for (int i = 0; i < edges.size(); i++) {
                Way each = found.get((i + turn) % edges.size());
                all.add(smt.or(edges.get(i).ways.stream()
                        .filter(way -> way.kind() == each.kind()
                                && way.table().equals(each.table())
                                && way.column().equals(each.column()))
                        .map(Way::term)
                        .toList()));
            }
            smt.require(smt.not(smt.and(all)));
        }
        // A way that is not needed is not taken, so the same edges may be there in the model under another name only.
    }

    @Override
    public void close() {
        smt.close();
    }
}
