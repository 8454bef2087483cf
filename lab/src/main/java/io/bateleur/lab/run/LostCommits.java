package io.bateleur.lab.run;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.LostWrites.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes that a database said it had committed and that are not there at the end, found by the last look at everything.
 *
 * <p>An element that was appended must be in its list. Of the other keys the last write by the clients' clocks counts: a value that is
 * there although a write began after its own writer had committed, and committed too, has outlived what replaced it. Where two writes
 * overlap in time either may be the last, and nothing is said.
 */
public final class LostCommits {
    private final History history;
    private final int look;
    private final Map<Integer, Integer> last = new HashMap<>();
    private final Map<Integer, Set<Value>> lists = new HashMap<>();
    private final List<Write> lost = new ArrayList<>();

    private LostCommits(History history, int look) {
        this.history = history;
        this.look = look;
    }

    /** All of them; nothing where there was no look at the end. */
    public static List<Write> of(History history) {
        for (int t = history.transactionCount() - 1; t >= 0; t--) {
            if (history.sessionName(history.sessionOf(t)).equals(Value.of("look")) && history.isCommitted(t)) {
                return new LostCommits(history, t).find();
            }
        }
        return List.of();
    }

    private List<Write> find() {
        for (int o = history.firstOperation(look); o < history.firstOperation(look + 1); o++) {
            if (history.kind(o) == OpKind.SCAN) {
                for (int i = 0; i < history.liveItems(o); i++) {
                    last.put(history.itemKey(o, i), history.itemValue(o, i));
                }
            } else if (history.kind(o) == OpKind.GET && history.value(o) >= 0) {
                last.put(history.key(o), history.value(o));
            } else if (history.kind(o) == OpKind.READ_LIST && history.value(o) >= 0) {
                Value list = history.values().get(history.value(o));
                if (list instanceof Value.Elements elements) {
                    lists.put(history.key(o), new HashSet<>(elements.value()));
                }
            }
        }
        appends();
        overwritten();
        return lost;
    }

    private void appends() {
        for (int t = 0; t < history.transactionCount(); t++) {
            for (int o = history.firstOperation(t); history.isCommitted(t) && o < history.firstOperation(t + 1); o++) {
                if (history.kind(o) == OpKind.APPEND) {
                    Value element = history.values().get(history.value(o));
                    if (!lists.getOrDefault(history.key(o), Set.of()).contains(element)) {
                        lost.add(new Write(
                                history.transactionId(t), history.keys().get(history.key(o)), element, true));
                    }
                }
            }
        }
    }

    /** By key: when the latest writer of what is there ended; nothing where it may be unknown who wrote it. */
    private void overwritten() {
        Map<Integer, Long> ended = new HashMap<>();
        for (int t = 0; t < history.transactionCount(); t++) {
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                boolean there = history.kind(o) == OpKind.PUT
                        && (last.getOrDefault(history.key(o), -1) == history.value(o)
                                || history.value(o) == History.UNKNOWN);
                if (there) {
                    long end = history.isCommitted(t) ? history.endAfter(t) : Long.MAX_VALUE;
                    ended.merge(history.key(o), end, Math::max);
                }
            }
        }
        for (int t = 0; t < history.transactionCount(); t++) {
            for (int o = history.firstOperation(t); history.isCommitted(t) && o < history.firstOperation(t + 1); o++) {
                Long end = history.kind(o) == OpKind.PUT ? ended.get(history.key(o)) : null;
                boolean gone = end != null
                        && history.value(o) >= 0
                        && history.value(o) != last.getOrDefault(history.key(o), -1)
                        && history.before(o) > end;
                if (gone) {
                    lost.add(new Write(
                            history.transactionId(t),
                            history.keys().get(history.key(o)),
                            history.values().get(history.value(o)),
                            false));
                }
            }
        }
    }
}
