package io.bateleur.core.mirror;

import java.util.Arrays;

/**
 * The lock table: who certainly holds a row, from the answer of the operation that locked it to the call that ends the transaction. Two
 * holders at one instant of whom one writes are a finding.
 */
final class RowHolders {
    private static final int NONE = -1;
    private static final long STILL = Long.MAX_VALUE;

    /** Is given two transactions that held a row at the same time. */
    interface Clash {
        void at(int row, int holder, int other);
    }

    private final TransactionTable transactions;
    private int[] heads = new int[1 << 8];
    private int[] ofTransaction = new int[64];
    private int[] holder = new int[1 << 8];
    private int[] row = new int[1 << 8];
    private int[] nextOfRow = new int[1 << 8];
    private int[] nextOfTransaction = new int[1 << 8];
    private long[] from = new long[1 << 8];
    private long[] until = new long[1 << 8];
    private boolean[] alone = new boolean[1 << 8];
    private int top;
    private int free = NONE;
    private int live;

    RowHolders(TransactionTable transactions) {
        this.transactions = transactions;
        Arrays.fill(heads, NONE);
        Arrays.fill(ofTransaction, NONE);
    }

    int size() {
        return live;
    }

    private int head(int ofRow) {
        if (ofRow >= heads.length) {
            int old = heads.length;
            heads = Arrays.copyOf(heads, Math.max(ofRow + 1, 2 * old));
            Arrays.fill(heads, old, heads.length, NONE);
        }
        return heads[ofRow];
    }

    /** A transaction surely holds a row from now on. */
    void hold(int ofRow, int transaction, boolean exclusive, long since) {
        int first = head(ofRow);
        for (int e = first; e != NONE; e = nextOfRow[e]) {
            if (holder[e] == transaction && until[e] == STILL && (alone[e] || !exclusive)) {
                return; // the earlier one covers it
            }
        }
        int e = entry();
        holder[e] = transaction;
        row[e] = ofRow;
        from[e] = since;
        until[e] = STILL;
        alone[e] = exclusive;
        nextOfRow[e] = first;
        heads[ofRow] = e;
        if (transaction >= ofTransaction.length) {
            int old = ofTransaction.length;
            ofTransaction = Arrays.copyOf(ofTransaction, Math.max(transaction + 1, 2 * old));
            Arrays.fill(ofTransaction, old, ofTransaction.length, NONE);
        }
        nextOfTransaction[e] = ofTransaction[transaction];
        ofTransaction[transaction] = e;
        transactions.keep(transaction);
    }

    private int entry() {
        live++;
        if (free != NONE) {
            int e = free;
            free = nextOfRow[e];
            return e;
        }
        if (top == holder.length) {
            int room = 2 * top;
            holder = Arrays.copyOf(holder, room);
            row = Arrays.copyOf(row, room);
            nextOfRow = Arrays.copyOf(nextOfRow, room);
            nextOfTransaction = Arrays.copyOf(nextOfTransaction, room);
            from = Arrays.copyOf(from, room);
            until = Arrays.copyOf(until, room);
            alone = Arrays.copyOf(alone, room);
        }
        return top++;
    }

    /** A transaction surely held its rows until then, and not longer. */
    void end(int transaction, long released, Clash clash) {
        if (transaction >= ofTransaction.length) {
            return;
        }
        int e = ofTransaction[transaction];
        ofTransaction[transaction] = NONE;
        while (e != NONE) {
            int next = nextOfTransaction[e];
            until[e] = released;
            if (from[e] < released) {
                meet(e, clash);
            } else {
                remove(row[e], e);
            }
            e = next;
        }
    }

    private void meet(int ended, Clash clash) {
        int ofRow = row[ended];
        boolean needed = false;
        int previous = NONE;
        for (int e = heads[ofRow]; e != NONE; ) {
            int next = nextOfRow[e];
            boolean gone = false;
            if (e != ended && holder[e] != holder[ended]) {
                boolean overlaps = from[e] < until[ended] && from[ended] < until[e];
                if (until[e] == STILL) {
                    needed |= overlaps; // judged when the other one has ended
                } else {
                    if (overlaps && (alone[e] || alone[ended])) {
                        clash.at(ofRow, holder[e], holder[ended]);
                    }
                    gone = !isNeeded(e);
                }
            }
            if (gone) {
                unlink(ofRow, previous, e);
            } else {
                previous = e;
            }
            e = next;
        }
        if (!needed) {
            remove(ofRow, ended);
        }
    }

    /** Whether somebody who still holds the row may have held it at the same time. */
    private boolean isNeeded(int ended) {
        for (int e = heads[row[ended]]; e != NONE; e = nextOfRow[e]) {
            if (until[e] == STILL && from[e] < until[ended]) {
                return true;
            }
        }
        return false;
    }

    private void remove(int ofRow, int entry) {
        int previous = NONE;
        for (int e = heads[ofRow]; e != entry; e = nextOfRow[e]) {
            previous = e;
        }
        unlink(ofRow, previous, entry);
    }

    private void unlink(int ofRow, int previous, int entry) {
        if (previous == NONE) {
            heads[ofRow] = nextOfRow[entry];
        } else {
            nextOfRow[previous] = nextOfRow[entry];
        }
        transactions.release(holder[entry]);
        nextOfRow[entry] = free;
        free = entry;
        live--;
    }
}
