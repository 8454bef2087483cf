package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import org.jspecify.annotations.Nullable;

/** Evaluates the statements of a log. */
interface Evaluation {
    /** What a correct database answers, whose changes have been handed on. */
    Answer answer(LoggedStatement statement, Tables tables, Changes changes);

    /**
     * Whether the keys and the foreign keys of a row may hold at the commit.
     *
     * @param old what it was before the transaction; null: it was not there
     * @param row what it is; null: it is not there any more
     * @param tables with everything that was committed before, and by the transaction
     */
    boolean mayCommit(TableShape table, Object @Nullable [] old, @Nullable Row row, Tables tables);
}
