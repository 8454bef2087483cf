package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.History;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Writes follow reads: what a session had read is behind what it then writes, for everybody.
 *
 * <pre>
 *   s1   T2 reads from T1      T3 writes y      T1's versions are behind T3
 *   s2   T4 reads y from T3 and x               T4's x is T1's, or newer than T1's
 * </pre>
 *
 * <p>With values that were written more than once it is open what a session had read. So there is a variable for each version that
 * may be behind a transaction, and one for each that a reader may have to see: to say it without them, for every way
 * together, takes the product of all possibilities.
 */
final class WritesFollowReads {
    private final Guarantees guarantees;
    private final Asg asg;
    private final History history;
    private final int[] place;

    /** Since which transaction of the session a version is behind what it writes, and the literal that says so. */
    private record Behind(int since, int literal) {}

    /** By session and key: the versions that may be behind, each with what is known of it, oldest first. */
    private final List<Map<Integer, Map<Integer, List<Behind>>>> sessions = new ArrayList<>();

    WritesFollowReads(Guarantees guarantees) {
        this.guarantees = guarantees;
        this.asg = guarantees.asg();
        this.history = asg.history();
        this.place = new int[asg.transactionCount()];
    }

    /** @return whether all was said before it was called off */
    boolean run(BooleanSupplier cancelled) {
        for (int s = 0; s < history.sessionCount(); s++) {
            sessions.add(new HashMap<>());
            int at = 0;
            for (int t : guarantees.transactions(s)) {
                place[t] = at++;
                collect(t, sessions.get(s));
            }
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) != Asg.Fate.GONE) {
                ownVersions(t);
                seesWhatIsBehind(t);
            }
            if (cancelled.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    private void collect(int t, Map<Integer, Map<Integer, List<Behind>>> behind) {
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            guarantees.sources(r, (seen, literal) -> {
                int source = seen < 0 ? t : asg.writeTransaction(seen);
                for (int w = asg.firstWrite(source); source != t && w < asg.firstWrite(source + 1); w++) {
                    List<Behind> known = behind.computeIfAbsent(asg.writeKey(w), key -> new LinkedHashMap<>())
                            .computeIfAbsent(w, write -> new ArrayList<>(1));
                    if (known.isEmpty()) {
                        known.add(new Behind(place[t], literal));
                    } else if (known.get(known.size() - 1).literal != 0) {
                        more(known, place[t], literal);
                    }
                }
            });
        }
    }

    /** What was behind stays behind: the newest literal is true when any of them is. */
    private void more(List<Behind> known, int since, int literal) {
        Behind last = known.get(known.size() - 1);
        if (literal == 0) {
            known.add(new Behind(since, 0));
        } else if (literal != last.literal) {
            known.add(new Behind(since, guarantees.either(last.literal, literal)));
        }
    }

    private interface Version {
        void at(int write, int literal);
    }

    /** The versions of a key that may be behind a transaction. */
    private void behind(int transaction, int key, Version each) {
        sessions.get(history.sessionOf(transaction)).getOrDefault(key, Map.of()).forEach((write, known) -> {
            for (int i = known.size() - 1; i >= 0; i--) {
                if (known.get(i).since <= place[transaction]) {
                    each.at(write, known.get(i).literal);
                    return;
                }
            }
        });
    }

    private void ownVersions(int t) {
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            int mine = w;
            behind(t, asg.writeKey(w), (write, literal) -> {
                if (asg.writeTransaction(write) != t) {
                    guarantees.older(write, mine, literal);
                }
            });
        }
    }

    private void seesWhatIsBehind(int t) {
        Map<Integer, Integer> readFrom = new LinkedHashMap<>();
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            guarantees.sources(r, (from, literal) -> {
                int writer = from < 0 ? t : asg.writeTransaction(from);
                if (writer != t) {
                    readFrom.merge(writer, literal, guarantees::either);
                }
            });
        }
        Map<Integer, Integer> mustSee = new LinkedHashMap<>();
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            int key = asg.readKey(r);
            readFrom.forEach((writer, from) -> behind(writer, key, (write, literal) -> {
                if (asg.writeTransaction(write) != t) {
                    mustSee.merge(write, both(from, literal), guarantees::either);
                }
            }));
            int read = r;
            mustSee.forEach((write, must) ->
                    guarantees.sources(read, (seen, literal) -> guarantees.older(write, seen, must, literal)));
            mustSee.clear();
        }
    }

    private int both(int one, int other) {
        if (one == 0 || other == 0 || one == other) {
            return one == 0 ? other : one;
        }
        return guarantees.implied(one, other);
    }
}
