package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.ir.Wishes;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Explanation;
import java.util.List;
import java.util.Optional;

/** Confirms that a witness keeps what an extension asks for, and tells what it asked for when nothing can. */
final class AdditionsReplay {
    private static final int TOLD = 20;

    private AdditionsReplay() {}

    static Optional<String> flaw(Extension extension, Asg asg, Level level, Resolution witness) {
        int[] position = new int[2 * asg.transactionCount()];
        java.util.Arrays.fill(position, -1);
        for (int i = 0; i < witness.events().length; i++) {
            position[witness.events()[i]] = i;
        }
        return Wishes.of(extension, asg, level).flaw(position);
    }

    static Explanation explain(Extension extension, Asg part, Level level) {
        List<String> reasons = Wishes.of(extension, part, level).reasons();
        String asked = reasons.isEmpty()
                ? "what it asks beyond its criterion"
                : String.join("; ", reasons.subList(0, Math.min(TOLD, reasons.size())));
        Argument argument = new Argument.Cases(
                "No order of these transactions satisfies " + level.criterion().word() + " and what " + level
                        + " asks beyond it: " + asked,
                List.of());
        return new Explanation(level, Anomaly.MODULE, Order.NONE, argument, part.history());
    }
}
