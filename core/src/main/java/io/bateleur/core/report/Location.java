package io.bateleur.core.report;

import io.bateleur.core.model.Names;
import io.bateleur.core.model.Value;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where something is: in a trace or in a source file.
 *
 * @param file as it was named
 * @param line from 1, where it is known
 * @param transaction of a trace: the id of the transaction in question
 * @param name what people read in place of that id
 */
public record Location(String file, OptionalLong line, Optional<Value> transaction, Optional<String> name) {

    /** A transaction of a trace. */
    public static Location of(String trace, Value transaction, Names names) {
        return new Location(
                trace, OptionalLong.empty(), Optional.of(transaction), Optional.of(names.transaction(transaction)));
    }

    /** A line of a file. */
    public static Location of(String file, long line) {
        return new Location(file, OptionalLong.of(line), Optional.empty(), Optional.empty());
    }
}
