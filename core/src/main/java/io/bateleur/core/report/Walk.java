package io.bateleur.core.report;

import java.util.List;

/**
 * What one party of a finding does at which places, such as an instance of a transaction.
 *
 * @param name of the party
 */
public record Walk(String name, List<Stop> stops) {
    /** @param order its place among the stops of all walks, from 1 */
    public record Stop(Location location, String text, int order) {}

    public Walk {
        stops = List.copyOf(stops);
    }
}
