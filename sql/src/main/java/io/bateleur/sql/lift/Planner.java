package io.bateleur.sql.lift;

import io.bateleur.sql.parse.Liftable;
import io.bateleur.sql.parse.Parsed;
import io.bateleur.sql.parse.Source;
import io.bateleur.sql.parse.Vocabulary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works out what a statement does to the tables at hand. */
final class Planner {
    private final Schema schema;

    Planner(Schema schema) {
        this.schema = schema;
    }

    Plan plan(Parsed parsed) {
        Liftable statement = parsed.statement();
        if (statement instanceof Liftable.Query query) {
            return query(query, parsed);
        }
        if (statement instanceof Liftable.Insert insert) {
            return change(insert.table(), parsed, relation -> new InsertPlan(insert, relation));
        }
        if (statement instanceof Liftable.Update update) {
            return change(update.table(), parsed, relation -> new UpdatePlan(update, relation));
        }
        if (statement instanceof Liftable.Delete delete) {
            boolean all = delete.where().isEmpty() && delete.returning() == null;
            return change(
                    delete.table(),
                    parsed,
                    relation -> all
                            ? new ClearPlan(List.of(relation), schema, true, "DELETE of all rows")
                            : new DeletePlan(delete, relation));
        }
        if (statement instanceof Liftable.Obscure obscure) {
            return obscure(obscure.tables(), obscure.why(), false);
        }
        if (statement instanceof Liftable.Redefine redefine) {
            return new HidePlan(obscure(redefine.tables(), redefine.why(), false));
        }
        if (statement instanceof Liftable.Clear clear) {
            return clear(clear);
        }
        if (statement instanceof Liftable.CreateTable create) {
            return created(create, parsed);
        }
        return session(statement);
    }

    private Plan session(Liftable statement) {
        if (statement instanceof Liftable.Savepoint savepoint) {
            return (call, work) -> {
                if (!call.failed()) {
                    work.savepoint(savepoint.name());
                }
                return Outcome.WHOLE;
            };
        }
        if (statement instanceof Liftable.Release release) {
            return (call, work) -> {
                if (!call.failed()) {
                    work.release(release.name());
                }
                return Outcome.WHOLE;
            };
        }
        if (statement instanceof Liftable.RollbackTo back) {
            return new RollbackPlan(back.name());
        }
        if (statement instanceof Liftable.ChangeSchema change && !schema.isCurrent(change.schemas())) {
            return new ObscurePlan(List.of(), false, true, "a change of schema: names may mean other tables");
        }
        if (statement instanceof Liftable.ObscureRead read) {
            return (call, work) -> Outcome.left(read.why());
        }
        if (statement instanceof Liftable.Anything anything) {
            return new ObscurePlan(List.of(), false, true, anything.why());
        }
        return (call, work) -> Outcome.WHOLE;
    }

    private Plan query(Liftable.Query query, Parsed parsed) {
        List<@Nullable Relation> relations = new ArrayList<>();
        query.sources().forEach(source -> relations.add(schema.find(source)));
        if (relations.isEmpty() && query.other() == null) {
            return (call, work) -> Outcome.WHOLE;
        }
        String strange = query.other() != null ? query.other() : strange(parsed, query.sources());
        if (strange != null) {
            String why = "a query with " + strange;
            return (call, work) -> Outcome.left(why);
        }
        return new QueryPlan(query, relations);
    }

    private Plan change(Source table, Parsed parsed, java.util.function.Function<Relation, Plan> plan) {
        Relation relation = schema.find(table);
        String strange = strange(parsed, List.of(table));
        if (relation == null || strange != null) {
            return obscure(
                    List.of(table), strange == null ? "a table that is not known" : "a change with " + strange, false);
        }
        return plan.apply(relation);
    }

    /** What is emptied by a cascade besides is not told, unless it is named too. */
    private Plan clear(Liftable.Clear clear) {
        List<Relation> relations = new ArrayList<>();
        boolean known = !clear.tables().isEmpty();
        for (Source table : clear.tables()) {
            Relation relation = schema.find(table);
            known &= relation != null
                    || schema.isMade(table)
                    || clear.drop() && schema.possible(table).isEmpty();
            if (relation != null) {
                relations.add(relation);
            }
        }
        String why = clear.drop() ? "DROP TABLE" : "TRUNCATE";
        boolean all = !clear.cascade() || relations.containsAll(schema.relations);
        return known && all
                ? new ClearPlan(relations, schema, false, why)
                : obscure(clear.tables(), why, clear.cascade());
    }

    private ObscurePlan obscure(List<Source> tables, String why, boolean further) {
        List<Relation> relations = new ArrayList<>();
        boolean everything = further || tables.isEmpty();
        for (Source table : tables) {
            List<Relation> possible = schema.possible(table);
            relations.addAll(possible);
            everything |= possible.isEmpty() && !schema.isMade(table);
        }
        return new ObscurePlan(relations, true, everything, why);
    }

    /** A new table has no rows; one that is filled, or that hides another, is not followed. */
    private Plan created(Liftable.CreateTable create, Parsed parsed) {
        boolean plain = !create.filled()
                && !parsed.words().contains("SELECT")
                && !parsed.words().contains("LIKE");
        Source table = create.table();
        boolean temporary = table.schema() != null && table.schema().text().equalsIgnoreCase("pg_temp");
        boolean hides = temporary
                || parsed.words().contains("TEMPORARY")
                || parsed.words().contains("TEMP");
        Source hidden = temporary ? new Source(null, table.table(), table.alias(), table.optional()) : table;
        List<Relation> possible = schema.possible(hidden);
        if (possible.isEmpty() || plain && !hides) {
            return (call, work) -> Outcome.WHOLE;
        }
        return new HidePlan(new ObscurePlan(possible, false, false, "CREATE TABLE"));
    }

    /** The first word that is neither understood nor a name, or null. */
    private @Nullable String strange(Parsed parsed, List<Source> sources) {
        Set<String> names = new HashSet<>();
        for (Source source : sources) {
            for (Relation relation : schema.possible(source)) {
                relation.table.columns().forEach(column -> names.add(upper(column.name())));
                for (String part : relation.table.name().split("\\.")) {
                    names.add(upper(part));
                }
            }
            if (source.table() != null) {
                names.add(upper(source.table().text()));
            }
            if (source.schema() != null) {
                names.add(upper(source.schema().text()));
            }
        }
        for (String word : parsed.words()) {
            if (!Vocabulary.isPlain(word) && !names.contains(word)) {
                return word.endsWith("(") ? "function " + word.substring(0, word.length() - 1) : word;
            }
        }
        return null;
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
