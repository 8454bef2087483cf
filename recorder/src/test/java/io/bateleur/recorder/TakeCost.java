package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * What it costs a session to hand over a piece: {@code TakeCost [THREADS] [PIECES] [FILE]}, without a file to nowhere. Not a test: figures
 * depend on the machine, and are told where they were taken.
 */
final class TakeCost {
    private static final int PIECE_BYTES = 300;

    private TakeCost() {}

    public static void main(String[] arguments) throws Exception {
        int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int pieces = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200_000;
        for (int round = 0; round < 4; round++) {
            TraceSink sink = arguments.length > 2
                    ? new FileSink(Path.of(arguments[2]))
                    : new StreamSink(OutputStream.nullOutputStream());
            measure(sink, threads, pieces, Patience.forEver());
        }
        if (arguments.length > 2) {
            Files.delete(Path.of(arguments[2]));
        }
    }

    private static Piece piece() {
        Value text = Value.of("x".repeat(PIECE_BYTES));
        return Piece.of(out -> out.operation(1, OpKind.PUT, Value.of(1), Content.live(text), false, 0, 0), PIECE_BYTES);
    }

    private static void measure(TraceSink sink, int threads, int pieces, Patience patience) throws Exception {
        Recorder recorder = new Recorder(sink, new TraceHeader(InitialState.ABSENT, true, Map.of()), patience);
        long[][] nanos = new long[threads][pieces];
        Thread[] sessions = new Thread[threads];
        long start = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            long[] mine = nanos[t];
            sessions[t] = new Thread(() -> {
                for (int i = 0; i < pieces; i++) {
                    Piece piece = piece();
                    long before = System.nanoTime();
                    recorder.take(piece);
                    mine[i] = System.nanoTime() - before;
                }
            });
            sessions[t].start();
        }
        for (Thread session : sessions) {
            session.join();
        }
        long elapsed = System.nanoTime() - start;
        recorder.close();
        long[] all = Arrays.stream(nanos).flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf(
                "%d threads: %,.0f pieces/s; take: median %d ns, 99 %% %d ns, 99.9 %% %d ns; %d dropped%n",
                threads,
                all.length / (elapsed / 1e9),
                all[all.length / 2],
                all[(int) (all.length * 0.99)],
                all[(int) (all.length * 0.999)],
                recorder.dropped());
    }
}
