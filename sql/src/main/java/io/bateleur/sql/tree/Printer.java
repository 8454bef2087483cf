package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a tree as a text that reads as the same tree. */
public final class Printer {
    final SqlDialect dialect;
    final ExprPrinter expressions;
    final QueryPrinter queries;
    private final ChangePrinter changes;
    private final DefinitionPrinter definitions;
    private final UtilityPrinter utilities;
    private final ProceduralPrinter procedures;

    private Printer(Out out, SqlDialect dialect) {
        this.dialect = dialect;
        this.expressions = new ExprPrinter(this, out);
        this.queries = new QueryPrinter(this, out);
        this.changes = new ChangePrinter(this, out);
        this.definitions = new DefinitionPrinter(this, out);
        this.utilities = new UtilityPrinter(this, out);
        this.procedures = new ProceduralPrinter(this, out);
        this.unread = out;
    }

    private final Out unread;

    Printer into(Out out) {
        return new Printer(out, dialect);
    }

    public static String print(Statement statement, SqlDialect dialect) {
        Out out = new Out();
        new Printer(out, dialect).statement(statement);
        return out.toString();
    }

    public static String print(Expr expr, SqlDialect dialect) {
        Out out = new Out();
        new Printer(out, dialect).expressions.any(expr);
        return out.toString();
    }

    void statement(Statement statement) {
        if (statement instanceof Query query) {
            queries.query(query);
        } else if (statement instanceof Change change) {
            changes.change(change);
        } else if (statement instanceof Definition definition) {
            definitions.definition(definition);
        } else if (statement instanceof Utility utility) {
            utilities.utility(utility);
        } else if (statement instanceof Procedural procedural) {
            procedures.statement(procedural);
        } else if (statement instanceof Statement.Unread text) {
            unread.add(text.text());
        }
    }

    void all(List<Statement> statements) {
        for (Statement each : statements) {
            statement(each);
            unread.add(";");
        }
    }

    void optional(@Nullable Expr expr) {
        if (expr != null) {
            expressions.any(expr);
        }
    }
}
