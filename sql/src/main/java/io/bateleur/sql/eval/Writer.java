package io.bateleur.sql.eval;

import io.bateleur.sql.eval.References.Link;
import io.bateleur.sql.schema.Deferral;
import io.bateleur.sql.schema.Reference.Action;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the rows of one statement: checks their rules, and does what foreign keys do. */
final class Writer {
    private final Rulebook rulebook;
    private final Frame frame;
    private final SqlDialect dialect;
    private final List<Pending> pending = new ArrayList<>();
    /** An error that the database may give, or not. */
    private final List<SqlError> perhaps = new ArrayList<>();

    /** Rules that rows break; which of them is found first depends on the order of the rows. */
    private final List<SqlError> errors = new ArrayList<>();

    /** A row whose foreign keys are checked when the statement is through. @param old what it was; null: it is new */
    private record Pending(TableShape table, Object @Nullable [] old, Object[] values) {}

    Writer(Rulebook rulebook, Frame frame) {
        this.rulebook = rulebook;
        this.frame = frame;
        this.dialect = rulebook.dialect();
    }

    /** Does something for one row; where it is refused, others are still looked at. */
    void attempt(Runnable step) {
        attempt(Presence.SURE, step);
    }

    /** @param presence whether the row is there; where it may not be, the statement may not be refused */
    void attempt(Presence presence, Runnable step) {
        try {
            step.run();
        } catch (SqlError error) {
            (presence == Presence.SURE ? errors : perhaps).add(error);
        }
    }

    @Nullable
    SqlError perhaps() {
        return perhaps.isEmpty() ? null : SqlError.oneOf(perhaps);
    }

    void may(SqlError error) {
        perhaps.add(error);
    }

    private void mayRefuse(Violation violation, String message) {
        SqlError error = violation.error(dialect, message);
        if (perhaps.stream().noneMatch(known -> known.state().equals(error.state()))) {
            perhaps.add(error);
        }
    }

    // ---- insert

    /** @param values complete */
    Row insert(TableShape table, Object[] values, Presence presence) {
        TableRules rules = rulebook.rules(table);
        try {
            checkFirst(rules, values);
        } catch (SqlError error) {
            if (presence == Presence.SURE) {
                pending.add(new Pending(table, null, values));
                refuseKeys(rules, values);
            }
            throw error;
        }
        for (TableRules.Key key : rules.keys) {
            Row other = clash(rules, key, values, null, Set.of());
            if (other != null) {
                pending.add(new Pending(table, null, values));
                refuse(key, other, presence, table);
            }
        }
        Row row = frame.changes.insert(table, values, presence);
        pending.add(new Pending(table, null, values));
        return row;
    }

    /** A row that breaks a rule may break others, which databases check in other orders. */
    private void refuseKeys(TableRules rules, Object[] values) {
        for (TableRules.Key key : rules.keys) {
            if (key.deferral() != Deferral.NEVER) {
                continue;
            }
            Row other = clash(rules, key, values, null, Set.of());
            if (other != null) {
                errors.add(Violation.UNIQUE.error(dialect, "a key of " + rules.table.name()));
            }
        }
    }

    /** What is checked before it is looked whether a row is there already. */
    void checkFirst(TableRules rules, Object[] values) {
        if (rules.mayRefuse || rules.check(frame, values)) {
            mayRefuse(Violation.CHECK, "a rule of " + rules.table.name());
        }
    }

    private void refuse(TableRules.Key key, Row other, Presence presence, TableShape table) {
        if (key.deferral() == Deferral.AT_COMMIT) {
            return;
        }
        boolean now = key.deferral() == Deferral.NEVER;
        if (now && other.presence() == Presence.SURE && presence == Presence.SURE && other != Doubt.ROW) {
            throw Violation.UNIQUE.error(dialect, "a key of " + table.name() + " is there already");
        }
        mayRefuse(Violation.UNIQUE, "a key of " + table.name());
    }

