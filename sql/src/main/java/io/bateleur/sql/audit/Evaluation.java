package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Tables;

/** Evaluates the statements of a log. */
interface Evaluation {
    /** What a correct database answers, whose changes have been handed on. */
    Answer answer(LoggedStatement statement, Tables tables, Changes changes);
}
