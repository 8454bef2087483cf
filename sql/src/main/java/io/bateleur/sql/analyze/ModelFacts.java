package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.ConsistencyModel.Atom;
import io.bateleur.sql.analyze.ConsistencyModel.Axiom;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The axioms of consistency models, for the instances that there are. An axiom binds the instance that observes. */
final class ModelFacts {
    private final Encoding encoding;
    private final Smt smt;
    private final Timing timing;

    ModelFacts(Encoding encoding) {
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.timing = encoding.timing;
    }

    /** That one instance overwrote what the other wrote. It is set where it is certain. */
    static SmtTerm overwrites(Smt smt, int first, int second) {
        return smt.unknown("ww@" + first + "." + second, SmtSort.BOOLEAN);
    }

    static SmtTerm relation(Smt smt, String name, int first, int second) {
        return smt.unknown(name + "@" + first + "." + second, SmtSort.BOOLEAN);
    }

    void instances() {
        for (ConsistencyModel model :
                encoding.plan.models().values().stream().distinct().toList()) {
            for (Axiom axiom : model.axioms()) {
                each(axiom, model, new LinkedHashMap<>());
            }
        }
        for (int i = 0; i < encoding.size(); i++) {
            for (int j = 0; j < encoding.size(); j++) {
                if (i != j) {
                    int first = i;
                    int second = j;
                    boolean paired = encoding.plan.pairs().stream()
                            .anyMatch(pair -> pair.joins(
                                    encoding.programs.get(first).name(),
                                    encoding.programs.get(second).name()));
                    if (paired) {
                        smt.require(smt.implies(timing.before(i, j), timing.visible(i, j)));
                    }
                    sessions(i, j);
                }
            }
        }
    }

    /** Session order is transitive, and no instance comes after one that is arbitrated later. */
    private void sessions(int i, int j) {
        SmtTerm so = relation(smt, "so", i, j);
        smt.require(smt.implies(so, timing.before(i, j)));
        for (int k = 0; k < encoding.size(); k++) {
            if (k != i && k != j) {
                smt.require(smt.implies(smt.and(so, relation(smt, "so", j, k)), relation(smt, "so", i, k)));
            }
        }
    }

    private void each(Axiom axiom, ConsistencyModel model, Map<String, Integer> given) {
        List<String> variables = axiom.variables();
        if (given.size() < variables.size()) {
            String next = variables.get(given.size());
            for (int i = 0; i < encoding.size(); i++) {
                if (!given.containsValue(i)) {
                    Map<String, Integer> more = new LinkedHashMap<>(given);
                    more.put(next, i);
                    each(axiom, model, more);
                }
            }
            return;
        }
        Integer observer = given.get(axiom.observer());
        if (observer == null || !model.equals(encoding.plan.model(encoding.programs.get(observer)))) {
            return;
        }
        List<SmtTerm> premises = new ArrayList<>();
        axiom.premises().forEach(atom -> premises.add(term(atom, given)));
        List<SmtTerm> conclusions = new ArrayList<>();
        axiom.conclusions().forEach(atom -> conclusions.add(term(atom, given)));
        smt.require(smt.implies(smt.and(premises), smt.or(conclusions)));
    }

    private SmtTerm term(Atom atom, Map<String, Integer> given) {
        int first = given.getOrDefault(atom.first(), 0);
        int second = given.getOrDefault(atom.second(), 0);
        SmtTerm term =
                switch (atom.relation()) {
                    case "vis" -> timing.visible(first, second);
                    case "ar" -> timing.before(first, second);
                    case "WW" -> overwrites(smt, first, second);
                    case "program" ->
                        smt.truth(encoding.programs.get(first).name().equals(atom.program()));
                    default -> relation(smt, atom.relation(), first, second);
                };
        return atom.not() ? smt.not(term) : term;
    }

    /** Whoever writes the same cell overwrites, in one order or the other. */
    void row(NamedRow row) {
        List<String> columns = new ArrayList<>(row.shape().columns().keySet());
        columns.add(TableShape.ALIVE);
        for (int i = 0; i < encoding.size(); i++) {
            for (int j = 0; j < encoding.size(); j++) {
                if (i != j) {
                    for (String column : columns) {
                        SmtTerm both = smt.and(encoding.writes(i, row, column), encoding.writes(j, row, column));
                        if (!both.equals(smt.truth(false))) {
                            smt.require(smt.implies(smt.and(both, timing.before(i, j)), overwrites(smt, i, j)));
                        }
                    }
                }
            }
        }
    }
}
