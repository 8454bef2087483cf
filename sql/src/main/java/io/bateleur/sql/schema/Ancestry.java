package io.bateleur.sql.schema;

import java.util.List;

/**
 * How a table hangs together with others whose rows are its own too.
 *
 * @param parents tables whose queries return the rows of this one: PostgreSQL's INHERITS and PARTITION OF
 * @param partition whether it is a partition of its one parent
 * @param partitioned whether its rows lie in partitions, so that it holds none itself
 */
public record Ancestry(List<ObjectName> parents, boolean partition, boolean partitioned) {
    public static final Ancestry NONE = new Ancestry(List.of(), false, false);

    public Ancestry {
        parents = List.copyOf(parents);
    }
}
