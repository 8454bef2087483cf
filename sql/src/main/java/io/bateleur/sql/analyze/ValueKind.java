package io.bateleur.sql.analyze;

import io.bateleur.sql.tree.TypeName;
import java.util.Locale;
import java.util.Set;

/** What values a column or variable has, as far as the analysis distinguishes. */
public enum ValueKind {
    INTEGER,
    DECIMAL,
    BOOLEAN,
    /** Texts, and every other type: values that are equal or not, in some order. */
    TEXT;

    private static final Set<String> INTEGERS = Set.of(
            "int",
            "integer",
            "int2",
            "int4",
            "int8",
            "bigint",
            "smallint",
            "tinyint",
            "mediumint",
            "serial",
            "bigserial",
            "smallserial");
    private static final Set<String> DECIMALS = Set.of(
            "numeric",
            "decimal",
            "dec",
            "money",
            "real",
            "float",
            "float4",
            "float8",
            "double",
            "double precision",
            "number");

    static ValueKind of(TypeName type) {
        return of(type.name().last().text());
    }

    static ValueKind of(String word) {
        String name = word.toLowerCase(Locale.ROOT).replaceAll("\\s*\\(.*", "").strip();
        if (INTEGERS.contains(name) || INTEGERS.contains(name.split(" ")[0])) {
            return INTEGER;
        }
        if (DECIMALS.contains(name) || DECIMALS.contains(name.split(" ")[0])) {
            return DECIMAL;
        }
        return name.startsWith("bool") ? BOOLEAN : TEXT;
    }
}
