package io.bateleur.lab.run;

import io.bateleur.lab.store.Store;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A store that answers so many calls, and from then on nobody, until it is told to. */
final class DeafStore implements Store {
    private final Store real;
    private final AtomicInteger answers;
    private volatile boolean hears;

    DeafStore(Store real, int answers) {
        this.real = real;
        this.answers = new AtomicInteger(answers);
    }

    /** From now on. */
    void deafen() {
        answers.set(0);
    }

    /** Lets all go on that wait. */
    void hear() {
        hears = true;
    }

    private void listen() {
        if (answers.getAndDecrement() <= 0) {
            while (!hears) {
                LockSupport.parkNanos(this, 1_000_000); // not even an interrupt ends this
            }
        }
    }

    @Override
    public void prepare() throws CallFailedException {
        listen();
        real.prepare();
    }

    @Override
    public KeyValueClient open() throws CallFailedException {
        listen();
        KeyValueClient client = real.open();
        Class<?>[] types = {KeyValueClient.class};
        return (KeyValueClient)
                Proxy.newProxyInstance(DeafStore.class.getClassLoader(), types, (self, method, given) -> {
                    if (!method.getName().equals("lockMode")) { // which asks no database
                        listen();
                    }
                    try {
                        return method.invoke(client, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() {
        real.close();
    }
}
