package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Statement;
import java.util.List;

/**
 * A function or a procedure. Several may have one name.
 *
 * @param head everything between its name and its body, as it is written: parameters, result, attributes
 * @param language in lower case: {@code sql}, {@code plpgsql}, {@code c}, ...; empty where it is not known
 * @param volatility what its maker promises
 * @param body its statements; empty where they are not read
 */
public record StoredRoutine(
        ObjectName name, boolean procedure, String head, String language, Volatility volatility, List<Statement> body)
        implements SchemaObject {

    /** What a routine may do, as its definition says. */
    public enum Volatility {
        /** The same answer for the same arguments, whatever the rows are. */
        IMMUTABLE,
        /** It writes nothing. */
        STABLE,
        /** It may do anything: also where the definition says nothing. */
        VOLATILE
    }

    public StoredRoutine {
        body = List.copyOf(body);
    }
}
