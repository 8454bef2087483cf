package io.bateleur.sql.tree;

/** Writes statements about transactions, sessions, other statements and the server. */
final class CommandPrinter {
    private final Printer printer;
    private final Out out;

    CommandPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void command(Command command) {
        if (!transaction(command) && !session(command)) {
            statement(command);
        }
    }

    private boolean transaction(Command command) {
        if (command instanceof Command.Begin begin) {
            out.add(begin.words()).verbatim(begin.modes());
        } else if (command instanceof Command.Commit commit) {
            out.add(commit.words());
        } else if (command instanceof Command.Rollback rollback) {
            out.add(rollback.words());
        } else if (command instanceof Command.Savepoint savepoint) {
            out.add("SAVEPOINT").add(savepoint.name().written());
        } else if (command instanceof Command.Release release) {
            out.add("RELEASE")
                    .when(release.word(), "SAVEPOINT")
                    .add(release.name().written());
        } else if (command instanceof Command.RollbackTo back) {
            out.add(back.words())
                    .add("TO")
                    .when(back.word(), "SAVEPOINT")
                    .add(back.name().written());
        } else {
            return false;
        }
        return true;
    }

    private boolean session(Command command) {
        if (command instanceof Command.SetTransaction set) {
            out.add("SET").add(set.scope()).add("TRANSACTION").verbatim(set.modes());
        } else if (command instanceof Command.Set set) {
            out.add("SET").list(set.settings(), setting -> {
                out.add(setting.scope());
                printer.expressions.any(setting.name());
                out.add(setting.sign()).list(setting.values(), printer.expressions::any);
            });
        } else if (command instanceof Command.Use use) {
            out.add("USE").name(use.name());
        } else if (command instanceof Command.LockTables lock) {
            out.add("LOCK").add(lock.words()).list(lock.tables(), each -> {
                printer.queries.from(each.table());
                out.add(each.mode());
            });
            out.add(lock.mode()).add(lock.whenLocked());
        } else if (command instanceof Command.Other other) {
            out.add(other.verb().equals("\\") ? "" : other.verb()).verbatim(other.rest());
        } else {
            return false;
        }
        return true;
    }

    private void statement(Command command) {
        if (command instanceof Command.Explain explain) {
            out.add(explain.verb()).verbatim(explain.options());
            printer.statement(explain.statement());
        } else if (command instanceof Command.CallProcedure call) {
            out.add("CALL");
            printer.expressions.any(call.call());
        } else if (command instanceof Command.Do block) {
            out.add("DO");
            if (block.text() == null) {
                out.list(block.values(), printer.expressions::any);
            } else {
                out.when(!block.language().equals("plpgsql"), "LANGUAGE " + block.language());
                out.add(block.text().written());
            }
        } else if (command instanceof Command.Prepare prepare) {
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
        } else if (command instanceof Command.Execute execute) {
            out.add("EXECUTE").add(execute.name().written());
            if (execute.using()) {
                out.add("USING").list(execute.arguments(), printer.expressions::any);
            } else if (!execute.arguments().isEmpty()) {
                out.parentheses(execute.arguments(), printer.expressions::any);
            }
        } else if (command instanceof Command.DeclareCursor cursor) {
            out.add("DECLARE").add(cursor.name().written()).verbatim(cursor.words());
            out.add("CURSOR").add(cursor.hold()).add("FOR");
            printer.statement(cursor.query());
        } else {
            throw new IllegalStateException("no text for " + command.getClass());
        }
    }
}
