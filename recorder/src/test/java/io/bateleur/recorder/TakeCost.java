package io.bateleur.recorder;

import io.bateleur.core.model.InitialState;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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

    private static byte[] piece() {
        byte[] line = new byte[PIECE_BYTES];
        Arrays.fill(line, (byte) 'x');
        byte[] start = "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":\"".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, line, 0, start.length);
        line[PIECE_BYTES - 3] = '"';
        line[PIECE_BYTES - 2] = '}';
        line[PIECE_BYTES - 1] = '\n';
        return line;
    }

    private static void measure(TraceSink sink, int threads, int pieces, Patience patience) throws Exception {
        Recorder recorder = new Recorder(sink, new TraceHeader(InitialState.ABSENT, true, Map.of()), patience);
        long[][] nanos = new long[threads][pieces];
        Thread[] sessions = new Thread[threads];
        byte[] piece = piece();
        long start = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            long[] mine = nanos[t];
            sessions[t] = new Thread(() -> {
                for (int i = 0; i < pieces; i++) {
                    byte[] copy = piece.clone();
                    long before = System.nanoTime();
                    recorder.take(copy);
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
