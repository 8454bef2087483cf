package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/** From the parser's queries to ours. */
final class Queries {
    private Queries() {}

    /** @param names receives the names that the query introduces, in upper case */
    static Liftable of(Select select, Set<String> names) {
        if (!(select instanceof PlainSelect plain)) {
            return new Liftable.ObscureRead("a query of several parts");
        }
        if (plain.getIntoTables() != null || plain.getIntoTempTable() != null) {
            return new Liftable.Anything("SELECT INTO");
        }
        List<Source> sources = sources(plain, names);
        boolean inner = sources.stream().noneMatch(Source::optional);
        List<Condition> where = Expressions.conditions(plain.getWhere());
        if (inner && plain.getJoins() != null) {
            for (Join join : plain.getJoins()) {
                join.getOnExpressions().forEach(on -> where.addAll(Expressions.conditions(on)));
            }
        }
        return new Liftable.Query(
                items(plain.getSelectItems(), names),
                sources,
                where,
                order(plain),
                limit(plain),
                skips(plain),
                plain.getForMode() != null || plain.getForUpdate() != null,
                other(plain));
    }

    static List<Term> items(List<SelectItem<?>> items, Set<String> names) {
        List<Term> result = new ArrayList<>();
        for (SelectItem<?> item : items) {
            result.add(Expressions.of(item.getExpression()));
            if (item.getAlias() != null) {
                names.add(SqlParser.upper(item.getAlias().getName()));
            }
        }
        return result;
    }

    private static List<Source> sources(PlainSelect plain, Set<String> names) {
        List<Source> sources = new ArrayList<>();
        if (plain.getFromItem() == null) {
            return sources;
        }
        List<Join> joins = plain.getJoins() == null ? List.of() : plain.getJoins();
        boolean leftMayMiss = joins.stream().anyMatch(join -> join.isRight() || join.isFull());
        sources.add(source(plain.getFromItem(), leftMayMiss, names));
        for (Join join : joins) {
            boolean inner = !join.isOuter() && !join.isLeft() && !join.isRight() && !join.isFull();
            sources.add(source(join.getFromItem(), leftMayMiss || !inner, names));
        }
        return sources;
    }

    static Source source(FromItem from, boolean optional, Set<String> names) {
        Name alias = from.getAlias() == null ? null : Name.of(from.getAlias().getName());
        if (alias != null) {
            names.add(SqlParser.upper(alias.text()));
        }
        boolean plain = from instanceof Table
                && from.getPivot() == null
                && from.getUnPivot() == null
                && from.getSampleClause() == null;
        if (!plain) {
            return new Source(null, null, alias, optional);
        }
        Table table = (Table) from;
        boolean simple = table.getName() != null && table.getNameParts().size() <= 3;
        String schema = table.getSchemaName();
        return new Source(
                schema == null ? null : Name.of(schema), simple ? Name.of(table.getName()) : null, alias, optional);
    }

    private static List<Liftable.OrderBy> order(PlainSelect plain) {
        List<Liftable.OrderBy> order = new ArrayList<>();
        if (plain.getOrderByElements() != null) {
            for (OrderByElement element : plain.getOrderByElements()) {
                order.add(new Liftable.OrderBy(Expressions.of(element.getExpression()), !element.isAsc()));
            }
        }
        return order;
    }

    private static @Nullable Term limit(PlainSelect plain) {
        Fetch fetch = plain.getFetch();
        if (plain.getLimit() != null && fetch != null) {
            return Term.OTHER;
        }
        if (plain.getLimit() != null) {
            return Expressions.of(plain.getLimit().getRowCount());
        }
        if (fetch == null) {
            return null;
        }
        boolean ties = fetch.getFetchParameters() != null
                && fetch.getFetchParameters().stream().anyMatch(word -> !word.matches("(?i)ROWS?|ONLY"));
        Expression count = fetch.getExpression();
        return ties || count == null ? Term.OTHER : Expressions.of(count);
    }

    private static boolean skips(PlainSelect plain) {
        return plain.getOffset() != null
                || plain.isSkipLocked()
                || plain.getLimit() != null && plain.getLimit().getOffset() != null;
    }

    private static @Nullable String other(PlainSelect plain) {
        if (plain.getWithItemsList() != null) {
            return "WITH";
        }
        if (plain.getGroupBy() != null || plain.getHaving() != null) {
            return "GROUP BY";
        }
        if (plain.getDistinct() != null && plain.getDistinct().getOnSelectItems() != null) {
            return "DISTINCT ON";
        }
        boolean joins = plain.getJoins() != null
                && plain.getJoins().stream()
                        .anyMatch(join -> join.isNatural()
                                || join.isApply()
                                || join.isSemi()
                                || join.isAsOf()
                                || join.isArray()
                                || !join.getUsingColumns().isEmpty());
        boolean rest = plain.getTop() != null
                || plain.getFirst() != null
                || plain.getSkip() != null
                || plain.getQualify() != null
                || plain.getPreWhere() != null
                || plain.getLateralViews() != null
                || plain.getSampleClause() != null
                || plain.getOracleHierarchical() != null
                || plain.getLimitBy() != null
                || plain.getPivot() != null
                || plain.getUnPivot() != null;
        return joins ? "this kind of join" : rest ? "this kind of query" : null;
    }
}
