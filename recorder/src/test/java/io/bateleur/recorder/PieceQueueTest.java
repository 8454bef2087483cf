package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.nativ.EventWriter;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many sessions and one writer, with so little room that everybody waits now and then. */
@Timeout(60)
class PieceQueueTest {
    private static final int SESSIONS = 8;
    private static final int PIECES = 20_000;
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private static Piece piece(long bytes) {
        return Piece.of(out -> {}, bytes);
    }

    private record Sent(int session, int number) {}

    @Test
    void allArriveInTheOrderOfTheirSessionAndNeverMoreThanThereIsRoomFor() throws Exception {
        long most = 50_000;
        PieceQueue queue = new PieceQueue(most);
        queue.writtenBy(Thread.currentThread());
        Map<Piece, Sent> sent = new HashMap<>();
        List<List<Piece>> pieces = new ArrayList<>();
        for (int session = 0; session < SESSIONS; session++) {
            List<Piece> own = new ArrayList<>();
            for (int i = 0; i < PIECES; i++) {
                Piece piece = piece(1 + (i * 37) % 5000);
                own.add(piece);
                sent.put(piece, new Sent(session, i));
            }
            pieces.add(own);
        }
        List<Thread> sessions = new ArrayList<>();
        for (List<Piece> own : pieces) {
            Thread session = new Thread(() -> own.forEach(piece -> queue.add(piece, LONG)));
            session.start();
            sessions.add(session);
        }
        int[] next = new int[SESSIONS];
        List<Piece> held = new ArrayList<>();
        long heldBytes = 0;
        for (int arrived = 0; arrived < SESSIONS * PIECES; ) {
            Piece piece = queue.poll();
            if (piece != null) {
                Sent from = sent.get(piece);
                assertThat(from.number()).isEqualTo(next[from.session()]++);
                arrived++;
                held.add(piece);
                heldBytes += piece.bytes();
                assertThat(heldBytes).isLessThanOrEqualTo(most);
            } else {
                held.forEach(queue::free);
                held.clear();
                heldBytes = 0;
                queue.await(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
        for (Thread session : sessions) {
            session.join();
        }
        held.forEach(queue::free);
        queue.await(1);
        assertThat(queue.poll()).isNull();
        assertThat(queue.add(piece(most - 1000), 0))
                .as("all room was given back")
                .isTrue();
        assertThat(queue.add(piece(1000), 0)).isFalse();
    }

    @Test
    void marksStandWhereTheyWereSet() {
        PieceQueue queue = new PieceQueue(1 << 20);
        Piece first = piece(10);
        Piece last = piece(10);
        queue.add(first, 0);
        queue.mark();
        queue.addAnyway(last);
        assertThat(queue.poll()).isSameAs(first);
        assertThat(queue.poll()).matches(Piece::isEmpty);
        assertThat(queue.poll()).isSameAs(last);
        assertThat(queue.poll()).isNull();
    }

    /** A prepared statement keeps its last call, behind which another may have had megabytes of rows. */
    @Test
    void whoeverKeepsAnEventKeepsNoOtherAfterItIsWritten() throws Exception {
        List<Chained> events = List.of(Chained.of(out -> {}), Chained.of(out -> {}), Chained.of(out -> {}));
        Piece piece = new Piece();
        events.forEach(event -> piece.add(event, 1));
        assertThat(events.get(0).next).isSameAs(events.get(1));
        piece.write(new EventWriter(OutputStream.nullOutputStream()));
        assertThat(events).allMatch(event -> event.next == null);
    }
}
