package io.bateleur.sql.analyze;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which programs can have dependencies at all: one writes what the other reads or writes, by table and column. */
final class Conflicts {
    private final Map<String, Set<String>> reads = new HashMap<>();
    private final Map<String, Set<String>> writes = new HashMap<>();

    Conflicts(Application application) {
        for (TransactionProgram program : application.programs()) {
            Set<String> read = new HashSet<>();
            Set<String> written = new HashSet<>();
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.OnTables on) {
                    reads(application, on, read);
                    ForeignKeys.looks(application, on).forEach(look -> reads(application, look, read));
                    String table = Rows.table(on);
                    if (!table.isEmpty()) {
                        TableShape shape = application.table(table);
                        for (String column : shape.columns().keySet()) {
                            if (Rows.writesColumn(on, shape, column)) {
                                written.add(table + "." + column);
                            }
                        }
                        if (Rows.writesColumn(on, shape, TableShape.ALIVE)) {
                            written.add(table + "." + TableShape.ALIVE);
                        }
                    }
                }
            }
            reads.put(program.name(), read);
            writes.put(program.name(), written);
        }
    }

    private static void reads(Application application, Instruction.OnTables on, Set<String> read) {
        if (on instanceof Instruction.Read query) {
            for (int source = 0; source < query.sources().size(); source++) {
                String table = query.sources().get(source).table();
                Set<String> columns = new HashSet<>(Rows.conditions(query.where(), source));
                columns.addAll(Rows.outputs(query, source));
                if (!query.whole()) {
                    columns.addAll(application.table(table).columns().keySet());
                }
                columns.forEach(column -> read.add(table + "." + column));
            }
            return;
        }
        String table = Rows.table(on);
        read.add(table + "." + TableShape.ALIVE);
        List<Calculation> all = SymbolTable.calculations(on);
        if (!(on instanceof Instruction.Insert)) {
            all.forEach(each -> each.columns(0).forEach(column -> read.add(table + "." + column)));
        }
    }

    boolean between(TransactionProgram a, TransactionProgram b) {
        return meet(writes, a, reads, b) || meet(reads, a, writes, b) || meet(writes, a, writes, b);
    }

    private static boolean meet(
            Map<String, Set<String>> left, TransactionProgram a, Map<String, Set<String>> right, TransactionProgram b) {
        Set<String> common = new HashSet<>(left.getOrDefault(a.name(), Set.of()));
        common.retainAll(right.getOrDefault(b.name(), Set.of()));
        return !common.isEmpty();
    }
}
