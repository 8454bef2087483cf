package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a format can hold, as data. A history with something else in it is refused with a reason; times, hints and other
 * things that only add to a history are left out with a warning ({@link #losses}).
 *
 * @param kinds operations it has
 * @param endings endings it has
 * @param contents which contents it can write down, per operation
 * @param keys which keys it can write down, with words for them
 * @param values which values it can write down, with words for them
 * @param initial which initial states it can write down or implies
 * @param extras what else it keeps
 */
public record Fit(
        Set<OpKind> kinds,
        Set<Ending> endings,
        Set<Class<? extends Content>> contents,
        Rule keys,
        Rule values,
        Initial initial,
        Set<Extra> extras) {

    /** A rule with the words that tell it. */
    public record Rule(String words, Predicate<Value> holds) {}

    /** How a format deals with the initial state. */
    public enum Initial {
        /** It can say all of it. */
        ANY,
        /** It implies that nothing was there. */
        ABSENT,
        /** It says nothing, so that what was there is unknown; that nothing was there gets lost. */
        UNKNOWN,
        /** It implies that keys that are read as 0 and never written 0 started at 0. */
        ZERO
    }

    /** What only adds to a history. */
    public enum Extra {
        TIMES("times of begins and ends"),
        OPERATION_TIMES("times of operations"),
        TIMESTAMPS("timestamps"),
        LEVELS("isolation levels"),
        VERSION_ORDERS("version orders"),
        VERSION_SETS("version sets"),
        LOCKS("locking reads"),
        ABOUT("what the header tells"),
        INITIAL_ROWS("rows of tables at first");

        private final String words;

        Extra(String words) {
            this.words = words;
        }
    }

    public static final Rule ANY_VALUE = new Rule("any value", value -> true);
    public static final Rule INTEGERS = new Rule("integers of 64 bits", Value.Int.class::isInstance);
    public static final Rule NATURALS =
            new Rule("integers from 0 to 2^63-1", value -> value instanceof Value.Int i && i.value() >= 0);

    /** The format that can hold everything. */
    public static Fit everything() {
        return new Fit(
                Set.of(OpKind.values()),
                Set.of(Ending.values()),
                Set.of(Content.Live.class, Content.Dead.class, Content.Unknown.class, Content.Untold.class),
                ANY_VALUE,
                ANY_VALUE,
                Initial.ANY,
                Set.of(Extra.values()));
    }

    /** Why the history cannot be written in this format, or empty when it can. */
    public Optional<String> refusal(History history) {
        Optional<String> initially = initialRefusal(history);
        if (initially.isPresent()) {
            return initially;
        }
        for (Transaction transaction : history.transactions()) {
            if (!endings.contains(transaction.ending())) {
                return Optional.of("transaction " + transaction + " has the ending " + transaction.ending());
            }
            for (Operation operation : transaction.operations()) {
                Optional<String> why = operationRefusal(operation);
                if (why.isPresent()) {
                    return Optional.of("transaction " + transaction + " has " + why.get());
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> initialRefusal(History history) {
        if (initial == Initial.ZERO) {
            return zeroRefusal(history);
        }
        boolean partly = !history.initiallyAbsent().isEmpty()
                || history.initialState() == InitialState.UNKNOWN
                        && !history.initialContents().isEmpty();
        if (partly && kinds.size() < OpKind.values().length) {
            return Optional.of("its initial state is unknown for some keys only");
        }
        boolean fits = initial == Initial.ANY
                || history.initialState() == InitialState.ABSENT
                || initial == Initial.UNKNOWN && history.initialState() == InitialState.UNKNOWN;
        if (fits) {
            return Optional.empty();
        }
        return Optional.of("its initial state is " + history.initialState());
    }

    /** Whether the initial state that the format implies is the one that the history has. */
    private static Optional<String> zeroRefusal(History history) {
        if (history.initialState() == InitialState.UNKNOWN) {
            return Optional.of("its initial state is unknown");
        }
        ZeroInitial implied = ZeroInitial.of(history);
        Map<Value, Value> contents = history.initialContents();
        for (Map.Entry<Value, Value> entry : contents.entrySet()) {
            if (!entry.getValue().equals(Value.of(0))) {
                return Optional.of("the initial value of " + entry.getKey() + " is " + entry.getValue() + ", not 0");
            }
            if (implied.isWrittenZero(history.keys().find(entry.getKey()))) {
                return Optional.of("the initial value of " + entry.getKey() + " is 0, and 0 is written to it too");
            }
        }
        return implied.keys().stream()
                .mapToObj(history.keys()::get)
                .filter(key -> !contents.containsKey(key))
                .findFirst()
                .map(key -> key + " is read as 0, which nobody wrote and which was not there; here it would have been");
    }

    private Optional<String> operationRefusal(Operation operation) {
        OpKind kind = operation.kind();
        if (!kinds.contains(kind)) {
            return Optional.of("a " + kind.word());
        }
        if (kind == OpKind.SQL) {
            return Optional.empty();
        }
        if (kind.isRangeRead()) {
            return operation.items().stream()
                    .map(item -> itemRefusal(kind, item))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        if (!contents.contains(operation.content().getClass()) && kind != OpKind.DELETE) {
            return Optional.of("a " + kind.word() + " of " + operation.key() + " whose value is "
                    + (operation.content() instanceof Content.Dead ? "absent" : "unknown"));
        }
        return pairRefusal(operation.key(), operation.content());
    }

    private Optional<String> itemRefusal(OpKind kind, Item item) {
        if (item.content() instanceof Content.Untold && !contents.contains(Content.Untold.class)) {
            return Optional.of("a " + kind.word() + " that tells nothing of " + item.key());
        }
        return pairRefusal(item.key(), item.content());
    }

    private Optional<String> pairRefusal(Value key, Content content) {
        if (!keys.holds().test(key)) {
            return Optional.of("the key " + key + ", and keys can only be " + keys.words());
        }
        if (content instanceof Content.Live live && !values.holds().test(live.value())) {
            return Optional.of("the value " + live.value() + ", and values can only be " + values.words());
        }
        return Optional.empty();
    }

    /** What the history has that this format leaves out, in words; empty when nothing. */
    public java.util.List<String> losses(History history) {
        return java.util.Arrays.stream(Extra.values())
                .filter(extra -> !extras.contains(extra) && has(history, extra))
                .map(extra -> extra.words)
                .toList();
    }

    private static boolean has(History history, Extra extra) {
        return switch (extra) {
            case TIMES -> history.hasTransactionTimes();
            case OPERATION_TIMES -> history.hasOperationTimes();
            case TIMESTAMPS -> history.hasTimestamps();
            case LEVELS -> history.hasLevels();
            case VERSION_ORDERS -> !history.orderedKeys().isEmpty();
            case VERSION_SETS ->
                history.transactions().stream()
                        .flatMap(t -> t.operations().stream())
                        .anyMatch(o -> o.versionSet().isPresent());
            case LOCKS ->
                history.transactions().stream()
                        .flatMap(t -> t.operations().stream())
                        .anyMatch(Operation::isLocking);
            case ABOUT -> !history.about().isEmpty();
            case INITIAL_ROWS -> !history.initialRows().isEmpty();
        };
    }
}
