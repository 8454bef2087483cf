package io.bateleur.core.report;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;

/**
 * Why a level does not hold: a value, which the renderers turn into text, JSON, DOT and HTML.
 *
 * @param order the order beyond the data that the argument needs, if any: the suffix of the anomaly's name
 * @param argument about the transactions of {@code part}
 * @param part the part of the history that already breaks the level: transactions keep their ids
 */
public record Explanation(Level level, Anomaly anomaly, Order order, Argument argument, History part) {

    /** The anomaly's name with its variant, such as {@code G-single-item-session}. */
    public String name() {
        return anomaly.title() + order.suffix();
    }
}
