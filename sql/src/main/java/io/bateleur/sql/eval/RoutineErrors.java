package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Routine.Step;
import io.bateleur.sql.eval.Routine.Way;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Errors of routines: raised, handled, or the sign that there is no further row. */
final class RoutineErrors {
    private static final String NO_DATA = "02000";
    private static final Map<String, String> NAMES = Map.of(
            "unique_violation", "23505",
            "foreign_key_violation", "23503",
            "not_null_violation", "23502",
            "check_violation", "23514",
            "no_data_found", "P0002",
            "too_many_rows", "P0003",
            "division_by_zero", "22012",
            "raise_exception", "P0001",
            "numeric_value_out_of_range", "22003",
            "integrity_constraint_violation", "23");

    private RoutineErrors() {}

    static SqlError noData() {
        return new SqlError(NO_DATA, "no data");
    }

    /** Without a handler, no further row is only a warning. */
    static Step withoutData(Step step) {
        return activation -> {
            try {
                return step.run(activation);
            } catch (SqlError error) {
                if (error.state().equals(NO_DATA)) {
                    return Way.NEXT;
                }
                throw error;
            }
        };
    }

    static boolean isNotFound(Procedural.DeclareHandler handler) {
        return handler.conditions().has("FOUND")
                || handler.conditions().tokens().contains("'02000'");
    }

    private static boolean matches(Verbatim conditions, SqlError error) {
        boolean noData = error.state().equals(NO_DATA);
        List<String> words = conditions.tokens();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).toLowerCase(Locale.ROOT);
            boolean all = word.equals("others") || word.equals("sqlexception");
            boolean named = NAMES.containsKey(word) && error.state().startsWith(NAMES.getOrDefault(word, "-"));
            boolean state =
                    word.startsWith("'") && word.substring(1, word.length() - 1).equalsIgnoreCase(error.state());
            boolean notFound = word.equals("found") && noData;
            boolean duplicate = (word.equals("1062") || word.equals("1452") || word.equals("1451"))
                    && error.state().equals("23000");
            if (all && !noData || named || state || notFound || duplicate) {
                return true;
            }
        }
        return false;
    }

    /** PL/pgSQL's EXCEPTION: what the block did is undone first. */
    static Step caught(RoutineCompiler compiler, Step body, List<Procedural.Handler> handlers) {
        List<Step> steps = new ArrayList<>();
        handlers.forEach(handler -> steps.add(compiler.all(handler.body())));
        return activation -> {
            Object mark = activation.frame.changes.mark();
            try {
                return body.run(activation);
            } catch (SqlError error) {
                for (int i = 0; i < steps.size(); i++) {
                    if (matches(handlers.get(i).conditions(), error)) {
                        activation.frame.changes.undo(mark);
                        return steps.get(i).run(activation);
                    }
                }
                throw error;
            }
        };
    }

    /** MySQL's handlers: CONTINUE goes on after the statement that failed, EXIT leaves the block. */
    static Step continued(RoutineCompiler compiler, List<Statement> body, List<Procedural.DeclareHandler> handlers) {
        List<Step> steps = new ArrayList<>();
        handlers.forEach(handler -> steps.add(compiler.step(handler.body())));
        compiler.wraps.add(step -> activation -> {
            try {
                return step.run(activation);
            } catch (SqlError error) {
                for (int i = 0; i < steps.size(); i++) {
                    if (matches(handlers.get(i).conditions(), error)) {
                        Way way = steps.get(i).run(activation);
                        if (way == Way.NEXT && handlers.get(i).kind().equalsIgnoreCase("EXIT")) {
                            throw new Left(steps);
                        }
                        return way;
                    }
                }
                if (error.state().equals(NO_DATA)) {
                    return Way.NEXT;
                }
                throw error;
            }
        });
        Step all = compiler.all(body);
        compiler.wraps.remove(compiler.wraps.size() - 1);
        return activation -> {
            try {
                return all.run(activation);
            } catch (Left left) {
                if (left.block != steps) {
                    throw left;
                }
                return Way.NEXT;
            }
        };
    }

    /** A block is left after its EXIT handler. */
    private static final class Left extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient Object block;

        Left(Object block) {
            super(null, null, false, false);
            this.block = block;
        }
    }

    /** NULL, RAISE, SIGNAL and their like. */
    static Step plain(Procedural.Plain plain, SqlDialect dialect) {
        List<String> words = plain.rest().tokens();
        String verb = plain.verb().toUpperCase(Locale.ROOT);
        if (verb.equals("NULL")) {
            return activation -> Way.NEXT;
        }
        if (verb.equals("RAISE")
                && !words.isEmpty()
                && List.of("NOTICE", "DEBUG", "INFO", "LOG", "WARNING")
                        .contains(words.get(0).toUpperCase(Locale.ROOT))) {
            return activation -> Way.NEXT;
        }
        if (verb.equals("SIGNAL") || verb.equals("RAISE") && !words.isEmpty()) {
            String state = dialect == SqlDialect.POSTGRES ? "P0001" : "45000";
            for (int i = 0; i + 1 < words.size(); i++) {
                boolean named = words.get(i).equalsIgnoreCase("SQLSTATE")
                        || words.get(i).equals("=") && i > 0 && words.get(i - 1).equalsIgnoreCase("ERRCODE");
                String word = words.get(i + 1);
                if (named && word.startsWith("'")) {
                    String given = word.substring(1, word.length() - 1);
                    state = NAMES.getOrDefault(given, given);
                }
            }
            String raised = state;
            return activation -> {
                throw new SqlError(raised, "raised");
            };
        }
        throw new Outside(plain, plain.verb());
    }
}
