package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Output;
import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.resolve.Resolution;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.resolve.TriggerReach;
import io.bateleur.sql.resolve.Unresolved;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.TableTrigger;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works out what a statement does to the tables at hand. */
final class Planner {
    private final Schema schema;
    private final Definitions definitions;

    Planner(Schema schema) {
        this.schema = schema;
        this.definitions = new Definitions(schema);
    }

    /** A plan for the statements of one text. @param path where their session looks names up */
    Plan plan(List<Statement> statements, List<String> path) {
        if (statements.size() == 1) {
            return plan(statements.get(0), path);
        }
        List<Plan> plans = statements.stream().map(each -> plan(each, path)).toList();
        return new ScriptPlan(plans, schema.catalog.dialect());
    }

    private Plan plan(Statement statement, List<String> path) {
        if (statement instanceof Query query) {
            return query(query, path);
        }
        if (statement instanceof Change change) {
            return change(change, path);
        }
        if (statement instanceof Definition definition) {
            return definitions.plan(definition, path);
        }
        if (statement instanceof Utility utility) {
            return utility(utility, path);
        }
        return unknown(statement, path, statement instanceof Statement.Unread unread ? unread.why() : "not lifted");
    }

    // ---- queries

    private Plan query(Query query, List<String> path) {
        Reach reach = schema.reaches.of(query, path);
        Resolution names = Resolution.of(query, schema.catalog, path);
        if (query.with() != null && !Walk.all(query.with(), Change.class).isEmpty()) {
            Plan returned = returned(query, names, path);
            return returned != null ? returned : unknown(query, path, "a query with a change that is not lifted");
        }
        if (!reach.isNothing()) {
            return unknown(query, path, "a query that may write");
        }
        if (query.body() instanceof QueryBody.Values
                && Walk.all(query, From.Table.class).isEmpty()) {
            return (call, work) -> Outcome.WHOLE;
        }
        if (query.body() instanceof QueryBody.Select counting && CountPlan.isCount(query)) {
            Terms terms = new Terms(names, schema.catalog.dialect());
            Plan plan =
                    CountPlan.of(counting.items().get(0).at(), QueryShape.of(query, counting, names, terms), schema);
            if (plan != null) {
                return plan;
            }
        }
        Unresolved strange = QueryShape.strange(query);
        if (strange != null || !(query.body() instanceof QueryBody.Select select)) {
            return left(strange == null ? new Unresolved(query.at(), "a query without SELECT") : strange);
        }
        if (select.from().isEmpty() && Walk.all(query, From.Table.class).isEmpty()) {
            return (call, work) -> Outcome.WHOLE;
        }
        Terms terms = new Terms(names, schema.catalog.dialect());
        QueryShape shape = QueryShape.of(query, select, names, terms);
        if (shape.sources().stream().allMatch(source -> schema.keyed(source) == null)) {
            return left(noTable(query, names, shape));
        }
        return new QueryPlan(shape, schema);
    }

    private static Unresolved noTable(Query query, Resolution names, QueryShape shape) {
        if (!names.unresolved().isEmpty()) {
            return names.unresolved().get(0);
        }
        RowSource first = shape.sources().isEmpty() ? null : shape.sources().get(0);
        String what = first == null
                ? "a query of nothing but sub-queries"
                : first.table() != null
                        ? "table " + first + " has no key by which its rows are told"
                        : first.kind() == RowSource.Kind.VIEW ? "a view" : "rows that are not those of one table";
        return new Unresolved(first == null ? query.at() : first.node().at(), what);
    }

    private static Plan left(Unresolved why) {
        return new LeftPlan(Outcome.left(why.why(), why.at()));
    }

    /** A query that gives back what one change of its WITH returns, and nothing else; null where it is another one. */
    private @Nullable Plan returned(Query query, Resolution names, List<String> path) {
        Query.With with = query.with();
        boolean plain = with != null
                && with.queries().size() == 1
                && query.limit() == null
                && query.body() instanceof QueryBody.Select select
                && select.from().size() == 1
                && select.from().get(0) instanceof From.Table
                && select.where() == null
                && !select.distinct()
                && QueryShape.strange(query) == null;
        List<Output> outputs = names.outputs(query);
        if (!plain
                || with == null
                || outputs == null
                || !(with.queries().get(0).statement() instanceof Change change)) {
            return null;
        }
        boolean nested = Walk.all(change, Change.class).size() > 1;
        return nested ? null : changed(change, names, path, new Layout(outputs));
    }

