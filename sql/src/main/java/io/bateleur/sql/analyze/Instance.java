package io.bateleur.sql.analyze;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One execution of a program. @param arguments a value for each parameter, and for what the database makes up */
public record Instance(TransactionProgram program, EngineLevel level, Map<String, @Nullable Object> arguments) {
    public Instance {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }
}
