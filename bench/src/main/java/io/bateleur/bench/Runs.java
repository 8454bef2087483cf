package io.bateleur.bench;

import java.util.Arrays;

/** How long one thing took each time it was done: the middle tells what to expect, the best what the machine can do undisturbed. */
record Runs(double... seconds) {
    Runs {
        if (seconds.length == 0) {
            throw new IllegalArgumentException("nothing was run");
        }
        seconds = seconds.clone();
        Arrays.sort(seconds);
    }

    double median() {
        int middle = seconds.length / 2;
        return seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    }

    double best() {
        return seconds[0];
    }
}
