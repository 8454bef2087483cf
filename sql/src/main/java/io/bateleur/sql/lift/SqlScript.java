package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be understood of the statements of a file, before anybody runs them. */
public final class SqlScript {
    private SqlScript() {}

    /**
     * Each statement as it would be lifted at best.
     *
     * @param schema the tables that there are before the file's own definitions
     */
    public static Coverage coverage(String text, SqlDialect dialect, Catalog schema) {
        List<Statement> statements = SqlReader.read(text, dialect);
        Map<String, Value> about = Map.of("engine", Value.of(engine(dialect)));
        World world = World.of(schema, about, List.of(statements));
        Planner planner = new Planner(new Schema(world, about));
        Map<String, Integer> numbers = new LinkedHashMap<>();
        Tally tally = new Tally();
        for (Statement statement : statements) {
            Span at = statement.at();
            String own = text.substring(at.from(), Math.max(at.from(), Math.min(at.to(), text.length())));
            int number = numbers.computeIfAbsent(own, each -> numbers.size());
            Account account = planner.plan(List.of(statement), schema.path()).account();
            Outcome best = account.best();
            boolean placed = best.why().isEmpty() || best.at() != null;
            tally.describe(number, account);
            tally.add(number, placed ? best : new Outcome(best.share(), best.why(), at));
        }
        List<String> texts = List.copyOf(numbers.keySet());
        return tally.coverage(texts::get, text);
    }

    /** A database whose SQL this is. */
    private static String engine(SqlDialect dialect) {
        return switch (dialect) {
            case POSTGRES -> "PostgreSQL";
            case MYSQL -> "MySQL";
            case H2 -> "H2";
            case SQLITE -> "SQLite";
            case OTHER -> "";
        };
    }
}
