package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement, plain, prepared or callable, whose executions are recorded. */
class RecordedStatement extends Wrapper {
    private static final Shape.Kind PLAIN = Shape.Kind.of(Statement.class, RecordedStatement::action);

    private final Statement statement;
    private final RecordedConnection connection;
    private final Session session;
    private final @Nullable Sql prepared;
    private final boolean preparedKeys;
    private final Parameters parameters;
    private final Batch batch = new Batch();
    private final Results results;

    private @Nullable Shape shapeOfRows;
    private @Nullable Columns columns;
    private int resultType = -1;
    private long rowsMax;
    private boolean cutsFields;

    /** @param text that was prepared, or null */
    static RecordedStatement of(Statement real, RecordedConnection connection, @Nullable String text, boolean keys) {
        return real instanceof PreparedStatement prepared
                ? new RecordedPrepared(prepared, connection, text, keys)
                : new RecordedStatement(real, PLAIN, connection, text, keys);
    }

    RecordedStatement(
            Statement real,
            Shape.Kind kind,
            RecordedConnection connection,
            @Nullable String text,
            boolean preparedKeys) {
        super(real, kind);
        this.statement = real;
        this.connection = connection;
        this.session = connection.session();
        this.prepared = text == null ? null : session.ledger().sql(text);
        this.preparedKeys = preparedKeys;
        this.parameters = new Parameters(session.ledger(), text);
        this.results = new Results(this, real);
    }

    static @Nullable Action<RecordedStatement> action(Method method) {
        return switch (method.getName()) {
            case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" -> RecordedStatement::execute;
            case "executeBatch", "executeLargeBatch" -> RecordedStatement::executeBatch;
            case "addBatch" -> RecordedStatement::addBatch;
            case "clearBatch" -> RecordedStatement::clearBatch;
            case "clearParameters" -> RecordedStatement::clearParameters;
            case "getResultSet" -> RecordedStatement::resultSet;
            case "getMoreResults" -> RecordedStatement::moreResults;
            case "getUpdateCount", "getLargeUpdateCount" -> RecordedStatement::updateCount;
            case "getGeneratedKeys" -> RecordedStatement::generatedKeys;
            case "getConnection" -> RecordedStatement::owner;
            case "close" -> RecordedStatement::close;
            case "unwrap" -> (self, way, args) -> DriversOwn.unwrap(self, self.session, way, args);
            case "setNull" -> RecordedStatement::setNull;
            case "setMaxRows", "setLargeMaxRows" -> RecordedStatement::setMaxRows;
            case "setMaxFieldSize" -> RecordedStatement::setMaxFieldSize;
            default ->
                Parameters.isSetter(method)
                        ? RecordedStatement::setParameter
                        : OutParameters.isGetter(method) ? RecordedStatement::outParameter : null;
        };
    }

    final Session session() {
        return session;
    }

    /** How its results are wrapped: mostly all of them are of one class. */
    final Shape shapeOfRows(ResultSet rows, Shape.Kind kind) {
        Shape known = shapeOfRows;
        if (known == null || !known.isOf(rows)) {
            known = kind.of(rows.getClass());
            shapeOfRows = known;
        }
        return known;
    }

    /** How rows of this statement's results are read. */
    final Columns columns(ResultSet result) throws SQLException {
        ResultSetMetaData about = result.getMetaData();
        Columns known = columns;
        if (known == null || !known.fits(about)) {
            ResultTypes types = ResultTypes.of(result, about, session.engine(), session.schema());
            known = new Columns(about, types, session.engine(), session.ledger());
            columns = prepared == null || !known.areKnown() ? null : known;
        }
        return known;
    }

    /** Whether its results only go forward. */
    final boolean isForwardOnly() throws SQLException {
        if (resultType < 0) {
            resultType = statement.getResultSetType();
        }
        return resultType == ResultSet.TYPE_FORWARD_ONLY;
    }

    final boolean isSensitive() {
        return resultType == ResultSet.TYPE_SCROLL_SENSITIVE;
    }

    /** How many rows the application wants at most, or 0. */
    final long rowsMax() {
        return rowsMax;
    }

    final boolean cutsFields() {
        return cutsFields;
    }

    // ---- executions and their results

    private @Nullable Object execute(Passage way, Object[] args) throws Throwable {
        String given = args.length > 0 && args[0] instanceof String text ? text : null;
        Sql sql = given != null ? session.ledger().sql(given) : prepared;
        if (sql == null) {
            return pass(way, args);
        }
        Call issued = given == null ? issue() : issue(sql, wantsKeys(args));
        Object answer;
        try {
            answer = pass(way, args);
        } catch (Throwable e) {
            failed(issued, e);
            throw e;
        }
        return answered(issued, answer);
    }