    /**
     * A row with the same key: null when there is none, {@link Doubt#ROW} when it is not known.
     *
     * @param besides the row itself
     * @param gone rows that are changed by the same statement
     */
    @Nullable
    Row clash(TableRules rules, TableRules.Key key, Object[] values, @Nullable Row besides, Set<Row> gone) {
        if (key.where() != null) {
            Object holds = Truth.of(key.where().value(rules.frame(frame, values)));
            if (Unknown.is(holds)) {
                return Doubt.ROW;
            }
            if (!Boolean.TRUE.equals(holds)) {
                return null;
            }
        }
        Object[] wanted = key.keys().ofRow(values);
        if (wanted == null && key.nullsDistinct()) {
            return null;
        }
        Iterable<? extends Row> candidates = wanted == null || wanted == Keys.ALL
                ? frame.tables.all(rules.table, Purpose.UNIQUE)
                : frame.tables.equal(rules.table, key.columns(), wanted, Purpose.UNIQUE);
        Row found = null;
        for (Row row : candidates) {
            if (row == besides || gone.contains(row)) {
                continue;
            }
            Object same = same(key, values, row.values());
            if (key.where() != null && !Boolean.FALSE.equals(same)) {
                same = Truth.and(same, Truth.of(key.where().value(rules.frame(frame, row.values()))));
            }
            if (Boolean.TRUE.equals(same) && row.presence() == Presence.SURE) {
                return row;
            }
            if (Boolean.TRUE.equals(same) || Unknown.is(same)) {
                found = Doubt.ROW;
            }
        }
        return found;
    }

    private static @Nullable Object same(TableRules.Key key, Object[] a, Object[] b) {
        Object result = true;
        for (int i = 0; i < key.columns().length; i++) {
            Object x = a[key.columns()[i]];
            Object y = b[key.columns()[i]];
            Object equal;
            if (x == null || y == null) {
                equal = key.nullsDistinct() || Unknown.is(x) || Unknown.is(y)
                        ? Unknown.is(x) || Unknown.is(y) ? Unknown.UNKNOWN : (Object) false
                        : (Object) (x == y);
            } else {
                equal = key.comparing()[i].equal(x, y);
            }
            result = Truth.and(result, equal);
        }
        return result;
    }

    // ---- update

    /** A row that is changed, with the values that it gets. */
    record Changed(Row row, Object[] values, boolean sure) {}

    /** All rows that a statement changes at once. */
    List<Row> update(TableShape table, List<Changed> changes) {
        TableRules rules = rulebook.rules(table);
        Set<Row> moving = Collections.newSetFromMap(new IdentityHashMap<>());
        changes.forEach(change -> moving.add(change.row));
        for (Changed change : changes) {
            attempt(() -> checkFirst(rules, change.values));
            for (TableRules.Key key : rules.keys) {
                if (moves(key, change)) {
                    attempt(() -> unique(rules, key, change, moving, changes));
                }
            }
        }
        List<Row> written = new ArrayList<>();
        Map<Link, List<Changed>> referred = new IdentityHashMap<>();
        for (Changed change : changes) {
            Presence presence = change.row.presence();
            written.add(frame.changes.update(table, change.row, change.values, presence));
            pending.add(new Pending(table, change.row.values(), change.values));
        }
        for (Link link : rulebook.references(table).children) {
            List<Changed> moved = changes.stream()
                    .filter(change -> differ(link.key(), change.row.values(), change.values))
                    .toList();
            if (!moved.isEmpty()) {
                referred.put(link, moved);
            }
        }
        referred.forEach((link, moved) -> moved.forEach(change -> attempt(() -> follow(
                link, change.row.values(), change.values, change.sure && change.row.presence() == Presence.SURE))));
        return written;
    }

    private static boolean moves(TableRules.Key key, Changed change) {
        return key.where() != null || differ(key.columns(), change.row.values(), change.values);
    }

