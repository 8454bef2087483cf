package io.bateleur.recorder;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that records as fast as it can, for tests that end it: by itself after so many transactions, or by a kill. */
final class Endless {
    private Endless() {}

    /** A file, how large its parts may be, and how many transactions, after which it says so and ends without closing anything. */
    public static void main(String[] arguments) throws Exception {
        Recorder recorder = new Recorder(
                new FileSink(Path.of(arguments[0]), Long.parseLong(arguments[1])),
                new TraceHeader(InitialState.ABSENT, true, Map.of()),
                Patience.forEver());
        int transactions = Integer.parseInt(arguments[2]);
        AtomicInteger number = new AtomicInteger();
        MemoryClient.Data data = new MemoryClient.Data();
        Thread[] threads = new Thread[4];
        for (int s = 0; s < threads.length; s++) {
            KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s" + s));
            threads[s] = new Thread(() -> drive(client, number, transactions));
            threads[s].start();
        }
        System.out.println("started");
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void drive(KeyValueClient client, AtomicInteger number, int transactions) {
        try {
            for (int i = number.incrementAndGet(); i <= transactions; i = number.incrementAndGet()) {
                client.begin();
                client.get(Value.of(i % 7), false);
                client.put(Value.of(i % 7), Value.of(i));
                client.commit();
            }
        } catch (CallFailedException e) {
            throw new IllegalStateException(e);
        }
    }
}
