package io.bateleur.lab.watch;

import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.TraceRelay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of several runs that become one trace: its sessions and transactions have its name before theirs. */
final class NamedRun extends TraceRelay {
    private final String name;

    /** @param name empty where there is only one */
    NamedRun(TraceListener to, String name) {
        super(to);
        this.name = name;
    }

    private Value named(Value value) {
        return name.isEmpty()
                ? value
                : Value.of(name + "/" + (value instanceof Value.Text text ? text.value() : value));
    }

    @Override
    public int session(Value session) {
        return super.session(named(session));
    }

    @Override
    public int session(long session) {
        return name.isEmpty() ? super.session(session) : super.session(named(Value.of(session)));
    }

    @Override
    public int transaction(Value id) {
        return super.transaction(named(id));
    }

    @Override
    public int transaction(long id) {
        return name.isEmpty() ? super.transaction(id) : super.transaction(named(Value.of(id)));
    }

    @Override
    public int transactionUtf8(byte[] bytes, int from, int end) {
        return transaction(Value.of(new String(bytes, from, end - from, java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        return super.begin(session, named(id), level, snapshot, before, after);
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        return name.isEmpty()
                ? super.begin(session, id, before, after)
                : super.begin(session, named(Value.of(id)), null, null, before, after);
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        super.versionOrder(key, writers.stream().map(this::named).toList());
    }

    /** Those of one run are no news to the others; the common reader tells of all. */
    @Override
    public List<Value> unfinished() {
        return List.of();
    }
}
