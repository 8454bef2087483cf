package io.bateleur.core.report;

import io.bateleur.core.model.Names;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes that a database had confirmed are not there at the end.
 *
 * @param trace the file, as it was named
 * @param names of its transactions and keys
 */
public record LostWrites(String trace, Names names, List<Write> writes) implements Finding {
    /**
     * One that is gone.
     *
     * @param appended whether the value was appended to a list
     */
    public record Write(Value transaction, Value key, Value value, boolean appended) {
        private String words(Names names) {
            String name = names.key(key);
            return names.transaction(transaction)
                    + (appended ? " appended " + value + " to " + name : " wrote " + name + " = " + value);
        }
    }

    /** Nobody reads further: a server that loses its disk loses everything. */
    private static final int STEPS_MAX = 10;

    public LostWrites {
        writes = List.copyOf(writes);
    }

    @Override
    public String kind() {
        return "lost-writes";
    }

    @Override
    public Title title() {
        return new Title(
                "lost-write", "a committed write is missing at the end", "durability: Haerder and Reuter 1983");
    }

    @Override
    public String claim() {
        return writes.size() == 1
                ? "1 write that was committed is lost."
                : writes.size() + " writes that were committed are lost.";
    }

    @Override
    public String meaning() {
        return "The database confirmed a change, and then forgot it.";
    }

    @Override
    public List<Sentence> steps() {
        List<Sentence> steps = new ArrayList<>();
        writes.stream()
                .limit(STEPS_MAX)
                .forEach(write -> steps.add(new Sentence(0, write.words(names) + ", which is not there at the end.")));
        if (writes.size() > STEPS_MAX) {
            steps.add(new Sentence(0, (writes.size() - STEPS_MAX) + " more writes are not there either."));
        }
        return steps;
    }

    @Override
    public List<Location> locations() {
        return writes.stream()
                .map(Write::transaction)
                .distinct()
                .map(transaction -> Location.of(trace, transaction, names))
                .toList();
    }

    @Override
    public List<Evidence> evidence() {
        return List.of();
    }

    @Override
    public List<String> remarks() {
        return List.of();
    }

    @Override
    public Severity severity() {
        return Severity.VIOLATION;
    }

    @Override
    public List<String> identity() {
        return writes.stream()
                .map(write -> write.transaction + " " + write.key + " " + write.value)
                .toList();
    }
}