    private static boolean differ(int[] columns, Object[] a, Object[] b) {
        for (int column : columns) {
            boolean same = a[column] == b[column] || a[column] != null && a[column].equals(b[column]);
            if (!same || Unknown.is(b[column])) {
                return true;
            }
        }
        return false;
    }

    /** The final rows must differ; on the way, databases that look at each row at once may find one that is still there. */
    private void unique(TableRules rules, TableRules.Key key, Changed change, Set<Row> moving, List<Changed> changes) {
        Row other = clash(rules, key, change.values, change.row, moving);
        if (other != null) {
            refuse(key, other, change.sure ? change.row.presence() : Presence.MAYBE, rules.table);
        }
        for (Changed second : changes) {
            if (second.row == change.row) {
                continue;
            }
            Object same = bothIn(rules, key, change.values, second.values)
                    ? same(key, change.values, second.values)
                    : (Object) false;
            if (Boolean.TRUE.equals(same)) {
                refuse(key, second.sure && change.sure ? second.row : Doubt.ROW, change.row.presence(), rules.table);
            } else if (Unknown.is(same) && key.deferral() != Deferral.AT_COMMIT) {
                mayRefuse(Violation.UNIQUE, "a key of " + rules.table.name());
            }
            Object before = same(key, change.values, second.row.values());
            if (!Boolean.FALSE.equals(before)
                    && before != null
                    && key.deferral() == Deferral.NEVER
                    && dialect != SqlDialect.H2) {
                mayRefuse(Violation.UNIQUE, "a key of " + rules.table.name() + " that another row has for a moment");
            }
        }
    }

    private boolean bothIn(TableRules rules, TableRules.Key key, Object[] a, Object[] b) {
        Code where = key.where();
        return where == null
                || !Boolean.FALSE.equals(Truth.and(
                        Truth.of(where.value(rules.frame(frame, a))), Truth.of(where.value(rules.frame(frame, b)))));
    }

    // ---- delete

    void delete(TableShape table, Row row, boolean sure) {
        if (sure) {
            frame.changes.delete(table, row);
        } else {
            frame.changes.update(table, row, row.values(), row.presence().and(Presence.MAYBE));
        }
        for (Link link : rulebook.references(table).children) {
            follow(link, row.values(), null, sure && row.presence() == Presence.SURE);
        }
    }

    // ---- foreign keys

    /** What happens to rows that refer to one that goes, or gets another key. */
    private void follow(Link link, Object[] old, Object @Nullable [] now, boolean sure) {
        if (!frame.environment.checksReferences()) {
            return;
        }
        Action action = now == null ? link.rule().onDelete() : link.rule().onUpdate();
        List<Row> rows = referring(link, old);
        if (rows.isEmpty()) {
            return;
        }
        boolean fires = link.child().table().hasTriggers() && dialect != SqlDialect.MYSQL;
        if (action == Action.UNKNOWN || fires && action.writes()) {
            frame.changes.obscure(link.child());
            mayRefuse(Violation.CHILD_THERE, "a foreign key of " + link.child().name());
            return;
        }
        if (!action.writes()) {
            checkLater(link, old, sure, action);
            return;
        }
        List<Changed> changes = new ArrayList<>();
        for (Row row : rows) {
            boolean certain = sure && Boolean.TRUE.equals(refers(link, row.values(), old));
            if (action == Action.CASCADE && now == null) {
                delete(link.child(), row, certain);
            } else {
                changes.add(new Changed(row, moved(link, row, now, action, certain), certain));
            }
        }
        if (!changes.isEmpty()) {
            update(link.child(), changes);
            if (action == Action.SET_DEFAULT) {
                // The default may be the very key that goes.
                changes.forEach(change -> pending.add(new Pending(link.child(), null, change.values)));
            }
        }
    }

