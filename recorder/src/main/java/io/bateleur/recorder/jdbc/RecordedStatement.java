package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement, plain, prepared or callable, whose executions are recorded. */
final class RecordedStatement extends Wrapper {
    private static final Shape.Kind PLAIN = new Shape.Kind(Statement.class, RecordedStatement::action);
    private static final Shape.Kind PREPARED = new Shape.Kind(PreparedStatement.class, RecordedStatement::action);
    private static final Shape.Kind CALLABLE = new Shape.Kind(CallableStatement.class, RecordedStatement::action);
    /** Where to ask for a count twice does no harm. */
    private static final Set<Engine> COUNTS_STAY =
            EnumSet.of(Engine.POSTGRESQL, Engine.MYSQL, Engine.H2, Engine.HSQLDB, Engine.DERBY, Engine.SQLITE);

    private final Statement statement;
    private final RecordedConnection connection;
    private final Session session;
    private final @Nullable Sql prepared;
    private final boolean preparedKeys;
    private final Parameters parameters;
    private final Batch batch = new Batch();

    private @Nullable Call call;
    private @Nullable RecordedRows rows;
    private @Nullable Columns columns;
    private int resultType = -1;
    private boolean keysWanted;
    private long rowsMax;
    private boolean cutsFields;

    RecordedStatement(Statement real, RecordedConnection connection, @Nullable String text, boolean preparedKeys) {
        super(
                real,
                real instanceof CallableStatement ? CALLABLE : real instanceof PreparedStatement ? PREPARED : PLAIN);
        this.statement = real;
        this.connection = connection;
        this.session = connection.session();
        this.prepared = text == null ? null : session.ledger().sql(text);
        this.preparedKeys = preparedKeys;
        this.parameters = new Parameters(session.ledger(), text);
    }

    private interface Own {
        @Nullable
        Object run(RecordedStatement self, Method method, Object @Nullable [] args) throws Throwable;
    }

    private static @Nullable Action action(Method method) {
        Own own =
                switch (method.getName()) {
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
                    case "setMaxRows", "setLargeMaxRows" -> RecordedStatement::setMaxRows;
                    case "setMaxFieldSize" -> RecordedStatement::setMaxFieldSize;
                    default -> Parameters.isSetter(method) ? RecordedStatement::setParameter : null;
                };
        return own == null ? null : (self, called, args) -> own.run((RecordedStatement) self, called, args);
    }

    Session session() {
        return session;
    }

    /** How rows of this statement's results are read. */
    Columns columns(ResultSet result) throws SQLException {
        ResultSetMetaData about = result.getMetaData();
        Columns known = columns;
        if (known == null || !known.fits(about)) {
            known = new Columns(about, session.engine(), session.ledger());
            columns = prepared == null ? null : known;
        }
        return known;
    }

    /** Whether its results only go forward. */
    boolean isForwardOnly() throws SQLException {
        if (resultType < 0) {
            resultType = statement.getResultSetType();
        }
        return resultType == ResultSet.TYPE_FORWARD_ONLY;
    }

    boolean isSensitive() {
        return resultType == ResultSet.TYPE_SCROLL_SENSITIVE;
    }

    /** How many rows the application wants at most, or 0. */
    long rowsMax() {
        return rowsMax;
    }

    boolean cutsFields() {
        return cutsFields;
    }

    private @Nullable Object execute(Method method, Object @Nullable [] args) throws Throwable {
        boolean given = args != null && args.length > 0 && args[0] instanceof String;
        Sql sql = given && args != null ? session.ledger().sql((String) args[0]) : prepared;
        if (sql == null) {
            return pass(method, args);
        }
        over();
        keysWanted = given ? wantsKeys(args) : preparedKeys;
        Call issued = session.issue(sql, given ? java.util.List.of() : parameters.list());
        call = issued;
        try {
            Object answer = pass(method, args);
            return answered(answer);
        } catch (Throwable e) {
            resolve(issued);
            session.failed(issued, e);
            throw e;
        }
    }

    /** Streams were read by the driver meanwhile. */
    private void resolve(@Nullable Call issued) {
        if (issued != null && parameters.hasStreams()) {
            issued.parameters = parameters.list();
        }
    }

    /** The last execution will tell nothing any more. */
    private void over() {
        Call last = call;
        call = null;
        rows = null;
        if (last != null) {
            session.settle(last);
        }
    }

    static boolean wantsKeys(Object @Nullable [] args) {
        if (args == null || args.length != 2) {
            return false;
        }
        return args[1] instanceof Integer flag ? flag == Statement.RETURN_GENERATED_KEYS : true;
    }

    private @Nullable Object answered(@Nullable Object answer) {
        Call issued = call;
        if (issued == null) {
            return answer;
        }
        resolve(issued);
        Object[] shown = {answer};
        session.quietly(() -> {
            boolean settled = false;
            if (answer instanceof ResultSet result) {
                shown[0] = wrap(result, issued);
            } else if (answer instanceof Integer || answer instanceof Long) {
                issued.add(new SqlResult.Count(((Number) answer).longValue()));
                settled = !keysWanted && !issued.sql.many();
            } else if (Boolean.FALSE.equals(answer)) {
                settled = count(issued) && !keysWanted && !issued.sql.many();
            }
            session.answered(issued, settled);
        });
        return shown[0];
    }

