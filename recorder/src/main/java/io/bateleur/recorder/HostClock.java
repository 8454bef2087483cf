package io.bateleur.recorder;

import io.bateleur.core.trace.TraceClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The clock of this process, {@link System#nanoTime}, as headers name it. On Linux it is the machine's own since its start, so that
 * recorders in several processes have the same; where that cannot be seen to be so, each process has one of its own.
 */
public final class HostClock {
    /** Of nanoTime and of the kernel's own account, which is in hundredths of a second and is read a moment later. */
    private static final double AGREE_SECONDS = 0.1;

    private static final int TRIES = 10;
    private static final int ID_DIGITS = 16;
    private static final String ID = machine().orElseGet(() -> "process-" + UUID.randomUUID());

    private HostClock() {}

    /** What headers call it. */
    public static String id() {
        return ID;
    }

    /** @param error by how much the wall's time may be wrong on this machine, where somebody said so */
    static TraceClock of(Optional<Duration> error) {
        long time = 0;
        long wall = 0;
        long width = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = System.nanoTime();
            Instant now = Instant.now();
            long after = System.nanoTime();
            if (after - before < width) {
                width = after - before;
                time = before + width / 2;
                wall = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            }
        }
        long reading = width;
        OptionalLong known = error.map(said -> OptionalLong.of(Math.addExact(said.toNanos(), reading)))
                .orElseGet(OptionalLong::empty);
        return new TraceClock(ID, Optional.of(new TraceClock.Anchor(time, wall, known)));
    }

    private static Optional<String> machine() {
        try {
            String uptime = Files.readString(Path.of("/proc/uptime")).split(" ", 2)[0];
            double apart = System.nanoTime() / 1e9 - Double.parseDouble(uptime);
            if (Math.abs(apart) > AGREE_SECONDS) {
                return Optional.empty(); // it was asleep, or this Java counts from elsewhere
            }
            String start = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            String zone = Files.readSymbolicLink(Path.of("/proc/self/ns/time")).toString();
            byte[] digest = MessageDigest.getInstance("SHA-256") // whose machine it is, is nobody's business
                    .digest((start + zone).getBytes(StandardCharsets.UTF_8));
            return Optional.of("linux-" + HexFormat.of().formatHex(digest).substring(0, ID_DIGITS));
        } catch (IOException | RuntimeException | NoSuchAlgorithmException e) {
            return Optional.empty();
        }
    }
}
