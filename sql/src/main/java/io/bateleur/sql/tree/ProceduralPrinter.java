package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the statements of procedures. */
final class ProceduralPrinter {
    private final Printer printer;
    private final Out out;

    ProceduralPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    private boolean declaresInside() {
        return printer.dialect != SqlDialect.POSTGRES;
    }

    void statement(Procedural statement) {
        if (!block(statement) && !branch(statement) && !plain(statement)) {
            throw new IllegalStateException("no text for " + statement.getClass());
        }
    }

    private void label(@Nullable Name label) {
        if (label != null) {
            out.add(declaresInside() ? label.written() + ":" : "<<" + label.written() + ">>");
        }
    }

    private boolean block(Procedural statement) {
        if (statement instanceof Procedural.Block block) {
            label(block.label());
            if (!declaresInside()) {
                out.when(!block.declarations().isEmpty(), "DECLARE");
                printer.all(block.declarations());
            }
            out.add("BEGIN").add(block.words());
            if (declaresInside()) {
                block.declarations().forEach(each -> {
                    out.add("DECLARE");
                    printer.all(List.of(each));
                });
            }
            printer.all(block.body());
            out.when(!block.handlers().isEmpty(), "EXCEPTION");
            for (Procedural.Handler handler : block.handlers()) {
                out.add("WHEN").verbatim(handler.conditions()).add("THEN");
                printer.all(handler.body());
            }
            out.add("END");
        } else if (statement instanceof Procedural.Declare declare) {
            out.list(declare.names(), name -> out.add(name.written())).add(declare.words());
            printer.expressions.type(declare.type());
            out.verbatim(declare.rest()).add(declare.sign());
            printer.optional(declare.value());
        } else if (statement instanceof Procedural.DeclareHandler handler) {
            out.add(handler.kind()).add("HANDLER FOR").verbatim(handler.conditions());
            printer.statement(handler.body());
        } else if (statement instanceof Procedural.Cursor cursor) {
            out.add(cursor.name().written()).verbatim(cursor.words()).add("FOR");
            printer.statement(cursor.query());
        } else if (statement instanceof Procedural.DeclareOther other) {
            out.verbatim(other.words());
        } else {
            return false;
        }
        return true;
    }

    private boolean branch(Procedural statement) {
        if (statement instanceof Procedural.If condition) {
            for (int i = 0; i < condition.branches().size(); i++) {
                out.add(i == 0 ? "IF" : declaresInside() ? "ELSEIF" : "ELSIF");
                branch(condition.branches().get(i));
            }
            otherwise(condition.otherwise());
            out.add("END IF");
        } else if (statement instanceof Procedural.Choice choice) {
            out.add("CASE");
            printer.optional(choice.operand());
            for (Procedural.Branch branch : choice.branches()) {
                out.add("WHEN");
                branch(branch);
            }
            otherwise(choice.otherwise());
            out.add("END CASE");
        } else if (statement instanceof Procedural.Loop loop) {
            loop(loop);
        } else {
            return false;
        }
        return true;
    }

    private void branch(Procedural.Branch branch) {
        if (branch.condition() instanceof Expr.Row row && !row.word()) {
            out.list(row.items(), printer.expressions::any);
        } else {
            printer.expressions.any(branch.condition());
        }
        out.add("THEN");
        printer.all(branch.body());
    }

    private void otherwise(@Nullable List<Statement> otherwise) {
        if (otherwise != null) {
            out.add("ELSE");
            printer.all(otherwise);
        }
    }

    private void loop(Procedural.Loop loop) {
        label(loop.label());
        String end = "LOOP";
        if (loop.head() instanceof Procedural.Until until) {
            out.add("REPEAT");
            printer.all(loop.body());
            out.add("UNTIL");
            printer.expressions.any(until.condition());
            out.add("END REPEAT");
            return;
        }
        if (loop.head() instanceof Procedural.While condition) {
            out.add("WHILE");
            printer.expressions.any(condition.condition());
            end = declaresInside() ? "WHILE" : "LOOP";
        } else if (!(loop.head() instanceof Procedural.Forever)) {
            end = declaresInside() ? "FOR" : "LOOP";
            head(loop.head());
        }
        out.add(end.equals("LOOP") ? "LOOP" : "DO");
        printer.all(loop.body());
        out.add("END").add(end);
    }

    private void head(Procedural.Head head) {
        if (head instanceof Procedural.Range range) {
            out.add("FOR")
                    .list(range.targets(), printer.expressions::any)
                    .add("IN")
                    .when(range.reverse(), "REVERSE");
            printer.expressions.any(range.low());
            out.add("..");
            printer.expressions.any(range.high());
            printer.queries.clause("BY", range.by());
        } else if (head instanceof Procedural.Rows rows) {
            out.add("FOR").list(rows.targets(), printer.expressions::any).add("IN");
            printer.statement(rows.query());
        } else if (head instanceof Procedural.CursorRows rows) {
            out.add("FOR").list(rows.targets(), printer.expressions::any).add("IN");
            printer.expressions.any(rows.cursor());
        } else if (head instanceof Procedural.Elements elements) {
            out.add("FOREACH").list(elements.targets(), printer.expressions::any);
            printer.queries.clause("SLICE", elements.slice());
            out.add("IN ARRAY");
            printer.expressions.any(elements.array());
        }
    }

    private boolean plain(Procedural statement) {
        if (statement instanceof Procedural.Jump jump) {
            out.add(jump.verb()).add(jump.label() == null ? "" : jump.label().written());
            printer.queries.clause("WHEN", jump.when());
        } else if (statement instanceof Procedural.Return result) {
            out.add("RETURN").when(result.next(), "NEXT");
            printer.optional(result.value());
        } else if (statement instanceof Procedural.ReturnQuery result) {
            out.add("RETURN QUERY");
            printer.statement(result.query());
        } else if (statement instanceof Procedural.Assign assign) {
            printer.expressions.any(assign.target());
            out.add(assign.sign());
            printer.expressions.any(assign.value());
        } else if (statement instanceof Procedural.Perform perform) {
            perform(perform.query());
        } else if (statement instanceof Procedural.ExecuteText execute) {
            out.add("EXECUTE").when(declaresInside(), "IMMEDIATE");
            printer.expressions.any(execute.text());
            out.when(!execute.into().isEmpty(), "INTO").add(execute.strict());
            out.list(execute.into(), printer.expressions::any);
            out.when(!execute.using().isEmpty(), "USING").list(execute.using(), printer.expressions::any);
        } else if (statement instanceof Procedural.Open open) {
            out.add("OPEN");
            printer.expressions.any(open.cursor());
            out.verbatim(open.words());
            if (open.query() != null) {
                out.add("FOR");
                printer.statement(open.query());
            }
        } else if (statement instanceof Procedural.FetchRow fetch) {
            out.add(fetch.verb()).verbatim(fetch.direction());
            printer.expressions.any(fetch.cursor());
            out.when(!fetch.into().isEmpty(), "INTO").list(fetch.into(), printer.expressions::any);
        } else if (statement instanceof Procedural.Close close) {
            out.add("CLOSE");
            printer.expressions.any(close.cursor());
        } else if (statement instanceof Procedural.Plain plain) {
            out.add(plain.verb()).verbatim(plain.rest());
        } else {
            return false;
        }
        return true;
    }

    private void perform(Query query) {
        out.add("PERFORM");
        if (query.body() instanceof QueryBody.Select select) {
            printer.queries.selected(select);
        }
        printer.queries.order(query.order());
        printer.queries.limit(query.limit());
    }
}
