package io.bateleur.recorder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a {@link TraceReceiver}: the token, a header, and lines as they come. Back go the numbers of events that have come,
 * or, behind an exclamation mark, why it ends.
 */
final class Reception implements Runnable, Inflow.Connected {
    /** What a sink says first; the token follows. */
    static final String HELLO = "bateleur ";

    private static final int HELLO_BYTES_MAX = 512;
    private static final int HEADER_BYTES_MAX = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final Pattern HEADER = Pattern.compile(
            "\\{\"bateleur\":\\d{1,9},\"run\":\"([\\w-]{1,64})\",\"part\":(\\d{1,9}),\"from\":(\\d{1,18})[,}].*",
            Pattern.DOTALL);
    private static final byte[] LAST =
            ("{\"e\":\"punctuation\",\"before\":" + Long.MAX_VALUE + "}\n").getBytes(StandardCharsets.US_ASCII);

    private final TraceReceiver receiver;
    private final Socket socket;
    private byte[] bytes = new byte[BUFFER_BYTES];
    private int size;
    private long started;
    private long taken;

    /** Something that ends this connection, for the sink to hear. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    Reception(TraceReceiver receiver, Socket socket) {
        this.receiver = receiver;
        this.socket = socket;
    }

    @Override
    public void run() {
        boolean stranger = true;
        Inflow flow = null;
        try (socket) {
            try {
                String header = hello();
                stranger = false;
                receiver.isNoStranger();
                Matcher part = HEADER.matcher(header);
                if (!part.matches()) {
                    throw new Refused("no header of a run, expected {\"bateleur\":2,\"run\":...");
                }
                flow = flow(part.group(1));
                take(flow, header, Long.parseLong(part.group(3)));
            } catch (Refused e) {
                receiver.said("a connection from " + socket.getInetAddress().getHostAddress() + " was refused: "
                        + e.getMessage());
                socket.getOutputStream().write(("! " + e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // It went away, or we did; if it was a recorder, it comes back.
        } finally {
            if (stranger) {
                receiver.isNoStranger();
            }
            if (flow != null) {
                flow.disconnect(this);
            }
            receiver.gone(this);
        }
    }

    private Inflow flow(String run) throws Refused {
        Inflow flow = receiver.flow(run);
        String why = flow == null ? "there are too many recorders" : flow.connect(this);
        if (flow == null || why != null) {
            throw new Refused(String.valueOf(why));
        }
        return flow;
    }

    /** Reads the token and the header, within the time that strangers have. */
    private String hello() throws IOException, Refused {
        long end = System.nanoTime() + receiver.limits().hello().toNanos();
        String hello = line(HELLO_BYTES_MAX, end);
        boolean known = hello.startsWith(HELLO)
                && receiver.isToken(hello.substring(HELLO.length()).getBytes(StandardCharsets.UTF_8));
        if (!known) {
            throw new Refused("the token is missing or wrong");
        }
        String header = line(HEADER_BYTES_MAX, end);
        socket.setSoTimeout(0);
        socket.setKeepAlive(true);
        return header;
    }

    /** The next line; what follows it stays in the buffer. */
    private String line(int bytesMax, long end) throws IOException, Refused {
        InputStream in = socket.getInputStream();
        for (int from = 0; ; ) {
            for (; from < size; from++) {
                if (bytes[from] == '\n') {
                    String line = new String(bytes, 0, from, StandardCharsets.UTF_8);
                    drop(from + 1);
                    return line;
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (size >= bytesMax || left <= 0) {
                throw new Refused(left <= 0 ? "no header came in time" : "no line ends within " + bytesMax + " bytes");
            }
            socket.setSoTimeout((int) left);
            try {
                if (!fill(in)) {
                    throw new IOException("it ended before its header did");
                }
            } catch (SocketTimeoutException e) {
                throw new Refused("no header came in time");
            }
        }
    }

    private void drop(int count) {
        System.arraycopy(bytes, count, bytes, 0, size - count);
        size -= count;
    }

    private boolean fill(InputStream in) throws IOException {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        int read = in.read(bytes, size, bytes.length - size);
        size += Math.max(0, read);
        return read > 0;
    }

    private void take(Inflow flow, String header, long from) throws IOException, Refused {
        InputStream in = socket.getInputStream();
        OutputStream back = socket.getOutputStream();
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        first.writeBytes((header + "\n").getBytes(StandardCharsets.UTF_8));
        long events = from;
        started = System.nanoTime();
        if (flow.add(this, first.toByteArray(), 0, false) < 0) {
            throw refused(flow);
        }
        while (true) {
            int whole = size;
            while (whole > 0 && bytes[whole - 1] != '\n') {
                whole--;
            }
            if (whole > 0) {
                byte[] lines = Arrays.copyOf(bytes, whole);
                events += TraceHeader.events(lines, 0, whole);
                long have = flow.add(this, lines, events, isLast(lines));
                if (have < 0) {
                    throw refused(flow);
                }
                back.write((have + "\n").getBytes(StandardCharsets.US_ASCII));
                drop(whole);
                slow(whole);
            } else if (size >= receiver.limits().lineBytes()) {
                flow.refuse("a line of more than " + receiver.limits().lineBytes() + " bytes");
                throw refused(flow);
            }
            if (bytes.length > 2 * BUFFER_BYTES && size < BUFFER_BYTES) {
                bytes = Arrays.copyOf(bytes, BUFFER_BYTES); // a long line has gone
            }
            if (!fill(in)) {
                return;
            }
        }
    }

    private static boolean isLast(byte[] lines) {
        int from = lines.length - LAST.length;
        return from >= 0 && Arrays.equals(lines, from, lines.length, LAST, 0, LAST.length);
    }

    private static Refused refused(Inflow flow) {
        @Nullable String why = flow.refusal();
        return new Refused(why != null ? why : "the run has ended here, or goes on over another connection");
    }

    /** Who sends more than they may has to wait. */
    private void slow(int more) throws InterruptedIOException {
        taken += more;
        double due = (double) taken / receiver.limits().bytesPerSecond();
        long ahead = (long) (due * 1000) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        if (ahead > 0) {
            try {
                Thread.sleep(ahead);
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
        }
        if (taken > receiver.limits().bytesPerSecond()) {
            taken = 0; // an idle hour is no credit
            started = System.nanoTime();
        }
    }

    @Override
    public void leave() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone all the same.
        }
    }
}
