package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.CheckedPasses;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.trace.Mini;
import org.junit.jupiter.api.Test;

class PassesTest {
    @Test
    void wellFormed() {
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < Integer.getInteger("seeds", 100); seed++) {
                History history = SmallHistories.random(seed, shape);
                Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
                for (Level level : Level.all()) {
                    if (!level.criterion().visibility().perKey()) {
                        try {
                            CheckedPasses.run(IrBuilder.build(asg, level), Passes.STANDARD);
                        } catch (RuntimeException e) {
                            throw new AssertionError(shape + " " + seed + " " + level + "\n" + Mini.print(history), e);
                        }
                    }
                }
            }
        }
    }
}