    private Object wrap(ResultSet result, Call of) {
        RecordedRows wrapped = new RecordedRows(result, this, of, false);
        of.add(wrapped);
        rows = wrapped;
        return wrapped.proxy();
    }

    /** Adds the count of the current result; whether it is known for good. */
    private boolean count(Call of) throws SQLException {
        if (!COUNTS_STAY.contains(session.engine())) {
            of.add(new SqlResult.Count(null));
            return false;
        }
        long count = statement.getUpdateCount();
        if (count >= 0) {
            of.add(new SqlResult.Count(count));
        }
        return true;
    }

    private @Nullable Object updateCount(Method method, Object @Nullable [] args) throws Throwable {
        Object count = pass(method, args);
        Call of = call;
        if (of != null && !of.settled && count instanceof Number number) {
            session.quietly(() -> {
                if (number.longValue() >= 0) {
                    of.tell(new SqlResult.Count(number.longValue()));
                }
                if (!keysWanted && !of.sql.many()) {
                    session.settle(of);
                }
            });
        }
        return count;
    }

    private @Nullable Object resultSet(Method method, Object @Nullable [] args) throws Throwable {
        Object result = pass(method, args);
        Call of = call;
        if (rows != null && rows.real() == result) {
            return rows.proxy();
        }
        if (of == null || !(result instanceof ResultSet set)) {
            return result;
        }
        Object[] shown = {result};
        session.quietly(() -> shown[0] = wrap(set, of));
        return shown[0];
    }

    private @Nullable Object moreResults(Method method, Object @Nullable [] args) throws Throwable {
        Call of = call;
        Object more;
        try {
            more = pass(method, args);
        } catch (Throwable e) {
            session.failedLater(of, e);
            throw e;
        }
        rows = null;
        if (of != null && !of.settled && Boolean.FALSE.equals(more)) {
            session.quietly(() -> {
                if (COUNTS_STAY.contains(session.engine()) && statement.getUpdateCount() >= 0) {
                    count(of);
                } else if (!keysWanted) {
                    session.settle(of);
                }
            });
        }
        return more;
    }

    private @Nullable Object generatedKeys(Method method, Object @Nullable [] args) throws Throwable {
        Object result = pass(method, args);
        Call of = call;
        if (!(result instanceof ResultSet set)) {
            return result;
        }
        Object[] shown = {result};
        session.quietly(() -> {
            RecordedRows keys = new RecordedRows(set, this, of != null && !of.settled ? of : null, true);
            if (of != null && !of.settled) {
                of.add(keys);
            }
            shown[0] = keys.proxy();
        });
        return shown[0];
    }

    private @Nullable Object owner(Method method, Object @Nullable [] args) throws Throwable {
        Object real = pass(method, args);
        return real == null ? null : connection.proxy();
    }

    private @Nullable Object close(Method method, Object @Nullable [] args) throws Throwable {
        try {
            return pass(method, args);
        } finally {
            over();
        }
    }

    private @Nullable Object setMaxRows(Method method, Object @Nullable [] args) throws Throwable {
        Object answer = pass(method, args);
        rowsMax = args != null && args[0] instanceof Number number ? number.longValue() : 0;
        return answer;
    }

    private @Nullable Object setMaxFieldSize(Method method, Object @Nullable [] args) throws Throwable {
        Object answer = pass(method, args);
        cutsFields = args != null && args[0] instanceof Number number && number.longValue() > 0;
        return answer;
    }

    // ---- parameters and batches

    private @Nullable Object setParameter(Method method, Object @Nullable [] args) throws Throwable {
        session.quietly(() -> parameters.set(method, args));
        return pass(method, args);
    }

    private @Nullable Object clearParameters(Method method, Object @Nullable [] args) throws Throwable {
        Object answer = pass(method, args);
        parameters.clear();
        return answer;
    }

    private @Nullable Object addBatch(Method method, Object @Nullable [] args) throws Throwable {
        Object answer = pass(method, args);
        session.quietly(() -> {
            if (args != null && args.length > 0) {
                batch.add(session.ledger().sql(String.valueOf(args[0])), java.util.List.<Value>of());
            } else if (prepared != null) {
                batch.add(prepared, parameters.list());
            }
        });
        return answer;
    }

    private @Nullable Object clearBatch(Method method, Object @Nullable [] args) throws Throwable {
        Object answer = pass(method, args);
        batch.clear();
        return answer;
    }

    private @Nullable Object executeBatch(Method method, Object @Nullable [] args) throws Throwable {
        over();
        batch.issue(session);
        try {
            Object counts = pass(method, args);
            batch.answered(session, counts);
            return counts;
        } catch (Throwable e) {
            batch.failed(session, e);
            throw e;
        }
    }
}
