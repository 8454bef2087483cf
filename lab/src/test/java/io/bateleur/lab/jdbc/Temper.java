package io.bateleur.lab.jdbc;

import java.util.Random;

/**
 * What may happen in a run. Each of these makes lifting leave things out, so that a run with all of them would show little.
 *
 * @param deletes rows go, and come again
 * @param untold changes whose rows are not told
 * @param upserts inserts that may find their row
 * @param empties whole tables are emptied
 * @param triggers a table has one
 * @param cascades rows go with others
 * @param defines tables come while others work
 * @param repeats whether few different values are written, and many times
 */
record Temper(
        boolean deletes,
        boolean untold,
        boolean upserts,
        boolean empties,
        boolean triggers,
        boolean cascades,
        boolean defines,
        boolean repeats) {
    static Temper of(Random random) {
        boolean calm = random.nextInt(3) == 0;
        return new Temper(
                random.nextInt(3) != 0,
                !calm && random.nextInt(3) == 0,
                !calm && random.nextInt(2) == 0,
                !calm && random.nextInt(3) == 0,
                !calm && random.nextInt(10) == 0,
                !calm && random.nextInt(6) == 0,
                !calm && random.nextInt(10) == 0,
                random.nextInt(3) == 0);
    }
}
