package io.bateleur.core.mirror;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A random trace of a few transactions on two keys, some of which no database could have given. */
final class TinyTrace {
    /** One call; a read of 0 found nothing. */
    record Call(boolean write, int key, int value, long before, long after) {}

    record Txn(List<Call> calls, Ending ending, long endBefore, long endAfter) {}

    final List<Txn> transactions = new ArrayList<>();

    TinyTrace(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 2 + random.nextInt(3);
        int keys = 1 + random.nextInt(2);
        int wide = 1 + random.nextInt(14);
        boolean duplicates = random.nextInt(5) == 0;
        List<List<Integer>> written = List.of(new ArrayList<>(List.of(0)), new ArrayList<>(List.of(0)));
        int next = 1;
        List<int[][]> plans = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int[][] plan = new int[1 + random.nextInt(3)][];
            for (int i = 0; i < plan.length; i++) {
                int key = random.nextInt(keys);
                boolean write = random.nextInt(2) == 0;
                int value = write ? duplicates ? 1 + random.nextInt(2) : next++ : -1;
                if (write) {
                    written.get(key).add(value);
                }
                plan[i] = new int[] {write ? 1 : 0, key, value};
            }
            plans.add(plan);
        }
        for (int[][] plan : plans) {
            long time = random.nextInt(25);
            List<Call> calls = new ArrayList<>();
            for (int[] step : plan) {
                long after = time + random.nextInt(wide);
                int value = step[0] == 1 ? step[2] : own(calls, step[1], random, written.get(step[1]));
                calls.add(new Call(step[0] == 1, step[1], value, time, after));
                time = after + 1 + random.nextInt(4);
            }
            int how = random.nextInt(20);
            Ending ending = how == 0 ? Ending.UNKNOWN : how <= 2 ? Ending.ABORTED : Ending.COMMITTED;
            transactions.add(new Txn(calls, ending, time, time + random.nextInt(wide)));
        }
    }

    /** What a read of one's own write shows, nearly always; otherwise anything that anybody writes to the key. */
    private static int own(List<Call> calls, int key, SplittableRandom random, List<Integer> values) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            Call call = calls.get(i);
            if (call.key == key && random.nextInt(20) > 0) {
                return call.value;
            }
        }
        return values.get(random.nextInt(values.size()));
    }

    History history(Profile profile) {
        HistoryBuilder builder = History.builder();
        builder.about("engine", Value.of(profile.system()));
        builder.about("isolation", Value.of(profile.level()));
        for (int i = 0; i < transactions.size(); i++) {
            Txn txn = transactions.get(i);
            int t = builder.begin(builder.session((long) i), i);
            long first = txn.calls.get(0).before;
            builder.beginTimes(t, first, first);
            for (Call call : txn.calls) {
                int key = builder.keys().intern(Value.of(call.key));
                int value = call.value == 0 ? History.ABSENT : builder.values().intern(Value.of(call.value));
                int operation = builder.operation(t, call.write ? OpKind.PUT : OpKind.GET, key, value, 0);
                builder.times(operation, call.before, call.after);
            }
            builder.end(t, txn.ending);
            builder.endTimes(t, txn.endBefore, txn.endAfter);
        }
        return builder.build();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < transactions.size(); i++) {
            text.append("\nT").append(i).append(": ").append(transactions.get(i));
        }
        return text.toString();
    }
}
