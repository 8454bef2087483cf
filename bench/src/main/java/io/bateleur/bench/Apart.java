package io.bateleur.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** While it is open, the programs that this one has started have the first core, and this one has the others: as if on two machines. */
final class Apart implements AutoCloseable {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private Apart() {}

    /** Empty where there is one core only, or no {@code taskset}. */
    static Optional<Apart> open() {
        boolean moved = CORES > 1 && move(ProcessHandle.current(), "1-" + (CORES - 1));
        if (moved) {
            ProcessHandle.current().descendants().forEach(each -> move(each, "0"));
        }
        return moved ? Optional.of(new Apart()) : Optional.empty();
    }

    @Override
    public void close() {
        String all = "0-" + (CORES - 1);
        ProcessHandle.current().descendants().forEach(each -> move(each, all));
        move(ProcessHandle.current(), all);
    }

    /** Whether all threads of a process are on these cores now; what they start will be, too. */
    private static boolean move(ProcessHandle process, String cores) {
        try {
            Process taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", cores, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return taskset.waitFor(5, TimeUnit.SECONDS) && taskset.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
