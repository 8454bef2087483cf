package io.bateleur.core.ir;

/** An edge that is there for its reason when two transactions happened, at least one of which may not have. */
public record ConditionalEdge(int from, int to, int first, int second, Reason reason) {
    ConditionalEdge renumbered(int[] number) {
        return new ConditionalEdge(number[from], number[to], first, second, reason);
    }
}