    private Object[] moved(Link link, Row row, Object @Nullable [] now, Action action, boolean certain) {
        Object[] values = row.values().clone();
        TableRules rules = rulebook.rules(link.child());
        for (int i = 0; i < link.columns().length; i++) {
            int column = link.columns()[i];
            Code byDefault = rules.defaults[column];
            Object value = action == Action.CASCADE && now != null
                    ? now[link.key()[i]]
                    : action == Action.SET_DEFAULT && byDefault != null
                            ? byDefault.value(rules.frame(frame, values))
                            : null;
            values[column] = certain ? value : Unknown.UNKNOWN;
        }
        rules.complete(frame, values);
        return values;
    }

    private List<Row> referring(Link link, Object[] parent) {
        Object[] image = new Object[link.child().columns().size()];
        for (int i = 0; i < link.key().length; i++) {
            image[link.columns()[i]] = parent[link.key()[i]];
        }
        Object[] key = link.childKeys().ofRow(image);
        if (key == null) {
            return List.of();
        }
        Iterable<? extends Row> candidates = key == Keys.ALL
                ? frame.tables.all(link.child(), Purpose.REFERRER)
                : frame.tables.equal(link.child(), link.columns(), key, Purpose.REFERRER);
        List<Row> rows = new ArrayList<>();
        for (Row row : candidates) {
            Object refers = refers(link, row.values(), parent);
            if (Boolean.TRUE.equals(refers) || Unknown.is(refers)) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static @Nullable Object refers(Link link, Object[] child, Object[] parent) {
        Object result = true;
        for (int i = 0; i < link.key().length; i++) {
            result = Truth.and(result, link.comparing()[i].equal(parent[link.key()[i]], child[link.columns()[i]]));
        }
        return result;
    }

    /** Keys that rows must not refer to any more. */
    private record Orphaned(Link link, Object[] old, boolean sure) {}

    private final List<Orphaned> orphaned = new ArrayList<>();

    private void checkLater(Link link, Object[] old, boolean sure, Action action) {
        if (action == Action.RESTRICT) {
            forbid(link, old, sure, Violation.RESTRICTED, Deferral.NEVER);
        } else {
            orphaned.add(new Orphaned(link, old, sure));
        }
    }

    private void forbid(Link link, Object[] old, boolean sure, Violation violation, Deferral deferral) {
        if (deferral == Deferral.AT_COMMIT) {
            return;
        }
        for (Row row : referring(link, old)) {
            if (deferral == Deferral.NEVER
                    && sure
                    && row.presence() == Presence.SURE
                    && Boolean.TRUE.equals(refers(link, row.values(), old))) {
                throw violation.error(dialect, link.child().name() + " refers to a row");
            }
            mayRefuse(violation, link.child().name());
        }
    }

    /** Checks what is checked when the statement is through. */
    void finish() {
        if (frame.unfinished == null) {
            checkReferences();
        } else {
            frame.unfinished.add(this);
            refuse();
        }
    }

    /** Of foreign keys. */
    void checkReferences() {
        if (frame.environment.checksReferences()) {
            for (Orphaned each : orphaned) {
                if (parent(each.link, childImage(each)) != Parent.THERE) {
                    attempt(() -> forbid(
                            each.link,
                            each.old,
                            each.sure,
                            Violation.CHILD_THERE,
                            each.link.rule().deferral()));
                } else if (dialect == SqlDialect.H2
                        && !referring(each.link, each.old).isEmpty()) {
                    // Checked with each row: another one may have taken its key only later.
                    mayRefuse(Violation.CHILD_THERE, each.link.child().name());
                }
            }
            attempt(this::checkParents);
        }
        refuse();
    }

    /** Throws what was attempted and refused. */
    void refuse() {
        if (!errors.isEmpty()) {
            errors.addAll(perhaps);
            throw SqlError.oneOf(errors);
        }
    }

    private void checkParents() {
        pending.forEach(row -> checkParents(row.table, row.old, row.values));
    }

    /** Whether the rows are there that a row refers to. @param old what it was; null: it is new */
    void checkParents(TableShape table, Object @Nullable [] old, Object[] values) {
        for (Link link : rulebook.references(table).parents) {
            boolean same = old != null && !differ(link.columns(), old, values);
            if (same || link.rule().deferral() == Deferral.AT_COMMIT) {
                continue;
            }
            Parent parent = parent(link, values);
            if (parent == Parent.MISSING && link.rule().deferral() == Deferral.NEVER) {
                throw Violation.PARENT_MISSING.error(dialect, table.name() + " refers to a row that is not there");
            }
            if (parent != Parent.THERE) {
                mayRefuse(Violation.PARENT_MISSING, table.name());
            }
        }
        if (rulebook.references(table).unclear) {
            mayRefuse(Violation.PARENT_MISSING, table.name());
        }
    }

    private static Object[] childImage(Orphaned each) {
        Object[] image = new Object[each.link.child().columns().size()];
        for (int i = 0; i < each.link.key().length; i++) {
            image[each.link.columns()[i]] = each.old[each.link.key()[i]];
        }
        return image;
    }

    private enum Parent {
        THERE,
        MISSING,
        UNKNOWN
    }

    private Parent parent(Link link, Object[] child) {
        Object[] image = new Object[link.parent().columns().size()];
        for (int i = 0; i < link.columns().length; i++) {
            image[link.key()[i]] = child[link.columns()[i]];
        }
        Object[] key = link.parentKeys().ofRow(image);
        if (key == null) {
            return Parent.THERE;
        }
        Iterable<? extends Row> candidates = key == Keys.ALL
                ? frame.tables.all(link.parent(), Purpose.REFERENCE)
                : frame.tables.equal(link.parent(), link.key(), key, Purpose.REFERENCE);
        Parent found = Parent.MISSING;
        for (Row row : candidates) {
            Object same = refers(link, child, row.values());
            if (Boolean.TRUE.equals(same) && row.presence() == Presence.SURE) {
                frame.changes.lock(link.parent(), row, "KEY SHARE");
                return Parent.THERE;
            }
            found = Boolean.FALSE.equals(same) || same == null ? found : Parent.UNKNOWN;
        }
        return found;
    }

    // ---- the commit

    /**
     * What a row breaks once everything is there that was committed before, and by its own transaction.
     *
     * @param old what it was before the transaction; null: it was not there
     * @param row what it is; null: it is not there any more
     */
    void checkAtCommit(TableShape table, Object @Nullable [] old, @Nullable Row row) {
        TableRules rules = rulebook.rules(table);
        if (row != null) {
            for (TableRules.Key key : rules.keys) {
                boolean same = old != null && key.where() == null && !differ(key.columns(), old, row.values());
                Row other = same ? null : clash(rules, key, row.values(), row, Set.of());
                if (other != null && other != Doubt.ROW) {
                    throw Violation.UNIQUE.error(dialect, "a key of " + table.name());
                }
            }
        }
        if (!frame.environment.checksReferences() || dialect == SqlDialect.H2) {
            return; // H2 looks at snapshots only
        }
        for (Link link : rulebook.references(table).parents) {
            if (row == null) {
                break;
            }
            boolean same = old != null && !differ(link.columns(), old, row.values());
            if (!same && parent(link, row.values()) == Parent.MISSING) {
                throw Violation.PARENT_MISSING.error(dialect, table.name() + " refers to a row that is not there");
            }
        }
        for (Link link : rulebook.references(table).children) {
            if (old == null) {
                break;
            }
            boolean same = row != null && !differ(link.key(), old, row.values());
            if (!same && parent(link, childImage(new Orphaned(link, old, true))) == Parent.MISSING) {
                forbid(link, old, true, Violation.CHILD_THERE, Deferral.NEVER);
            }
        }
    }
}