    // ---- changes

    private Plan change(Change change, List<String> path) {
        Resolution names = Resolution.of(change, schema.catalog, path);
        if (change instanceof Change.Truncate truncate) {
            return truncate(truncate, names, path);
        }
        if (Walk.all(change, Change.class).size() > 1) {
            return nested(change, names, path);
        }
        Plan changed = changed(change, names, path, null);
        Plan plan = changed != null ? changed : unknown(change, path, whyNot(names));
        String verb = change instanceof Change.Insert insert
                ? insert.verb()
                : change instanceof Change.Update update ? update.modifiers() : "";
        boolean half = verb.endsWith("OR FAIL") || verb.endsWith("OR ROLLBACK");
        return half ? new HalfDonePlan(plan, schema.reaches.of(change, path), verb.endsWith("ROLLBACK")) : plan;
    }

    /** A change that holds others, as in WITH: the others may have written what they name. */
    private Plan nested(Change change, Resolution names, List<String> path) {
        Reach inner = new Reach();
        for (Change each : Walk.all(change, Change.class)) {
            if (each != change) {
                inner.add(schema.reaches.of(each, path));
            }
        }
        Plan outer = changed(change, names, path, null);
        return outer == null
                ? unknown(change, path, whyNot(names))
                : new NestedPlan(outer, inner, schema.reaches.of(change, path));
    }

    private static String whyNot(Resolution names) {
        if (!names.unresolved().isEmpty()) {
            return names.unresolved().get(0).why();
        }
        return "a change of several tables, of one whose rows have no key, or of a kind that is not lifted";
    }

    /** @param outside what is returned, where that stands outside of the change; else null */
    private @Nullable Plan changed(Change change, Resolution names, List<String> path, @Nullable Layout outside) {
        Terms terms = new Terms(names, schema.catalog.dialect());
        Changes changes = new Changes(names, terms);
        RowSource source = changes.target(change);
        Relation relation = schema.keyed(source);
        boolean all = change instanceof Change.Delete delete
                && delete.where() == null
                && delete.using().isEmpty()
                && delete.limit() == null
                && delete.returning() == null
                && delete.tables().size() == 1
                && delete.tables().get(0) instanceof From.Table;
        if (all && source != null && source.table() != null) {
            return clear(List.of(source.table()), "DELETE", true, change, path, "DELETE of all rows");
        }
        if (source == null || relation == null) {
            return null;
        }
        Target target = target(relation, source, change, path);
        if (target.reach().anything() != null
                && target.triggers().stream().allMatch(each -> each.others().anything() == null)) {
            return null;
        }
        if (change instanceof Change.Insert insert) {
            InsertShape shape = changes.insert(insert, target);
            return shape == null ? null : new InsertPlan(outside == null ? shape : shape.returning(outside), target);
        }
        if (change instanceof Change.Update update) {
            return changes.update(update, target, outside);
        }
        if (change instanceof Change.Delete delete) {
            return changes.delete(delete, target, outside);
        }
        if (change instanceof Change.MergeKey merge) {
            return new InsertPlan(changes.merge(merge, target), target);
        }
        return change instanceof Change.Merge merge ? changes.merge(merge, target) : null;
    }

    private Target target(Relation relation, RowSource source, Change change, List<String> path) {
        BaseTable table = relation.table;
        Set<String> events = events(change);
        List<TriggerReach> triggers = new ArrayList<>();
        events.forEach(event -> triggers.add(schema.reaches.triggers(table, event, path)));
        boolean eachRow = table.triggers().stream().allMatch(TableTrigger::eachRow);
        return new Target(relation, source, schema.reaches.of(change, path), triggers, eachRow, path);
    }

    private static Set<String> events(Change change) {
        Set<String> events = new LinkedHashSet<>();
        if (change instanceof Change.Update) {
            events.add("UPDATE");
        } else if (change instanceof Change.Delete) {
            events.add("DELETE");
        } else {
            events.add("INSERT");
            boolean updates = !(change instanceof Change.Insert insert)
                    || !insert.onDuplicate().isEmpty()
                    || !insert.conflicts().isEmpty();
            if (updates) {
                events.add("UPDATE");
            }
            boolean replaces = change instanceof Change.Merge
                    || change instanceof Change.Insert insert && insert.verb().contains("REPLACE");
            if (replaces) {
                events.add("DELETE");
            }
        }
        return events;
    }

