package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.List;

/** H2's MERGE ... KEY as it is evaluated, row by row. */
record KeyedMerge(Target target, QueryPlan rows, int[] columns, int[] key, NewRows newRows) implements StatementPlan {

    @Override
    public Answer run(Frame frame) {
        frame.strict = true;
        Writer writer = new Writer(target.rulebook, frame);
        List<Object[]> generated = new ArrayList<>();
        long count = 0;
        for (Tuple tuple : rows.run(frame).settled(frame.tables)) {
            Object[] values = newRows.complete(frame, tuple.values(), new ArrayList<>());
            List<Row> found = found(frame, values);
            if (found.isEmpty()) {
                writer.attempt(() -> writer.insert(target.table, values, Presence.SURE));
            } else if (found.size() > 1) {
                throw new SqlError("23505", "a key of MERGE finds several rows");
            } else {
                Object[] changed = found.get(0).values().clone();
                for (int column : columns) {
                    changed[column] = values[column];
                }
                target.rules.complete(frame, changed);
                writer.attempt(
                        () -> writer.update(target.table, List.of(new Writer.Changed(found.get(0), changed, true))));
            }
            count++;
        }
        writer.finish();
        return Answer.count(count, null, generated, writer.perhaps());
    }

    private List<Row> found(Frame frame, Object[] values) {
        List<Row> found = new ArrayList<>();
        for (Row row : frame.tables.all(target.table, Purpose.CHANGE)) {
            Object same = true;
            for (int column : key) {
                SqlType type = target.table.columns().get(column).type();
                if (values[column] == null) {
                    throw new SqlError("90081", "NULL in a key of MERGE");
                }
                Comparing comparing = Comparisons.comparing(target.compilation.dialect, type, type);
                same = Truth.and(same, Truth.of(comparing.equal(row.values()[column], values[column])));
            }
            if (Unknown.is(same) || Boolean.TRUE.equals(same) && row.presence() != Presence.SURE) {
                throw new Outside(null, "MERGE with rows that are not known");
            }
            if (Boolean.TRUE.equals(same)) {
                found.add(row);
            }
        }
        return found;
    }
}
