package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;

/** SUBSTRING, which differs where it starts before the text. */
final class Substrings {
    private Substrings() {}

    /** @param from the first character, counted from 1 */
    static Object of(String text, long from, long length, SqlDialect dialect) {
        int[] points = text.codePoints().toArray();
        long start = from;
        long count = length;
        switch (dialect) {
            case POSTGRES -> {
                if (count < 0) {
                    throw new SqlError("22011", "a substring of negative length");
                }
            }
            case MYSQL -> {
                if (start == 0 || count <= 0 || start < -points.length) {
                    return "";
                }
                start = start < 0 ? points.length + start + 1 : start;
            }
            case H2 -> {
                if (start < 0) {
                    start = Math.max(points.length + start + 1, 1);
                } else if (start == 0) {
                    start = 1;
                }
                count = Math.max(count, 0);
            }
            default -> {
                if (start < 0) {
                    start = points.length + start + 1;
                    if (start < 1) {
                        count = count < 0 ? count : Math.max(0, count + start - 1);
                        start = 1;
                    }
                } else if (start == 0 && count > 0) {
                    count--;
                    start = 1;
                }
                if (count < 0) {
                    long end = start - 1;
                    start = Math.max(1, end + count + 1);
                    count = end - start + 1;
                }
            }
        }
        long first = Math.max(start, 1) - 1;
        long last = Math.min(start - 1 + count, points.length);
        return first >= last ? "" : new String(points, (int) first, (int) (last - first));
    }
}
