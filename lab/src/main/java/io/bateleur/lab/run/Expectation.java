package io.bateleur.lab.run;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Inquiry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run is checked for.
 *
 * @param promised by the makers of the database, or asked for by the user
 * @param beyond levels that nobody promised and that are still worth knowing, from the weakest to the strongest
 */
public record Expectation(List<Level> promised, List<Level> beyond) {
    private static final List<Level> USUAL = Stream.of(
                    "read-committed", "repeatable-read", "snapshot-isolation", "serializable")
            .map(name -> Level.of(name).orElseThrow())
            .toList();

    /** What goes beyond the promise is not implied by it. */
    public static Expectation of(List<Level> promised, List<Faults.Kind> faults) {
        Lattice lattice = Lattice.ofAll();
        // What a server loses after it had committed it shows only against the clock; a session that stands still loses
        // nothing.
        boolean mayLose = faults.stream().anyMatch(kind -> kind != Faults.Kind.STALL);
        Stream<Level> timed = promised.stream()
                .filter(level -> mayLose && level.order() == Order.NONE)
                .map(level -> Level.of(level.criterion(), Order.REAL_TIME));
        List<Level> beyond = Stream.concat(USUAL.stream(), timed)
                .filter(level -> promised.stream().noneMatch(known -> lattice.implies(known, level)))
                .toList();
        return new Expectation(promised, beyond);
    }

    public Inquiry inquiry(boolean explain, Allowance allowance) {
        return new Inquiry(promised, beyond, false, true, explain, allowance, Optional.empty());
    }
}
