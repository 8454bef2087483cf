package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.List;

/**
 * A level of the user's own, or a rule on top of one of ours: a class on the class path, found by {@link java.util.ServiceLoader}.
 *
 * <p>It is asked when one of its {@link #levels} is checked. It may look at the history first and rewrite it, such as splitting
 * transactions that have several views; it may then look at the graph of versions and reads with all hints of the trace, and add
 * edges, superpositions and logical expressions to what the level's criterion asks by itself.
 *
 * <p>See {@code examples/} for three that build on their own, and docs/extensions.md.
 */
public interface Extension {
    /** Defines no level and adds nothing. */
    Extension NONE = List::of;

    /** The levels that this defines; their names must not be taken. */
    List<Level> levels();

    /** The history that is to be judged in place of the recorded one. Ids of transactions show in explanations. */
    default History rewrite(History history) {
        return history;
    }

    /** Adds what the level asks beyond its criterion. */
    default void add(Asg asg, Level level, ExtensionConstraints constraints) {}
}
