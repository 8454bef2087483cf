package io.bateleur.lab.workload;

import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.SplittableRandom;

/** One kind of transaction of an application: what it does follows from the random numbers and from what it reads. */
@FunctionalInterface
interface Program {
    /** Returns whether to commit. */
    boolean run(KeyValueClient client, SplittableRandom random) throws CallFailedException;

    default Workload.Body with(SplittableRandom random) {
        return client -> run(client, random);
    }
}
