package io.bateleur.app.cli;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierStatus;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.lab.watch.LiveStatus;
import io.bateleur.lab.watch.StreamStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For people: a panel that is painted over while it goes on, findings as they come, and a summary at the end. */
final class LiveText implements LiveView {
    private static final int RECORDERS_SHOWN = 4;
    private static final double MIB = 1 << 20;

    private final Terminal terminal;
    private int painted;
    private @Nullable LiveStatus before;

    LiveText(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public synchronized void said(String line) {
        wipe();
        terminal.err().println(Main.NAME + ": " + line);
    }

    @Override
    public synchronized void found(BrokenMechanism finding) {
        wipe();
        terminal.err()
                .println(Main.NAME + ": found " + finding.title().name() + " (" + finding.profile() + ", "
                        + (finding.isFinal() ? "final" : "provisional") + "): "
                        + finding.title().words());
    }

    @Override
    public synchronized void status(LiveStatus status, String run) {
        if (terminal.paints()) {
            wipe();
            List<String> lines = lines(status, run);
            int width = terminal.columns() - 1;
            lines.forEach(line -> terminal.paint(line.length() <= width ? line : line.substring(0, width)));
            painted = lines.size();
        }
        before = status;
    }

    private void wipe() {
        if (painted > 0) {
            terminal.wipe(painted);
            painted = 0;
        }
    }

    private List<String> lines(LiveStatus status, String run) {
        List<String> lines = new ArrayList<>();
        VerifierStatus verifier = status.verifier();
        LiveStatus last = before;
        double seconds = last == null ? status.nanos() / 1e9 : (status.nanos() - last.nanos()) / 1e9;
        long came = verifier.received() - (last == null ? 0 : last.verifier().received());
        long done = verifier.verified() - (last == null ? 0 : last.verifier().verified());
        if (!run.isEmpty()) {
            lines.add("database   " + run);
        }
        lines.add(format(
                "events     %,d/s in, %,d/s verified; %,d waiting%s",
                rate(came, seconds), rate(done, seconds), verifier.waiting(), waiting(status)));
        lines.add("watermark  " + lag(status));
        lines.add(format(
                "state      %,d open, %,d keys, %,d versions, %,d locks, %,d nodes",
                verifier.open(), verifier.keys(), verifier.versions(), verifier.locks(), verifier.nodes()));
        lines.add(format("reads      %s certain of %,d", certain(verifier), reads(verifier)));
        lines.add(format(
                "process    %.0f MiB of heap, %.1f CPUs",
                status.heapBytes() / MIB,
                (status.cpuNanos() - (last == null ? 0 : last.cpuNanos())) / 1e9 / Math.max(seconds, 1e-3)));
        status.streams().stream()
                .limit(RECORDERS_SHOWN)
                .filter(each -> run.isEmpty())
                .forEach(each -> lines.add(recorder(each)));
        if (run.isEmpty() && status.streams().size() > RECORDERS_SHOWN) {
            lines.add("           and " + (status.streams().size() - RECORDERS_SHOWN) + " more recorders");
        }
        lines.add(format(
                "findings   %,d%s",
                verifier.findings(),
                verifier.missing().isEmpty()
                        ? ""
                        : "; provisional from here on: " + String.join("; ", verifier.missing())));
        return lines;
    }

    private static String recorder(StreamStatus stream) {
        return format("recorder   %.8s %s, %,d events", stream.name(), stream.state(), stream.events());
    }

    private static String waiting(LiveStatus status) {
        String lines = status.waitingBytes() == 0 ? "" : format(" and %.1f MiB of lines", status.waitingBytes() / MIB);
        return lines
                + (status.spilledBytes() == 0
                        ? ""
                        : format(", %.1f on disk: it cannot keep up", status.spilledBytes() / MIB));
    }

    private static String lag(LiveStatus status) {
        String holder = status.verifier().holder();
        String held = status.verifier().oldest().isEmpty()
                ? ""
                : "; oldest transaction " + status.verifier().oldest();
        return (status.lagNanos().isPresent()
                        ? format("%.0f ms behind", status.lagNanos().getAsLong() / 1e6)
                        : "not known yet")
                + (holder.isEmpty() ? "" : ", held by " + holder)
                + held;
    }

    private static long reads(VerifierStatus verifier) {
        return verifier.certainReads() + verifier.ambiguousReads() + verifier.unjudgedReads();
    }

    private static String certain(VerifierStatus verifier) {
        long all = reads(verifier);
        return all == 0 ? "0 %" : format("%.1f %%", 100.0 * verifier.certainReads() / all);
    }

    private static long rate(long count, double seconds) {
        return Math.round(count / Math.max(seconds, 1e-3));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    @Override
    public synchronized void summary(Verifier verifier, LiveStatus last) {
        wipe();
        VerifierStatus status = verifier.status();
        var out = terminal.text();
        status.byProfile().forEach((name, count) -> out.println(format("%s: %,d transactions", name, count)));
        out.println(format(
                "%,d events, %,d operations, %,d commits in %.1f s; of %,d reads %s are certain",
                status.verified(),
                status.operations(),
                status.commits(),
                last.nanos() / 1e9,
                reads(status),
                certain(status)));
        status.missing().forEach(why -> out.println("provisional, because " + why));
        if (verifier.findings().isEmpty()) {
            out.println("nothing found");
        }
        for (BrokenMechanism finding : verifier.findings()) {
            out.println();
            out.print(TextRenderer.render(finding, terminal.textColumns()));
        }
    }

    @Override
    public synchronized void close() {
        wipe();
    }
}
