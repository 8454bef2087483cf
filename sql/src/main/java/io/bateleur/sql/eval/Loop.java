package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes through combinations of rows: puts each into the frame and does something with it. */
interface Loop {
    /** @return false to end the loop */
    interface Body {
        boolean row(Frame frame);
    }

    /** @return false when the body ended it */
    boolean run(Frame frame, Body body);

    /** The one combination of no rows. */
    Loop ONCE = (frame, body) -> body.row(frame);

    /** Keeps those combinations for which a condition is true, and perhaps those for which it is not known. */
    static Loop filtered(Loop loop, Code[] conditions) {
        return conditions.length == 0 ? loop : (frame, body) -> loop.run(frame, inner -> pass(inner, conditions, body));
    }

    static boolean pass(Frame frame, Code[] conditions, Body body) {
        if (conditions.length == 0) {
            return body.row(frame);
        }
        Object holds = Truth.all(conditions, frame);
        if (Boolean.TRUE.equals(holds)) {
            return body.row(frame);
        }
        if (!Unknown.is(holds)) {
            return true;
        }
        Presence before = frame.presence;
        frame.presence = before.and(Presence.MAYBE);
        boolean more = body.row(frame);
        frame.presence = before;
        return more;
    }

    static Loop nested(Loop outer, Loop inner) {
        return (frame, body) -> outer.run(frame, each -> inner.run(each, body));
    }

    /** All combinations, and those of the left side that have none, with NULL on the right. */
    static Loop left(Loop left, Loop right, int[] rightSlots, int[] widths) {
        return (frame, body) -> left.run(frame, each -> {
            Presence before = each.presence;
            Presence[] best = new Presence[1];
            boolean more = right.run(each, inner -> {
                if (best[0] == null || inner.presence.compareTo(best[0]) < 0) {
                    best[0] = inner.presence;
                }
                return body.row(inner);
            });
            if (!more) {
                return false;
            }
            boolean matched = best[0] != null && best[0].compareTo(before) <= 0;
            return matched
                    || withNulls(each, rightSlots, widths, best[0] == null ? before : before.and(Presence.MAYBE), body);
        });
    }

    static boolean withNulls(Frame frame, int[] slots, int[] widths, Presence presence, Body body) {
        for (int i = 0; i < slots.length; i++) {
            frame.slots[slots[i]] = new Object[widths[i]];
            frame.rows[slots[i]] = null;
        }
        Presence before = frame.presence;
        frame.presence = presence;
        boolean more = body.row(frame);
        frame.presence = before;
        return more;
    }

    /** A combination of rows that was seen, kept for later. */
    record Kept(Object[][] values, @Nullable Row[] rows, Presence presence) {
        static Kept of(Frame frame, int[] slots) {
            Object[][] values = new Object[slots.length][];
            Row[] rows = new Row[slots.length];
            for (int i = 0; i < slots.length; i++) {
                values[i] = frame.slots[slots[i]];
                rows[i] = frame.rows[slots[i]];
            }
            return new Kept(values, rows, frame.presence);
        }

        void restore(Frame frame, int[] slots) {
            for (int i = 0; i < slots.length; i++) {
                frame.slots[slots[i]] = values[i];
                frame.rows[slots[i]] = rows[i];
            }
        }
    }

    /** A full join: both sides are gone through once, and those without a partner follow. */
    static Loop full(
            Loop left, Loop right, Code[] on, int[] leftSlots, int[] leftWidths, int[] rightSlots, int[] rightWidths) {
        return (frame, body) -> {
            List<Kept> all = new ArrayList<>();
            Presence outside = frame.presence;
            right.run(frame, each -> all.add(Kept.of(each, rightSlots)));
            Set<Integer> matched = new HashSet<>();
            Set<Integer> perhaps = new HashSet<>();
            boolean more = left(
                            left,
                            (each, inner) -> {
                                Presence before = each.presence;
                                for (int i = 0; i < all.size(); i++) {
                                    int number = i;
                                    all.get(i).restore(each, rightSlots);
                                    each.presence = before.and(all.get(i).presence);
                                    boolean go = pass(each, on, hit -> {
                                        (hit.presence == Presence.SURE ? matched : perhaps).add(number);
                                        return inner.row(hit);
                                    });
                                    each.presence = before;
                                    if (!go) {
                                        return false;
                                    }
                                }
                                return true;
                            },
                            rightSlots,
                            rightWidths)
                    .run(frame, body);
            for (int i = 0; more && i < all.size(); i++) {
                if (!matched.contains(i)) {
                    all.get(i).restore(frame, rightSlots);
                    Presence presence = outside.and(all.get(i).presence);
                    more = withNulls(
                            frame,
                            leftSlots,
                            leftWidths,
                            perhaps.contains(i) ? presence.and(Presence.MAYBE) : presence,
                            body);
                }
            }
            return more;
        };
    }

    /** The rows of a query or of WITH. */
    interface Rowsource {
        List<Tuple> tuples(Frame frame);
    }

    static Loop tuples(Rowsource source, int slot, Code[] conditions) {
        return (frame, body) -> {
            Presence before = frame.presence;
            for (Tuple tuple : source.tuples(frame)) {
                frame.slots[slot] = tuple.values();
                frame.rows[slot] = null;
                frame.presence = before.and(tuple.presence());
                boolean more = pass(frame, conditions, body);
                frame.presence = before;
                if (!more) {
                    return false;
                }
            }
            return true;
        };
    }
}