    private Plan truncate(Change.Truncate truncate, Resolution names, List<String> path) {
        List<BaseTable> tables = new ArrayList<>();
        for (From.Table each : truncate.tables()) {
            RowSource source = names.source(each);
            if (source != null && source.table() != null) {
                tables.add(source.table());
            } else if (!schema.isMade(each.name())) {
                return unknown(truncate, path, "TRUNCATE");
            }
        }
        boolean cascade = truncate.words().has("CASCADE");
        boolean closed = !cascade
                || tables.stream().allMatch(table -> schema.catalog.referrers(table).stream()
                        .allMatch(referrer -> tables.contains(referrer.table())));
        boolean known = !cascade
                || tables.stream().allMatch(table -> table.knows(BaseTable.Aspect.REFERENCES))
                || tables.size() == schema.relations.size();
        return closed && known
                ? clear(tables, "TRUNCATE", false, truncate, path, "TRUNCATE")
                : unknown(truncate, path, "TRUNCATE");
    }

    /** Tables that are empty afterwards. */
    Plan clear(
            List<BaseTable> tables, String event, boolean counted, Statement statement, List<String> path, String why) {
        boolean fires = !event.equals("DROP");
        List<Relation> relations = new ArrayList<>();
        for (BaseTable table : tables) {
            TriggerReach triggers = schema.reaches.triggers(table, event, path);
            boolean alone = table.ancestry().parents().isEmpty()
                    && (table.ancestry().partitioned()
                            || schema.catalog.children(table).isEmpty());
            boolean leaves = event.equals("DELETE") && table.rowSecurity(); // rows that the role does not see
            if (!alone
                    || leaves
                    || fires && (!triggers.keepsRows() || !triggers.others().isNothing())) {
                return unknown(statement, path, why);
            }
            relations.add(schema.relation(table));
        }
        return new ClearPlan(relations, schema, counted, schema.reaches.of(statement, path), path, why);
    }

    // ---- the rest

    private Plan utility(Utility utility, List<String> path) {
        if (utility instanceof Utility.Savepoint savepoint) {
            return succeeded((call, work) -> work.savepoint(savepoint.name()));
        }
        if (utility instanceof Utility.Release release) {
            return succeeded((call, work) -> work.release(release.name()));
        }
        if (utility instanceof Utility.RollbackTo back) {
            return new RollbackPlan(back.name());
        }
        if (utility instanceof Utility.Commit || utility instanceof Utility.Rollback) {
            String why = "a transaction that ends by a statement";
            Reach everything = new Reach();
            everything.everything(utility.at(), why);
            return new UnknownPlan(everything, false, List.of(), why, utility.at());
        }
        return unknown(utility, path, "a statement that may write");
    }

    private static Plan succeeded(java.util.function.BiConsumer<Call, Workspace> act) {
        return (call, work) -> {
            if (!call.failed()) {
                act.accept(call, work);
            }
            return Outcome.WHOLE;
        };
    }

    /** Whatever the statement may write is not known from its time on; where that is nothing, it is a read that is left out, or none. */
    private Plan unknown(Statement statement, List<String> path, String why) {
        Reach reach = schema.reaches.of(statement, path);
        Unresolved anything = reach.anything();
        boolean counted = statement instanceof Change
                && !(statement instanceof Change.Truncate)
                && anything == null
                && reach.tables().stream().noneMatch(BaseTable::hasTriggers);
        if (reach.isNothing() && !Walk.all(statement, From.Table.class).isEmpty()) {
            return left(new Unresolved(statement.at(), why));
        }
        if (reach.isNothing() && statement instanceof Statement.Unread unread) {
            return left(new Unresolved(unread.where(), "a text that is not read: " + why));
        }
        Span at = statement instanceof Statement.Unread unread ? unread.where() : statement.at();
        return new UnknownPlan(
                reach,
                counted,
                List.of(),
                anything == null ? why : anything.why(),
                anything == null ? at : anything.at());
    }
}
