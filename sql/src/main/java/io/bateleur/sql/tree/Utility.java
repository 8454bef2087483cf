package io.bateleur.sql.tree;

import io.bateleur.sql.tree.Expr.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement about transactions, the session, other statements or the server. */
public sealed interface Utility extends Statement {

    // ---- transactions

    /** @param words {@code BEGIN WORK}, {@code START TRANSACTION} @param modes isolation level and access */
    record Begin(Span at, String words, Verbatim modes) implements Utility {}

    record Commit(Span at, String words) implements Utility {}

    record Rollback(Span at, String words) implements Utility {}

    record Savepoint(Span at, Name name) implements Utility {}

    record Release(Span at, boolean word, Name name) implements Utility {}

    record RollbackTo(Span at, String words, boolean word, Name name) implements Utility {}

    /** @param scope {@code SESSION}, {@code LOCAL}, {@code GLOBAL}, {@code SESSION CHARACTERISTICS AS} or nothing */
    record SetTransaction(Span at, String scope, Verbatim modes) implements Utility {}

    // ---- the session

    /** @param scope {@code SESSION} and its like @param values of a list more than one; empty with words such as TIME ZONE LOCAL */
    record Setting(Span at, String scope, Expr name, String sign, List<Expr> values) implements Node {
        public Setting {
            values = Node.some(values);
            Node.oneOf(sign, "=", ":=", "TO", "");
        }
    }

    record Set(Span at, List<Setting> settings) implements Utility {
        public Set {
            settings = Node.some(settings);
        }
    }

    record Use(Span at, Qualified name) implements Utility {}

    // ---- other statements

    /** @param options {@code ANALYZE}, {@code (FORMAT JSON)} */
    record Explain(Span at, String verb, Verbatim options, Statement statement) implements Utility {
        /** Whether the statement is executed. */
        public boolean executes() {
            return options.has("ANALYZE") || options.has("ANALYSE");
        }
    }

    record CallProcedure(Span at, Expr call) implements Utility {}

    /** A block of code, or on MySQL expressions. @param body the statements of the text, where they are read */
    record Do(Span at, String language, @Nullable Text text, List<Statement> body, List<Expr> values)
            implements Utility {
        public Do {
            body = List.copyOf(body);
            values = List.copyOf(values);
            Node.check((text == null) != values.isEmpty(), "a text or expressions");
        }
    }

    /** @param statement null where an expression has its text */
    record Prepare(
            Span at,
            Name name,
            List<TypeName> types,
            @Nullable Statement statement,
            @Nullable Expr text) implements Utility {
        public Prepare {
            types = List.copyOf(types);
            Node.check((statement == null) != (text == null), "a statement or an expression");
        }
    }

    /** @param using whether MySQL's variables stand after USING */
    record Execute(Span at, Name name, boolean using, List<Expr> arguments) implements Utility {
        public Execute {
            arguments = List.copyOf(arguments);
        }
    }

    /** @param words {@code BINARY}, {@code NO SCROLL}, {@code WITH HOLD} */
    record DeclareCursor(Span at, Name name, Verbatim words, String hold, Statement query) implements Utility {}

    // ---- locks

    /** @param mode as it stands: {@code IN SHARE MODE}, MySQL's {@code READ} */
    record TableLock(Span at, From.Table table, String mode) implements Node {}

    /** @param mode of all tables, or empty @param words {@code NOWAIT} */
    record LockTables(Span at, String words, List<TableLock> tables, String mode, String whenLocked)
            implements Utility {
        public LockTables {
            tables = Node.some(tables);
        }
    }

    // ---- everything else

    /** A statement that changes no row of a table, or of which nobody knows: its first word says which. */
    record Other(Span at, String verb, Verbatim rest) implements Utility {}
}
