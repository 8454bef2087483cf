package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/** Several statements in one text, each with its part of the answer. */
record ScriptPlan(List<Plan> plans, SqlDialect dialect) implements Plan {
    private static final String UNTOLD = "one of several statements in a text, whose answer is not told";

    @Override
    public boolean writes() {
        return plans.stream().anyMatch(Plan::writes);
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        List<List<SqlResult>> answers = answers(call.results());
        // What commits each of them by itself is no transaction.
        boolean parts = dialect == SqlDialect.MYSQL && work.isAlone();
        boolean told = dialect == SqlDialect.POSTGRES || dialect == SqlDialect.MYSQL && !parts;
        Outcome all = Outcome.WHOLE;
        boolean failed = false;
        for (int i = 0; i < plans.size() && !failed; i++) {
            Plan plan = plans.get(i);
            Outcome outcome;
            if (told && i < answers.size()) {
                Call part = new Call(call.parameters(), answers.get(i), false);
                failed = part.failed();
                outcome = plan.execute(part, work);
            } else {
                plan.taint(work, UNTOLD);
                outcome = Outcome.left(UNTOLD);
            }
            all = i == 0 ? outcome : both(all, outcome);
        }
        return all;
    }

    private static Outcome both(Outcome left, Outcome right) {
        if (left.share() == right.share()) {
            return left.share() == Outcome.Share.WHOLE ? right : left;
        }
        return Outcome.part(left.why().isEmpty() ? right.why() : left.why());
    }

    /** Rows or a count begin the answer of the next statement; keys belong to the last. */
    private static List<List<SqlResult>> answers(List<SqlResult> results) {
        List<List<SqlResult>> answers = new ArrayList<>();
        for (SqlResult result : results) {
            if (!(result instanceof SqlResult.Keys) || answers.isEmpty()) {
                answers.add(new ArrayList<>());
            }
            answers.get(answers.size() - 1).add(result);
        }
        return answers;
    }

    @Override
    public Account account() {
        return plans.stream().map(Plan::account).reduce(Account::with).orElse(Account.NOTHING);
    }

    @Override
    public void taint(Workspace work, String why) {
        plans.forEach(plan -> plan.taint(work, why));
    }
}
