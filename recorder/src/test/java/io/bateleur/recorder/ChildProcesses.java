package io.bateleur.recorder;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Processes of a test, which end with it, also when it fails. One that lives longer than any test should is ended too, so that nobody
 * waits for what it says.
 */
public final class ChildProcesses implements AfterEachCallback {
    private static final Executor AT_THE_LATEST = CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES);

    private final List<Process> started = new CopyOnWriteArrayList<>();

    public Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        started.add(process);
        AT_THE_LATEST.execute(process::destroyForcibly);
        return process;
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        started.clear();
    }
}
