package io.bateleur.sql.schema;

import io.bateleur.core.model.SessionState;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a session's state is after one of its statements, as far as the text tells. It holds until the transaction ends: then the trace
 * says what became of it.
 */
public final class StateChange {
    private static final Set<String> FIRST_WORDS = Set.of("RESET", "DISCARD");

    private final SqlDialect dialect;
    private final Spelling spelling;

    public StateChange(SqlDialect dialect) {
        this.dialect = dialect;
        this.spelling = new Spelling(dialect);
    }

    /** The same state where the statement leaves it as it is; without what it changes in a way that the text does not tell. */
    public SessionState after(SessionState before, Statement statement) {
        if (statement instanceof Utility.Set set) {
            SessionState state = before;
            for (Utility.Setting setting : set.settings()) {
                state = set(state, setting);
            }
            return state;
        }
        if (statement instanceof Utility.Use use) {
            return withPath(before, List.of(use.name().last().text()));
        }
        if (statement instanceof Utility.Other other) {
            return said(before, other);
        }
        boolean code = statement instanceof Utility.CallProcedure
                || statement instanceof Utility.Do
                || statement instanceof Utility.Execute;
        boolean schemas = statement instanceof Definition.Define define
                        && define.kind().contains("SCHEMA")
                || statement instanceof Definition.Drop drop && drop.kind().contains("SCHEMA");
        boolean unread = statement instanceof Statement.Unread text && mayMatter(text.text());
        if (code || schemas || unread) {
            return code || unread ? SessionState.UNKNOWN : withPath(before, null);
        }
        return called(before, statement);
    }

    private static boolean mayMatter(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        return upper.contains("SEARCH_PATH")
                || upper.contains("SET_CONFIG")
                || upper.startsWith("SET")
                || upper.startsWith("CALL")
                || upper.startsWith("EXEC")
                || upper.startsWith("DO");
    }

    private static SessionState withPath(SessionState state, @Nullable List<String> path) {
        return new SessionState(path, state.settings());
    }

    private static SessionState with(SessionState state, String name, @Nullable String value) {
        Map<String, String> settings = new HashMap<>(state.settings());
        settings.remove(name);
        if (value != null) {
            settings.put(name, value);
        }
        return new SessionState(state.path(), settings);
    }

    // ---- SET

    private SessionState set(SessionState before, Utility.Setting setting) {
        String name = setting.name() instanceof Expr.Variable variable
                ? variable.written()
                        .substring(variable.written().lastIndexOf('.') + 1)
                        .replace("@", "")
                : setting.name() instanceof Expr.Column column ? column.name().text() : "";
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "search_path" -> withPath(before, path(before, setting.values()));
            case "schema", "schema_search_path" -> withPath(before, path(before, setting.values()));
            case "sql_mode" -> with(before, SessionState.SQL_MODE, text(setting.values()));
            case "time_zone", "timezone" -> with(before, SessionState.TIME_ZONE, null);
            case "role", "session_authorization" -> withPath(with(before, SessionState.USER, null), null);
            default -> before;
        };
    }

    private static @Nullable String text(List<Expr> values) {
        return values.size() == 1 && values.get(0) instanceof Expr.Text text ? text.value() : null;
    }

    private @Nullable List<String> path(SessionState before, List<Expr> values) {
        List<String> schemas = new ArrayList<>();
        for (Expr value : values) {
            if (value instanceof Expr.Column column && column.table() == null) {
                schemas.add(spelling.stored(column.name()));
            } else if (value instanceof Expr.Text text) {
                schemas.add(text.value());
            } else {
                return null;
            }
        }
        return resolved(before, schemas);
    }

    /** With the name of the user; without what is no schema, such as an empty text. */
    private @Nullable List<String> resolved(SessionState before, List<String> schemas) {
        List<String> path = new ArrayList<>();
        for (String schema : schemas) {
            String user = before.settings().get(SessionState.USER);
            if (schema.equals("$user") && user == null) {
                return null;
            }
            path.add(schema.equals("$user") ? user : schema);
        }
        path.removeIf(String::isEmpty);
        return path.isEmpty() && dialect == SqlDialect.POSTGRES ? List.of("pg_catalog") : path;
    }

    /** Settings with words of their own. */
    private SessionState said(SessionState before, Utility.Other other) {
        List<String> words = other.rest().tokens();
        if (FIRST_WORDS.contains(other.verb())) {
            return SessionState.UNKNOWN;
        }
        if (!other.verb().equals("SET") || words.isEmpty()) {
            return before;
        }
        boolean schema = words.get(0).toUpperCase(Locale.ROOT).startsWith("SCHEMA");
        if (schema && words.size() == 2) {
            return withPath(before, resolved(before, List.of(name(words.get(1)))));
        }
        boolean zone = OptionWords.begins(words, "TIME", "ZONE") || OptionWords.begins(words, "LOCAL", "TIME");
        if (zone) {
            return with(before, SessionState.TIME_ZONE, null);
        }
        boolean matters = schema
                || mayMatter(String.join(" ", words))
                || OptionWords.has(words, "ROLE")
                || OptionWords.has(words, "AUTHORIZATION");
        return matters ? SessionState.UNKNOWN : before;
    }

    private String name(String written) {
        return written.startsWith("'") ? written.substring(1, written.length() - 1) : spelling.stored(Name.of(written));
    }

    // ---- set_config

    private SessionState called(SessionState before, Statement statement) {
        if (dialect != SqlDialect.POSTGRES) {
            return before;
        }
        SessionState state = before;
        for (Expr.FunctionCall call : Walk.all(statement, Expr.FunctionCall.class)) {
            if (call.name().last().text().equalsIgnoreCase("set_config")) {
                state = configured(state, call);
            }
        }
        return state;
    }

    private SessionState configured(SessionState before, Expr.FunctionCall call) {
        boolean literal = call.arguments().size() == 3
                && call.arguments().get(0).value() instanceof Expr.Text
                && call.arguments().get(1).value() instanceof Expr.Text;
        if (!literal) {
            return SessionState.UNKNOWN;
        }
        String name = ((Expr.Text) call.arguments().get(0).value()).value().toLowerCase(Locale.ROOT);
        String value = ((Expr.Text) call.arguments().get(1).value()).value();
        if (!name.equals("search_path")) {
            return Set.of("role", "session_authorization", "timezone").contains(name) ? SessionState.UNKNOWN : before;
        }
        List<String> schemas = new ArrayList<>();
        for (String each : value.split(",", -1)) {
            schemas.add(spelling.stored(Name.of(each.strip())));
        }
        return withPath(before, resolved(before, schemas));
    }
}
