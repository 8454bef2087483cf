package queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Every job is done once, and no update of a job is lost. */
@Isolated(level = "cursor-stability", failUndecided = true)
class JobsTest {
    private static final int JOBS = 200;
    private static final int WORKERS = 6;

    @Test
    void everyJobIsDoneOnce(Recording recording) throws Exception {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        try (Postgres postgres = Postgres.start()) {
            Jobs jobs = new Jobs(recording.dataSource(postgres.dataSource()));
            jobs.open();
            for (int id = 1; id <= JOBS; id++) {
                jobs.add(id);
            }
            ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
            try {
                List<Callable<Void>> shifts = new ArrayList<>();
                for (int w = 1; w <= WORKERS; w++) {
                    int worker = w;
                    shifts.add(() -> {
                        for (OptionalInt job = jobs.work(worker); job.isPresent(); job = jobs.work(worker)) {
                            assertTrue(done.add(job.getAsInt()), "job " + job.getAsInt() + " was done twice");
                        }
                        return null;
                    });
                }
                for (Future<Void> shift : workers.invokeAll(shifts)) {
                    shift.get();
                }
            } finally {
                workers.shutdownNow();
            }
        }
        assertEquals(JOBS, done.size());
    }
}
