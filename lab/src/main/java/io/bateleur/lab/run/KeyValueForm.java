package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Workload;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.Recorder;
import java.util.List;
import java.util.SplittableRandom;

/** A workload on keys and values. */
public final class KeyValueForm implements Form<Workload.Body> {
    private final Store store;
    private final Workload workload;
    private final Recorder recorder;
    private volatile boolean told;

    /** @param store closed with this */
    public KeyValueForm(Store store, Workload workload, Recorder recorder) {
        this.store = store;
        this.workload = workload;
        this.recorder = recorder;
    }

    @Override
    public void prepare() throws CallFailedException {
        store.prepare();
    }

    @Override
    public Session<Workload.Body> open(Value name, Caller caller) throws CallFailedException {
        KeyValueClient client = store.open();
        if (!told && !store.answeredLevel().isEmpty()) { // a session that answers otherwise is refused
            recorder.about("isolation answered", Value.of(store.answeredLevel()));
            told = true;
        }
        return new KeyValueSession(client, recorder.record(NotedCalls.of(client, caller), name));
    }

    @Override
    public List<Workload.Body> load() {
        return workload.load();
    }

    @Override
    public Workload.Body next(SplittableRandom random) {
        return workload.next(random);
    }

    @Override
    public Workload.Body look() {
        return client -> {
            client.scan(null, null, false);
            for (Value key : store.listKeys()) {
                client.readList(key, false);
            }
            return true;
        };
    }

    @Override
    public void close() {
        store.close();
    }

    private record KeyValueSession(KeyValueClient real, KeyValueClient recorded) implements Session<Workload.Body> {
        @Override
        public void begin() throws CallFailedException {
            recorded.begin();
        }

        @Override
        public boolean run(Workload.Body body) throws CallFailedException {
            return body.run(recorded);
        }

        @Override
        public void commit() throws CallFailedException {
            recorded.commit();
        }

        @Override
        public void abort() throws CallFailedException {
            recorded.abort();
        }

        @Override
        public void cutOff() {
            real.close();
        }

        @Override
        public void close() {
            recorded.close();
        }
    }
}
