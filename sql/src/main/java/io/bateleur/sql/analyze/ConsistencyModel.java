package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A consistency model: universal sentences over visibility, arbitration, session order and dependencies.
 *
 * <p>A model file has lines {@code model NAME}, {@code title TEXT}, {@code include NAME}, and sentences
 * {@code vis(a, b) and vis(b, c) => vis(a, c)}; variables are instances, all of them different ones.
 */
public record ConsistencyModel(String name, String title, List<Axiom> axioms) {
    /** @param premises all of them @param conclusions at least one of them; none: false */
    public record Axiom(List<Atom> premises, List<Atom> conclusions) {
        public Axiom {
            premises = List.copyOf(premises);
            conclusions = List.copyOf(conclusions);
        }

        /** The variables in the order in which they appear. */
        List<String> variables() {
            List<String> names = new ArrayList<>();
            for (List<Atom> atoms : List.of(premises, conclusions)) {
                for (Atom atom : atoms) {
                    for (String each : List.of(atom.first(), atom.second())) {
                        if (!each.isEmpty() && !names.contains(each)) {
                            names.add(each);
                        }
                    }
                }
            }
            return names;
        }

        /** Whom the sentence binds: who would see, or the last that is named. */
        String observer() {
            for (Atom atom : conclusions) {
                if (atom.relation().equals("vis")) {
                    return atom.second();
                }
            }
            List<String> names = variables();
            return names.get(names.size() - 1);
        }
    }

    /** @param relation {@code vis, ar, so, WR, WW, RW}, or {@code program} with the name of one behind it @param second empty of a program */
    public record Atom(String relation, String first, String second, boolean not, String program) {}

    public ConsistencyModel {
        axioms = List.copyOf(axioms);
    }

    private static final String BUILT_IN = """
            model ec
            title eventual consistency
            model cc
            title causal consistency
            vis(a, b) and vis(b, c) => vis(a, c)
            model pc
            title prefix consistency
            ar(a, b) and vis(b, c) => vis(a, c)
            model psi
            title parallel snapshot isolation
            include cc
            WW(a, b) => vis(a, b)
            model si
            title snapshot isolation
            include psi
            include pc
            model ser
            title serializability
            include si
            ar(a, b) => vis(a, b)
            """;

    private static final Pattern ATOM =
            Pattern.compile("\\s*(not\\s+)?(\\w+)\\s*\\(\\s*(\\w+)\\s*(?:,\\s*([\\w]+)\\s*)?\\)\\s*");
    private static final List<String> RELATIONS = List.of("vis", "ar", "so", "WR", "WW", "RW");

    /** The models that need no file, the weakest first. */
    public static Map<String, ConsistencyModel> builtIn() {
        try {
            return read("built-in models", BUILT_IN, Map.of());
        } catch (BadInputException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Optional<ConsistencyModel> of(String name) {
        return Optional.ofNullable(builtIn().get(name.toLowerCase(java.util.Locale.ROOT)));
    }

    /** Whether writers of a cell see each other. */
    boolean ordersWriters() {
        return axioms.stream()
                .anyMatch(axiom -> axiom.premises().size() == 1
                        && axiom.conclusions().size() == 1
                        && !axiom.premises().get(0).not()
                        && List.of("WW", "ar").contains(axiom.premises().get(0).relation())
                        && axiom.conclusions().get(0).relation().equals("vis")
                        && axiom.conclusions()
                                .get(0)
                                .first()
                                .equals(axiom.premises().get(0).first())
                        && axiom.conclusions()
                                .get(0)
                                .second()
                                .equals(axiom.premises().get(0).second()));
    }

    boolean isTransitive() {
        return axioms.stream()
                .anyMatch(axiom -> axiom.premises().size() == 2
                        && axiom.conclusions().size() == 1
                        && List.of("vis", "ar").contains(axiom.premises().get(0).relation())
                        && axiom.premises().get(1).relation().equals("vis")
                        && axiom.premises().stream().noneMatch(Atom::not)
                        && axiom.premises()
                                .get(0)
                                .second()
                                .equals(axiom.premises().get(1).first())
                        && axiom.conclusions().get(0).relation().equals("vis")
                        && axiom.conclusions()
                                .get(0)
                                .first()
                                .equals(axiom.premises().get(0).first())
                        && axiom.conclusions()
                                .get(0)
                                .second()
                                .equals(axiom.premises().get(1).second()));
    }

    /** The models of a file by name; they may include others of the file and the built-in ones. */
    public static Map<String, ConsistencyModel> read(String file, String text) throws BadInputException {
        return read(file, text, builtIn());
    }

    private static Map<String, ConsistencyModel> read(String file, String text, Map<String, ConsistencyModel> known)
            throws BadInputException {
        Map<String, ConsistencyModel> models = new LinkedHashMap<>();
        String name = "";
        String[] lines = text.split("\n");
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].replaceAll("(#|--).*", "").strip();
            Place place = Place.text(
                    file, i + 1L, lines[i].length() - lines[i].stripLeading().length() + 1L);
            if (line.isEmpty()) {
                continue;
            }
            String[] words = line.split("\\s+", 2);
            if (words[0].equals("model") && words.length == 2) {
                name = words[1];
                models.put(name, new ConsistencyModel(name, name, List.of()));
                continue;
            }
            if (name.isEmpty()) {
                throw new BadInputException(place, "a sentence before the first model", "begin with: model NAME");
            }
            ConsistencyModel current = Objects.requireNonNull(models.get(name));
            models.put(name, line(place, current, words, line, models, known));
        }
        return models;
    }

