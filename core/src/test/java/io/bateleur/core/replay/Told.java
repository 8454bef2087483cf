package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A witness told by hand: {@code told("T1: w(x,1) c", "T2: r(x,1) c").order("T1 T2")}. In an order {@code T1} is a start and a
 * commit, {@code T1(} a start, {@code )T1} a commit. What is not said: a read saw the newest of its candidates at its start;
 * versions of a key are in the order of commits.
 */
final class Told {
    private final Asg asg;
    private final History history;
    private int[] events = {};
    private int[] sources = {};
    private int[] versions = {};

    private Told(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
    }

    static Told told(String... lines) {
        return new Told(AsgBuilder.build(Mini.parse(String.join("\n", lines)), OwnWrites.MUST));
    }

    Asg asg() {
        return asg;
    }

    Told order(String order) {
        List<Integer> list = new ArrayList<>();
        for (String word : order.split(" ", -1)) {
            int t = number(word.replace("(", "").replace(")", ""));
            if (!word.startsWith(")")) {
                list.add(2 * t);
            }
            if (!word.endsWith("(")) {
                list.add(2 * t + 1);
            }
        }
        return events(list.stream().mapToInt(i -> i).toArray());
    }

    Told events(int... numbers) {
        events = numbers;
        sources = new int[asg.readCount()];
        for (int t = 0; t < asg.transactionCount(); t++) {
            int start = place(2 * t);
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                sources[r] = newestBefore(r, start);
            }
        }
        versions = commitOrder();
        return this;
    }

    private int newestBefore(int read, int start) {
        int best = asg.candidate(asg.firstCandidate(read));
        int bestPlace = -2;
        for (int i = asg.firstCandidate(read); i < asg.firstCandidate(read + 1); i++) {
            int w = asg.candidate(i);
            int commit = w < 0 ? -1 : place(2 * asg.writeTransaction(w) + 1);
            if (commit < start && commit > bestPlace) {
                best = w;
                bestPlace = commit;
            }
        }
        return best < 0 ? Asg.INITIAL : asg.writeTransaction(best);
    }

    private int place(int event) {
        for (int i = 0; i < events.length; i++) {
            if (events[i] == event) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    private int[] commitOrder() {
        Integer[] places = new Integer[asg.writeCount()];
        Arrays.setAll(places, asg::writeOfKey);
        for (int key = 0; key < history.keyCount(); key++) {
            Arrays.sort(
                    places,
                    asg.firstOfKey(key),
                    asg.firstOfKey(key + 1),
                    (a, b) -> Integer.compare(
                            place(2 * asg.writeTransaction(a) + 1), place(2 * asg.writeTransaction(b) + 1)));
        }
        return Arrays.stream(places).mapToInt(i -> i).toArray();
    }

    /** The reader's reads of the key saw the writer's version. */
    Told reads(String reader, String key, String writer) {
        int t = number(reader);
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            if (history.keys().get(asg.readKey(r)).equals(Value.of(key))) {
                sources[r] = writer.equals("_") ? Asg.INITIAL : number(writer);
            }
        }
        return this;
    }

    /** The order of a key's versions, for levels that judge each key apart. */
    Told versions(String key, String... writers) {
        int k = history.keys().find(Value.of(key));
        for (int i = 0; i < writers.length; i++) {
            versions[asg.firstOfKey(k) + i] = asg.writeOf(number(writers[i]), k);
        }
        return this;
    }

    Resolution witness() {
        return new Resolution(events, sources, versions);
    }

    /** The flaw at a level, or the empty string. */
    String at(String level) {
        Level wanted = level.equals("recorded")
                ? Level.SERIALIZABLE.asRecorded()
                : Level.of(level).orElseThrow();
        return Replay.flaw(asg, wanted, witness()).orElse("");
    }

    private int number(String id) {
        Optional<Integer> number = history.transaction(Value.of(id)).map(t -> t.number());
        return number.orElseThrow();
    }
}
