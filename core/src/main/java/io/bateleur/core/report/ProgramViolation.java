package io.bateleur.core.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Programs can violate serializability: instances of them have a cycle of dependencies.
 *
 * @param level at which, such as {@code REPEATABLE READ (PostgreSQL)}
 * @param title what the cycle is called
 * @param blamed where in {@code instances} the program is that people look at first
 * @param instances on the cycle in its order, and behind them those that only make its values
 * @param edges from each instance on the cycle to the next, the last to the first
 * @param order what was executed, step by step; empty: nothing was
 * @param setUp arguments and initial rows, a line each
 * @param executed whether an execution was found; otherwise the cycle could not be excluded
 * @param shown what the execution shows, in sentences
 */
public record ProgramViolation(
        String level,
        Title title,
        int blamed,
        List<Instance> instances,
        List<Edge> edges,
        List<Move> order,
        List<String> setUp,
        boolean executed,
        List<String> shown)
        implements Finding {
    /** An instance of a program. @param program by its name @param name the same with a number where there are several */
    public record Instance(String program, String name, String file, int line) {}

    /**
     * A dependency.
     *
     * @param kind {@code WR}, {@code WW} or {@code RW}
     * @param cell table and column
     * @param words the same in a sentence
     */
    public record Edge(String kind, String cell, int fromLine, int toLine, String words) {}

    /** A step of an instance. @param line 0: its end */
    public record Move(int instance, int line, String text) {}

    public ProgramViolation {
        instances = List.copyOf(instances);
        edges = List.copyOf(edges);
        order = List.copyOf(order);
        setUp = List.copyOf(setUp);
        shown = List.copyOf(shown);
    }

    @Override
    public String kind() {
        return "program-violation";
    }

    private Instance first() {
        return instances.get(blamed);
    }

    @Override
    public String claim() {
        return first().program() + (executed ? " is not safe at " : " may not be safe at ") + level + ".";
    }

    @Override
    public String meaning() {
        return "Together these transactions can commit what no order of them one after the other gives.";
    }

    @Override
    public List<Sentence> steps() {
        return edges.stream().map(edge -> new Sentence(0, edge.words() + ".")).toList();
    }

    @Override
    public List<Location> locations() {
        List<Location> locations = new ArrayList<>();
        locations.add(Location.of(first().file(), blamedLine()));
        for (int i = 0; i < edges.size(); i++) {
            Location location =
                    Location.of(instances.get(i).file(), edges.get(i).fromLine());
            if (!locations.contains(location)) {
                locations.add(location);
            }
        }
        return locations;
    }

    /** The statement that has to change most likely: where the program reads what another writes. */
    private int blamedLine() {
        return edges.get(blamed).fromLine();
    }

    @Override
    public List<Walk> walks() {
        List<Walk> walks = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
            List<Walk.Stop> stops = new ArrayList<>();
            for (int n = 0; n < order.size(); n++) {
                Move move = order.get(n);
                if (move.instance() == i) {
                    int line = move.line() == 0 ? instances.get(i).line() : move.line();
                    stops.add(new Walk.Stop(Location.of(instances.get(i).file(), line), move.text(), n + 1));
                }
            }
            if (!stops.isEmpty()) {
                walks.add(new Walk(instances.get(i).name(), stops));
            }
        }
        return walks;
    }

    @Override
    public List<Evidence> evidence() {
        return setUp.isEmpty() ? List.of() : List.of(new Evidence("Values", setUp));
    }

    @Override
    public List<String> remarks() {
        return shown;
    }

    @Override
    public Severity severity() {
        return executed ? Severity.VIOLATION : Severity.DEVIATION;
    }

    /** Without lines: code that moves is the same finding. */
    @Override
    public List<String> identity() {
        List<List<String>> turns = new ArrayList<>();
        for (int turn = 0; turn < edges.size(); turn++) {
            List<String> parts = new ArrayList<>(List.of(level));
            for (int i = 0; i < edges.size(); i++) {
                int at = (i + turn) % edges.size();
                parts.add(instances.get(at).program());
                parts.add(edges.get(at).kind() + " " + edges.get(at).cell());
            }
            turns.add(parts);
        }
        return turns.stream()
                .min((a, b) -> String.join("\0", a).compareTo(String.join("\0", b)))
                .orElse(List.of(level));
    }
}
