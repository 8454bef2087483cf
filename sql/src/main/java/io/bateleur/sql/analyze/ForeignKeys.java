package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What foreign keys look at: an insert at its parent, which is locked against changes of its key; a delete at the children. */
final class ForeignKeys {
    private ForeignKeys() {}

    static List<Instruction.Read> looks(Application application, Instruction.OnTables instruction) {
        List<Instruction.Read> looks = new ArrayList<>();
        if (instruction instanceof Instruction.Insert insert) {
            parents(application, insert, insert.table(), insert.values(), looks);
        } else if (instruction instanceof Instruction.Update update) {
            parents(application, update, update.table(), update.sets(), looks);
        } else if (instruction instanceof Instruction.Delete delete) {
            for (TableShape child : application.tables().values()) {
                for (TableShape.ParentKey reference : child.references()) {
                    if (reference.parent().equals(delete.table())) {
                        looks.add(look(delete, child.name(), children(reference, delete.where()), RowLock.NONE));
                    }
                }
            }
        }
        return looks;
    }

    /** Those that a row refers to; where columns of the reference are not given, or depend on the row, any may be it. */
    private static void parents(
            Application application,
            Instruction.OnTables by,
            String table,
            Map<String, Calculation> values,
            List<Instruction.Read> looks) {
        for (TableShape.ParentKey reference : application.table(table).references()) {
            boolean concerned = by instanceof Instruction.Insert
                    || reference.columns().stream().anyMatch(values::containsKey);
            if (concerned && application.tables().containsKey(reference.parent())) {
                List<Calculation> terms = new ArrayList<>();
                for (int i = 0; i < reference.columns().size(); i++) {
                    Calculation value = values.get(reference.columns().get(i));
                    if (value == null && by instanceof Instruction.Insert) {
                        value = new Calculation.Constant(null);
                    }
                    if (value != null && value.columns(0).isEmpty()) {
                        terms.add(Operation.of(
                                "=", new ColumnOf(0, reference.parentColumns().get(i)), value));
                    }
                }
                looks.add(look(by, reference.parent(), Calculation.all(terms), RowLock.KEY_SHARE));
            }
        }
    }

    /** Which children may refer to rows that a condition selects: the condition on their columns, as far as it is about the key. */
    private static Calculation children(TableShape.ParentKey reference, Calculation where) {
        Map<String, String> columns = new java.util.HashMap<>();
        for (int i = 0; i < reference.columns().size(); i++) {
            columns.put(reference.parentColumns().get(i), reference.columns().get(i));
        }
        List<Calculation> terms = new ArrayList<>();
        for (Calculation term : where.conjuncts()) {
            if (columns.keySet().containsAll(term.columns(0))) {
                terms.add(term.with(part -> part instanceof ColumnOf column
                        ? new ColumnOf(0, columns.getOrDefault(column.column(), column.column()))
                        : part));
            }
        }
        return Calculation.all(terms);
    }

    private static Instruction.Read look(Instruction by, String table, Calculation where, RowLock lock) {
        return new Instruction.Read(
                by.id(),
                by.line(),
                "",
                List.of(new Instruction.Source(table, table, false)),
                List.of(),
                List.of(),
                "",
                where,
                List.of(),
                false,
                false,
                lock,
                true);
    }
}