    private static ConsistencyModel line(
            Place place,
            ConsistencyModel model,
            String[] words,
            String line,
            Map<String, ConsistencyModel> models,
            Map<String, ConsistencyModel> known)
            throws BadInputException {
        if (words[0].equals("title") && words.length == 2) {
            return new ConsistencyModel(model.name, words[1], model.axioms);
        }
        List<Axiom> all = new ArrayList<>(model.axioms);
        if (words[0].equals("include") && words.length == 2) {
            ConsistencyModel other = models.getOrDefault(words[1], known.get(words[1]));
            if (other == null || words[1].equals(model.name)) {
                throw new BadInputException(place, "no model is called " + words[1], "there are " + known.keySet());
            }
            all.addAll(other.axioms);
        } else {
            all.add(axiom(place, line));
        }
        return new ConsistencyModel(model.name, model.title, all);
    }

    private static Axiom axiom(Place place, String line) throws BadInputException {
        if (line.matches("(?i).*\\b(exists|forall)\\b.*")) {
            throw new BadInputException(
                    place,
                    "only universal sentences without quantifiers are understood",
                    "variables stand for all instances");
        }
        String[] sides = line.split("=>", -1);
        if (sides.length != 2) {
            throw new BadInputException(place, "a sentence has one =>", "vis(a, b) and vis(b, c) => vis(a, c)");
        }
        List<Atom> conclusions = sides[1].strip().equals("false")
                ? List.of()
                : atoms(place, sides[1], "(?i)\\bor\\b", line.indexOf("=>") + 2);
        List<Atom> premises =
                sides[0].strip().equals("true") ? List.of() : atoms(place, sides[0], "(?i)\\band\\b|&", 0);
        Axiom axiom = new Axiom(premises, conclusions);
        if (axiom.variables().size() > 4) {
            throw new BadInputException(place, "a sentence has at most four variables", "");
        }
        return axiom;
    }

    private static List<Atom> atoms(Place place, String side, String separator, int offset) throws BadInputException {
        List<Atom> atoms = new ArrayList<>();
        int at = offset;
        for (String each : side.split(separator)) {
            Matcher matcher = ATOM.matcher(each);
            Place here = Place.text(place.file(), place.line(), place.column() + at);
            if (!matcher.matches()) {
                throw new BadInputException(
                        here, "'" + each.strip() + "' is no relation of instances", "as in vis(a, b) or not ar(a, b)");
            }
            boolean not = matcher.group(1) != null;
            String second = matcher.group(4) == null ? "" : matcher.group(4);
            if (matcher.group(2).equals("program") && !second.isEmpty()) {
                atoms.add(new Atom("program", matcher.group(3), "", not, second));
            } else if (RELATIONS.contains(matcher.group(2)) && !second.isEmpty()) {
                atoms.add(new Atom(matcher.group(2), matcher.group(3), second, not, ""));
            } else {
                throw new BadInputException(
                        here,
                        "there is no relation " + matcher.group(2),
                        "there are vis, ar, so, WR, WW, RW, program(a, NAME)");
            }
            at += each.length() + 2;
        }
        return atoms;
    }
}
