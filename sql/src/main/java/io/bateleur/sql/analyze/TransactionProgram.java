package io.bateleur.sql.analyze;

import java.util.List;
import java.util.Optional;

/**
 * The code of a transaction, of which there may be any number of instances.
 *
 * @param file where it stands, as it was named
 * @param level what its header says that it runs at; empty: what is asked for
 * @param ignored why its violations are not to be reported; empty: they are
 * @param returned whether instances return rows to whoever calls: by a SELECT without INTO
 */
public record TransactionProgram(
        String name,
        String file,
        int line,
        List<Parameter> parameters,
        String level,
        List<Instruction> body,
        Optional<String> ignored,
        List<Integer> ignoredLines) {
    /** @param type as it is written */
    public record Parameter(String name, ValueKind kind, String type) {}

    public TransactionProgram {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
        ignoredLines = List.copyOf(ignoredLines);
    }

    List<Instruction> instructions() {
        return Instruction.all(body);
    }

    /** Whether no instance changes a row. */
    boolean readsOnly() {
        return instructions().stream()
                .noneMatch(each -> each instanceof Instruction.Insert
                        || each instanceof Instruction.Update
                        || each instanceof Instruction.Delete);
    }

    TransactionProgram withBody(List<Instruction> other) {
        return new TransactionProgram(name, file, line, parameters, level, other, ignored, ignoredLines);
    }

    TransactionProgram withLevel(String other) {
        return new TransactionProgram(name, file, line, parameters, other, body, ignored, ignoredLines);
    }
}
