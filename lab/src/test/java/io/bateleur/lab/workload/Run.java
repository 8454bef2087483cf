package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.workload.Workload.Body;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.Recorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** What came of a workload on the serial store: what was recorded, and what lies in the store at the end. */
record Run(History history, NavigableMap<Value, Value> contents) {
    /** A session that loads, then so many that run at once, with so many transactions each. */
    static Run of(Workload workload, int sessions, int transactions, long seed) throws Exception {
        SerialClient.Store store = new SerialClient.Store();
        return of(
                workload,
                store,
                Collections.nCopies(sessions, store).stream()
                        .map(SerialClient::new)
                        .toList(),
                transactions,
                seed);
    }

    /** The same with clients that need not be serial. */
    static Run of(
            Workload workload,
            SerialClient.Store store,
            List<? extends KeyValueClient> clients,
            int transactions,
            long seed)
            throws Exception {
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        try (Recorder recorder = new Recorder(trace, false, Map.of())) {
            KeyValueClient loader = recorder.record(new SerialClient(store), Value.of("load"));
            for (Body body : workload.load()) {
                run(loader, body);
            }
            List<Callable<Integer>> all = new ArrayList<>();
            SplittableRandom seeds = new SplittableRandom(seed);
            for (int session = 0; session < clients.size(); session++) {
                KeyValueClient client = recorder.record(clients.get(session), Value.of(session));
                SplittableRandom random = seeds.split();
                all.add(() -> session(workload, client, transactions, random));
            }
            together(all);
        }
        return new Run(read(trace), store.committed());
    }

    private static void together(List<Callable<Integer>> sessions) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(sessions.size());
        try {
            for (Future<Integer> session : threads.invokeAll(sessions)) {
                session.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int session(Workload workload, KeyValueClient client, int transactions, SplittableRandom random) {
        int committed = 0;
        try (client) {
            for (int i = 0; i < transactions; i++) {
                try {
                    run(client, workload.next(random));
                    committed++;
                } catch (CallFailedException e) {
                    assertThat(e.fate()).isEqualTo(CallFailedException.Fate.ABORTED);
                }
            }
        }
        return committed;
    }

    private static void run(KeyValueClient client, Body body) throws CallFailedException {
        client.begin();
        boolean ends = false;
        try {
            boolean commit = body.run(client);
            ends = true;
            if (commit) {
                client.commit();
            } else {
                client.abort();
            }
        } finally {
            if (!ends) {
                client.abort(); // others wait for their turn
            }
        }
    }

    private static History read(ByteArrayOutputStream trace) throws IOException {
        return Traces.read(Source.of("trace", trace.toByteArray()), null).history();
    }

    Stream<Operation> operations() {
        return history.transactions().stream().flatMap(transaction -> transaction.operations().stream());
    }

    /** All operations with their arguments and answers, without their times. */
    List<String> described() {
        return operations().map(Run::describe).toList();
    }

    private static String describe(Operation operation) {
        OpKind kind = operation.kind();
        return kind.isRangeRead()
                ? kind + " " + operation.low() + " " + operation.high() + " " + operation.items()
                : kind + " " + operation.key() + " " + operation.content();
    }

    /** The numbers that lie under the children of a parent, by child. */
    NavigableMap<Value, Value> children(int table, long parent) {
        return contents.subMap(Keys.of(table, parent), true, Keys.end(table, parent), false);
    }

    /** All rows of a table. */
    NavigableMap<Value, Value> table(int table) {
        return contents.subMap(Keys.of(table, 0), true, Keys.of(table + 1, 0), false);
    }
}
