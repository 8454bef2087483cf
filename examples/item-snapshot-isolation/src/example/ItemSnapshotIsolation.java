package example;

import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import java.util.List;

/**
 * A level that is nothing but a row of data: snapshot isolation for single keys and for what ranges return, while what a range
 * does not return may come from another moment. Some engines that keep snapshots of rows and not of their indexes promise no more.
 */
public final class ItemSnapshotIsolation implements Extension {
    private static final Criterion CRITERION = new Criterion(
            "item-snapshot-isolation",
            "item SI",
            true,
            false,
            Visibility.NOTHING,
            Anti.ITEM,
            Points.SNAPSHOT,
            "what snapshot isolation forbids, but for anti-dependencies of predicates",
            "this example");

    @Override
    public List<Level> levels() {
        return List.of(Level.of(CRITERION, Order.NONE), Level.of(CRITERION, Order.SESSION));
    }
}
