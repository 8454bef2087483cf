package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Conditions under which rows cannot appear while somebody holds them, as InnoDB's gap locks do: exactly these, and no wider gaps. */
final class GapLocks {
    private record Held(int holder, String table, Predicate<Map<String, @Nullable Object>> rows) {}

    private final EngineRun run;
    private final List<Held> held = new ArrayList<>();

    GapLocks(EngineRun run) {
        this.run = run;
    }

    void lock(int i, String table, Predicate<Map<String, @Nullable Object>> rows, RowLock mode) {
        if (mode != RowLock.NONE) {
            held.add(new Held(i, table, rows));
        }
    }

    /** A row appears. */
    void check(int i, String table, Map<String, @Nullable Object> row) {
        for (Held each : held) {
            boolean running = run.actors.get(each.holder).state == EngineRun.State.RUNNING;
            if (each.holder != i && running && each.table.equals(table) && each.rows.test(row)) {
                throw new EngineRun.MustWait(each.holder);
            }
        }
    }
}
