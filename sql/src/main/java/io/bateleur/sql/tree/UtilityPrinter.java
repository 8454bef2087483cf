package io.bateleur.sql.tree;

/** Writes statements about transactions, sessions, other statements and the server. */
final class UtilityPrinter {
    private final Printer printer;
    private final Out out;

    UtilityPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void utility(Utility utility) {
        if (!transaction(utility) && !session(utility)) {
            statement(utility);
        }
    }

    private boolean transaction(Utility utility) {
        if (utility instanceof Utility.Begin begin) {
            out.add(begin.words()).verbatim(begin.modes());
        } else if (utility instanceof Utility.Commit commit) {
            out.add(commit.words());
        } else if (utility instanceof Utility.Rollback rollback) {
            out.add(rollback.words());
        } else if (utility instanceof Utility.Savepoint savepoint) {
            out.add("SAVEPOINT").add(savepoint.name().written());
        } else if (utility instanceof Utility.Release release) {
            out.add("RELEASE")
                    .when(release.word(), "SAVEPOINT")
                    .add(release.name().written());
        } else if (utility instanceof Utility.RollbackTo back) {
            out.add(back.words())
                    .add("TO")
                    .when(back.word(), "SAVEPOINT")
                    .add(back.name().written());
        } else {
            return false;
        }
        return true;
    }

    private boolean session(Utility utility) {
        if (utility instanceof Utility.SetTransaction set) {
            out.add("SET").add(set.scope()).add("TRANSACTION").verbatim(set.modes());
        } else if (utility instanceof Utility.Set set) {
            out.add("SET").list(set.settings(), setting -> {
                out.add(setting.scope());
                printer.expressions.any(setting.name());
                out.add(setting.sign()).list(setting.values(), printer.expressions::any);
            });
        } else if (utility instanceof Utility.Use use) {
            out.add("USE").name(use.name());
        } else if (utility instanceof Utility.LockTables lock) {
            out.add("LOCK").add(lock.words()).list(lock.tables(), each -> {
                printer.queries.from(each.table());
                out.add(each.mode());
            });
            out.add(lock.mode()).add(lock.whenLocked());
        } else if (utility instanceof Utility.Other other) {
            out.add(other.verb().equals("\\") ? "" : other.verb()).verbatim(other.rest());
        } else {
            return false;
        }
        return true;
    }

    private void statement(Utility utility) {
        if (utility instanceof Utility.Explain explain) {
            out.add(explain.verb()).verbatim(explain.options());
            printer.statement(explain.statement());
        } else if (utility instanceof Utility.CallProcedure call) {
            out.add("CALL");
            printer.expressions.any(call.call());
        } else if (utility instanceof Utility.Do block) {
            out.add("DO");
            if (block.text() == null) {
                out.list(block.values(), printer.expressions::any);
            } else {
                out.when(!block.language().equals("plpgsql"), "LANGUAGE " + block.language());
                out.add(block.text().written());
            }
        } else if (utility instanceof Utility.Prepare prepare) {
            out.add("PREPARE").add(prepare.name().written());
            if (!prepare.types().isEmpty()) {
                out.parentheses(prepare.types(), printer.expressions::type);
            }
            if (prepare.statement() == null) {
                out.add("FROM");
                printer.optional(prepare.text());
            } else {
                out.add("AS");
                printer.statement(prepare.statement());
            }
        } else if (utility instanceof Utility.Execute execute) {
            out.add("EXECUTE").add(execute.name().written());
            if (execute.using()) {
                out.add("USING").list(execute.arguments(), printer.expressions::any);
            } else if (!execute.arguments().isEmpty()) {
                out.parentheses(execute.arguments(), printer.expressions::any);
            }
        } else if (utility instanceof Utility.DeclareCursor cursor) {
            out.add("DECLARE").add(cursor.name().written()).verbatim(cursor.words());
            out.add("CURSOR").add(cursor.hold()).add("FOR");
            printer.statement(cursor.query());
        } else {
            throw new IllegalStateException("no text for " + utility.getClass());
        }
    }
}
