package io.bateleur.core.sim;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.ValuePool;

/** Draws what transactions do and the values that they write. */
final class SimWorkload {
    /** After so many appends a list is left alone and a new key takes its place: lists stay short, as in Jepsen's workload. */
    private static final int APPENDS_MAX = 64;

    private static final int RANGE_MAX = 100;
    private static final int ITEMS_MAX = 10;
    private static final int HOT_KEYS = 4;
    private static final int HOT_KEYS_LONG = 12;
    private static final int HOT_OPERATIONS = 3;

    /** How eager transactions are to meet each other. */
    enum Heat {
        /** They do what the settings say. */
        NONE,
        /** They only touch a few keys. */
        LONG,
        /** They only touch a few keys, and either just read or are short, so that they seldom abort. */
        SHORT
    }

    private final SimConfig config;
    private final SimMix mix;
    private final SimKeyChoice keys;
    private final SimKeyChoice slots;
    /** The list that each slot stands for at the moment, and how many appends to it have been drawn. */
    private final int[] lists;

    private final int[] appends;
    private int nextList;

    private final ValuePool pool;
    private final Dice dice;
    private final Dice valueDice;
    private long lastValue;

    SimWorkload(SimConfig config, ValuePool pool, Dice dice) {
        this.config = config;
        this.mix = config.mix();
        this.pool = pool;
        this.valueDice = dice.fork();
        this.dice = dice;
        int slotCount = mix.hasRegisters() ? (config.keys() + 1) / 2 : config.keys();
        this.keys = new SimKeyChoice(config.keys(), config.zipf());
        this.slots = new SimKeyChoice(slotCount, config.zipf());
        this.lists = new int[slotCount];
        this.appends = new int[slotCount];
        this.nextList = mix.hasRegisters() ? config.keys() : 0;
        for (int slot = 0; slot < slotCount; slot++) {
            lists[slot] = nextList++;
        }
    }

    /** A seed from which {@link #draw} makes a transaction, and the same one again when it is retried. */
    long newSeed() {
        return dice.next();
    }

    /** Draws a transaction. */
    void draw(SimProgram program, long seed, Heat heat) {
        Dice own = new Dice(seed);
        program.clear();
        int operations = config.variesOperations() ? 1 + own.below(config.operations()) : config.operations();
        boolean reader = heat == Heat.SHORT && own.chance(0.5);
        int count = heat == Heat.SHORT && !reader ? Math.min(operations, HOT_OPERATIONS) : operations;
        for (int i = 0; i < count; i++) {
            SimMix.Action drawn = mix.draw(own);
            SimMix.Action action = reader ? drawn.asRead() : drawn;
            if (action.isOnList()) {
                onList(program, action, own, heat);
            } else {
                onKey(program, action, own, heat);
            }
        }
        end(program, own);
    }

    private void end(SimProgram program, Dice own) {
        boolean aborts = own.chance(config.abortProbability());
        boolean unknown = own.chance(config.unknownProbability());
        boolean happens = own.chance(0.5);
        if (aborts) {
            program.endWith(SimProgram.End.ROLLBACK, 1 + own.below(program.size()));
        } else if (unknown) {
            program.endWith(happens ? SimProgram.End.COMMIT_UNHEARD : SimProgram.End.LOST, program.size());
        } else {
            program.endWith(SimProgram.End.COMMIT, program.size());
        }
    }

    private void onKey(SimProgram program, SimMix.Action action, Dice own, Heat heat) {
        int key = heat == Heat.NONE ? keys.draw(own) : hotOne(config.keys(), own, heat);
        switch (action) {
            case GET -> program.onKey(OpKind.GET, key, false);
            case LOCKING_GET -> program.onKey(OpKind.GET, key, true);
            case PUT -> program.onKey(OpKind.PUT, key, false);
            case DELETE -> program.onKey(OpKind.DELETE, key, false);
            case MODIFY, LOCK_AND_MODIFY -> {
                program.onKey(OpKind.GET, key, action == SimMix.Action.LOCK_AND_MODIFY);
                program.onKey(OpKind.PUT, key, false);
            }
            case LOOK_AND_DELETE -> {
                program.onKey(OpKind.GET, key, false);
                program.onKey(OpKind.DELETE, key, false);
            }
            case SCAN -> program.onRange(OpKind.SCAN, key, rangeEnd(key, own), Integer.MAX_VALUE);
            case ITERATE -> program.onRange(OpKind.ITERATE, key, rangeEnd(key, own), 1 + own.below(ITEMS_MAX));
            case APPEND, READ_LIST -> throw new IllegalStateException(action + " is on a list");
        }
    }

    private static int hotOne(int count, Dice own, Heat heat) {
        return own.below(Math.min(count, heat == Heat.LONG ? HOT_KEYS_LONG : HOT_KEYS));
    }

    private int rangeEnd(int low, Dice own) {
        return Math.min(config.keys(), low + 1 + own.below(RANGE_MAX));
    }

    private void onList(SimProgram program, SimMix.Action action, Dice own, Heat heat) {
        int slot = heat == Heat.NONE ? slots.draw(own) : hotOne(lists.length, own, heat);
        if (action == SimMix.Action.READ_LIST) {
            program.onKey(OpKind.READ_LIST, lists[slot], false);
            return;
        }
        program.onKey(OpKind.APPEND, lists[slot], false);
        if (++appends[slot] == APPENDS_MAX) {
            lists[slot] = nextList++;
            appends[slot] = 0;
        }
    }

    /** The number of a value that nobody has written yet, or of any of a few if there shall be duplicates. */
    int newValue() {
        boolean unique = config.duplicates() == 0;
        return pool.intern(unique ? ++lastValue : 1 + valueDice.below(config.duplicates()));
    }
}
