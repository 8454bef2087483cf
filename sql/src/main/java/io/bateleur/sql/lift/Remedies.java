package io.bateleur.sql.lift;

import java.util.List;

/** What would make more of a statement understood, by the reason why it is not. */
final class Remedies {
    private record Remedy(String reason, String help) {}

    private static final List<Remedy> ALL = List.of(
            new Remedy(ChangePlan.UNTOLD, "name rows by their whole key, or add RETURNING with it"),
            new Remedy("keys are not told", "give the keys in the statement, or ask for generated keys"),
            new Remedy("has no key", "give the table a primary key, or a unique key of NOT NULL columns"),
            new Remedy(
                    "may write anything",
                    "record with the routine's body (bateleur.schema), or declare it STABLE where it is"),
            new Remedy("is not known", "give the schema with --schema FILE"),
            new Remedy("was another one before", "record after migrations have run"),
            new Remedy("a text that is not read", "report the statement, with its dialect"),
            new Remedy(
                    "more than the primary key",
                    "rows that were returned are known; look rows up by key to know that others are missing"),
            new Remedy("a value was written that is not told", "add RETURNING with the columns that are set"),
            new Remedy("function count", "what is counted stays unknown; read the rows where it matters"),
            new Remedy("no answer came", "read the answer of every statement"));

    private Remedies() {}

    /** A sentence for people; empty where nothing is known to help. */
    static String of(String reason) {
        return ALL.stream()
                .filter(each -> reason.contains(each.reason))
                .map(Remedy::help)
                .findFirst()
                .orElse("");
    }
}
