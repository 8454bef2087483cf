package io.bateleur.sql.audit;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes the transactions of a trace while it is read, and hands each to a search once it has ended. */
final class LogStream implements TraceListener {
    private final LogHead head;
    private final AuditOptions options;
    private final boolean headIsWhole;
    private final Map<Value, Integer> sessions = new HashMap<>();
    private final List<SessionLine> lines = new ArrayList<>();
    private final Map<Long, Integer> open = new HashMap<>();
    private final List<@Nullable OpenTransaction> slots = new ArrayList<>();
    private final BitSet ids = new BitSet();
    private final Map<String, Text> texts = new HashMap<>();
    private int transactions;
    private int headAtStart;
    private @Nullable StreamSearch search;
    private boolean isOver;

    /** A text of statements, and how often it came. */
    private static final class Text {
        final List<Statement> trees;
        final boolean isDefinition;
        long count;

        Text(List<Statement> trees, boolean isDefinition) {
            this.trees = trees;
            this.isDefinition = isDefinition;
        }
    }

    /** @param headIsWhole whether the head was told before, by another reading of the same trace */
    LogStream(LogHead head, AuditOptions options, boolean headIsWhole) {
        this.head = head;
        this.options = options;
        this.headIsWhole = headIsWhole;
    }

    /** Whether transactions were evaluated before all was known of their tables. */
    boolean startedTooEarly() {
        return search != null && head.changes() != headAtStart;
    }