    /** The driver has executed it; gives back what the application shall see of that. */
    final @Nullable Object answered(@Nullable Call issued, @Nullable Object answer) {
        resolve(issued);
        return results.answered(answer);
    }

    private @Nullable Call issue(Sql given, boolean wantsKeys) {
        results.over();
        Call issued = session.issue(given, List.of());
        results.begin(issued, wantsKeys);
        return issued;
    }

    /** What was prepared is about to be sent, with its parameters as they are now. */
    final @Nullable Call issue() {
        if (prepared == null) {
            return null;
        }
        results.over();
        Call issued = session.issue(prepared, parameters.list(), !parameters.hasStreams());
        results.begin(issued, preparedKeys);
        return issued;
    }

    final void failed(@Nullable Call issued, Throwable thrown) {
        resolve(issued);
        session.failed(issued, thrown);
    }

    /** Streams were read by the driver meanwhile. */
    private void resolve(@Nullable Call issued) {
        if (issued != null && parameters.hasStreams()) {
            session.quietly(() -> issued.give(parameters.list()));
        }
    }

    static boolean wantsKeys(Object[] args) {
        if (args.length != 2) {
            return false;
        }
        return args[1] instanceof Integer flag ? flag == Statement.RETURN_GENERATED_KEYS : true;
    }

    private @Nullable Object updateCount(Passage way, Object[] args) throws Throwable {
        Object count = pass(way, args);
        results.counted(count);
        return count;
    }

    private @Nullable Object resultSet(Passage way, Object[] args) throws Throwable {
        return results.current(pass(way, args));
    }

    private @Nullable Object moreResults(Passage way, Object[] args) throws Throwable {
        Object more;
        try {
            more = pass(way, args);
        } catch (Throwable e) {
            results.moveFailed(e);
            throw e;
        }
        results.moved(more);
        return more;
    }

    private @Nullable Object generatedKeys(Passage way, Object[] args) throws Throwable {
        return results.keys(pass(way, args));
    }

    private @Nullable Object owner(Passage way, Object[] args) throws Throwable {
        Object real = pass(way, args);
        return real == null ? null : connection.skin();
    }

    private @Nullable Object close(Passage way, Object[] args) throws Throwable {
        try {
            return pass(way, args);
        } finally {
            results.over();
        }
    }

    private @Nullable Object setMaxRows(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        rowsMax = args[0] instanceof Number number ? number.longValue() : 0;
        return answer;
    }

    private @Nullable Object setMaxFieldSize(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        cutsFields = args[0] instanceof Number number && number.longValue() > 0;
        return answer;
    }

    // ---- parameters and batches

    private @Nullable Object setParameter(Passage way, Object[] args) throws Throwable {
        try {
            parameters.set(args);
        } catch (RuntimeException | Error e) {
            session.fail(e);
        }
        return pass(way, args);
    }

    /** A parameter is about to be set. */
    final void given(int which, long value) {
        try {
            parameters.set(which, Value.of(value));
        } catch (RuntimeException | Error e) {
            session.fail(e);
        }
    }

    /** The same, of a text. */
    final void given(int which, @Nullable String value) {
        try {
            parameters.set(which, Values.of(value, session.ledger().largeBytes()));
        } catch (RuntimeException | Error e) {
            session.fail(e);
        }
    }

    /** The same, of anything; gives back what the driver shall get, which is watched if it is a stream. */
    final @Nullable Object watched(int which, @Nullable Object value) {
        Object[] args = {which, value};
        try {
            parameters.set(args);
        } catch (RuntimeException | Error e) {
            session.fail(e);
        }
        return args[1];
    }

    private @Nullable Object setNull(Passage way, Object[] args) throws Throwable {
        session.quietly(() -> parameters.setNull(args[0]));
        return pass(way, args);
    }

    private @Nullable Object outParameter(Passage way, Object[] args) throws Throwable {
        Object value = pass(way, args);
        if (statement instanceof CallableStatement callable) {
            results.out(args[0], value, callable);
        }
        return value;
    }

    private @Nullable Object clearParameters(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        parameters.clear();
        return answer;
    }

    private @Nullable Object addBatch(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        session.quietly(() -> {
            if (args.length > 0) {
                batch.add(session.ledger().sql(String.valueOf(args[0])), List.of());
            } else if (prepared != null) {
                batch.add(prepared, parameters.list());
            }
        });
        return answer;
    }

    private @Nullable Object clearBatch(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        batch.clear();
        return answer;
    }

    private @Nullable Object executeBatch(Passage way, Object[] args) throws Throwable {
        results.over();
        batch.issue(session);
        try {
            Object counts = pass(way, args);
            boolean keys = preparedKeys && Batch.keepsOrder(session.engine());
            batch.answered(session, counts, !keys);
            if (keys) {
                results.begin(batch);
            }
            return counts;
        } catch (Throwable e) {
            batch.failed(session, e);
            throw e;
        }
    }
}
