package io.bateleur.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Lets one of several threads run at a time, in an order that a seed decides: the same seed interleaves them in the same way. */
final class Turns {
    private final List<Semaphore> turns;
    /** Those that are still there; touched only by the one whose turn it is. */
    private final List<Integer> there;

    private final SplittableRandom random;

    Turns(int threads, long seed) {
        turns = IntStream.range(0, threads).mapToObj(i -> new Semaphore(0)).toList();
        there = new ArrayList<>(IntStream.range(0, threads).boxed().toList());
        random = new SplittableRandom(seed);
        giveAway();
    }

    void await(int thread) {
        turns.get(thread).acquireUninterruptibly();
    }

    /** Perhaps it is another's turn now. */
    void pass(int thread) {
        giveAway();
        await(thread);
    }

    void leave(int thread) {
        there.remove((Integer) thread);
        if (!there.isEmpty()) {
            giveAway();
        }
    }

    private void giveAway() {
        turns.get(there.get(random.nextInt(there.size()))).release();
    }
}