    /** What was found out; empty when the trace must be audited as a whole. */
    Optional<AuditVerdict> verdict() {
        StreamSearch ready = search;
        if (ready == null || isOver || startedTooEarly()) {
            return Optional.empty();
        }
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i) != null) {
                end(i, Ending.UNKNOWN, null, History.NO_TIME, History.NO_TIME);
            }
        }
        Map<String, Long> counts = new HashMap<>();
        texts.forEach((text, each) -> counts.put(text, each.count));
        return isOver ? Optional.empty() : ready.accepted(counts);
    }

    private StreamSearch search(Optional<String> level) {
        StreamSearch known = search;
        if (known == null) {
            headAtStart = head.changes();
            known = new StreamSearch(head.history(), options, level, this::earliest, this::released);
            search = known;
        }
        return known;
    }

    private boolean isIdle() {
        return isOver || startedTooEarly();
    }

    private long earliest() {
        long least = Long.MAX_VALUE;
        for (OpenTransaction each : slots) {
            least = each == null ? least : Math.min(least, each.earliest());
        }
        return least;
    }

    private long released() {
        long least = Long.MAX_VALUE;
        for (OpenTransaction each : slots) {
            least = each == null ? least : Math.min(least, each.released());
        }
        return least;
    }

    // ---- what the trace says of itself

    @Override
    public void header(HeaderFacts header) {
        if (!headIsWhole) {
            header.initial().ifPresent(head::initial);
            header.about().forEach(head::about);
        }
    }

    @Override
    public void about(String name, Value value) {
        if (!headIsWhole) {
            head.about(name, value);
        }
    }

    @Override
    public void rows(TableRows rows) {
        if (!headIsWhole) {
            head.rows(rows);
        }
    }

    // ---- transactions

    @Override
    public int session(Value name) {
        return sessions.computeIfAbsent(name, none -> {
            lines.add(new SessionLine());
            return lines.size() - 1;
        });
    }

    @Override
    public int transaction(Value id) {
        return id instanceof Value.Int number ? transaction(number.value()) : NOT_BEGUN;
    }

    @Override
    public int transaction(long id) {
        return open.getOrDefault(id, NOT_BEGUN);
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        long number = id instanceof Value.Int integer ? integer.value() : -1;
        if (number < 0 || number >= Integer.MAX_VALUE || ids.get((int) number)) {
            throw new Unstreamable("ids of transactions are no numbers, or come twice");
        }
        ids.set((int) number);
        SessionLine line = lines.get(session);
        if (line.open >= 0) {
            end(line.open, Ending.UNKNOWN, null, History.NO_TIME, History.NO_TIME);
        }
        int slot = slots.indexOf(null);
        if (slot < 0) {
            slot = slots.size();
            slots.add(null);
        }
        if (!isIdle()) {
            Optional<String> words = Optional.ofNullable(level);
            Optional<Interval> begin =
                    before == History.NO_TIME ? Optional.empty() : Optional.of(new Interval(before, after));
            SightRules rules = search(words).rules(words);
            slots.set(slot, new OpenTransaction(number, transactions, session, rules, begin));
        } else {
            slots.set(slot, new OpenTransaction(number, transactions, session, SightRules.LOCKING, Optional.empty()));
        }
        transactions++;
        line.open = slot;
        open.put(number, slot);
        return slot;
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        Text text = texts.get(statement);
        if (text == null) {
            text = new Text(
                    search == null ? List.of() : SqlReader.read(statement, search.dialect()),
                    LogCatalog.isDefinition(statement));
            texts.put(statement, text);
        }
        text.count++;
        if (text.isDefinition && !headIsWhole) {
            head.definition(statement, answer);
        }
        if (isIdle()) {
            return;
        }
        OpenTransaction t = Objects.requireNonNull(slots.get(transaction));
        long error = options.clockError();
        boolean unanswered = before == History.NO_TIME;
        if (!unanswered) {
            lines.get(t.session).call(before, after);
        } else if (!(answer instanceof Content.Unknown)) {
            throw new Unstreamable("a statement without times");
        }
        Optional<List<SqlResult>> results =
                answer instanceof Content.Live live ? LoggedAnswers.of(live.value()) : Optional.empty();
        t.statements.add(new LoggedStatement(
                t.statements.size(),
                statement,
                text.trees,
                parameters,
                results,
                unanswered ? before : before - error,
                unanswered ? after : after + error));
    }

    @Override
    public void answer(int transaction, Value answer, long before, long after) {
        if (isIdle()) {
            return;
        }
        OpenTransaction t = Objects.requireNonNull(slots.get(transaction));
        lines.get(t.session).call(before, after);
        long error = options.clockError();
        t.answer(LoggedAnswers.of(answer), before - error, after + error);
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        OpenTransaction t = Objects.requireNonNull(slots.set(transaction, null));
        lines.get(t.session).open = -1;
        open.remove(t.id);
        if (isIdle() || t.statements.isEmpty()) {
            return;
        }
        StreamSearch ready = Objects.requireNonNull(search);
        isOver = !ready.take(logged(t, ending, before, after), t.begin);
    }

    private LoggedTransaction logged(OpenTransaction t, Ending ending, long before, long after) {
        LoggedStatement first = t.statements.get(0);
        LoggedStatement last = t.statements.get(t.statements.size() - 1);
        if (last.before < Moments.EARLIEST) {
            throw new Unstreamable("a statement without times");
        }
        long error = options.clockError();
        long endBefore = before - error;
        long endAfter = after + error;
        if (ending == Ending.UNKNOWN) {
            endBefore = Math.max(last.before + error, before == History.NO_TIME ? Moments.EARLIEST : before) - error;
            endAfter = Moments.LATEST + error;
        } else if (before == History.NO_TIME) {
            throw new Unstreamable("an end without times");
        } else {
            lines.get(t.session).call(before, after);
        }
        Ending real = Objects.requireNonNull(search).ending(t.statements, ending);
        return new LoggedTransaction(
                t.number, "", t.session, t.statements, first.before, endBefore, endAfter, real, t.rules);
    }

    // ---- what no log of statements has

    @Override
    public void initial(Value key, Content content) {
        throw new Unstreamable("values of keys");
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        throw new Unstreamable("versions of keys");
    }

    @Override
    public int key(Value key) {
        throw new Unstreamable("keys");
    }

    @Override
    public int value(int key, Value value) {
        throw new Unstreamable("keys");
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        throw new Unstreamable("keys");
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        throw new Unstreamable("keys");
    }

    @Override
    public void gap(long events) {
        throw new Unstreamable("missing events");
    }
}
