package oncall;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The hour when everybody wants to go home. */
final class Evening {
    private static final int SHIFTS = 100;

    private Evening() {}

    /** Both doctors of each shift want to go home at the same time. */
    static void of(Roster roster) throws Exception {
        roster.open(SHIFTS);
        ExecutorService doctors = Executors.newFixedThreadPool(2);
        try {
            for (int shift = 1; shift <= SHIFTS; shift++) {
                List<Callable<Boolean>> wishes = new ArrayList<>();
                for (int doctor = 1; doctor <= 2; doctor++) {
                    int which = shift;
                    int who = doctor;
                    wishes.add(() -> roster.goHome(which, who));
                }
                for (Future<Boolean> gone : doctors.invokeAll(wishes)) {
                    gone.get();
                }
            }
        } finally {
            doctors.shutdownNow();
        }
    }
}
