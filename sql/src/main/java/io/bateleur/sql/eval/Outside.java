package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Node;

/** Something is not evaluated. */
final class Outside extends RuntimeException {
    private static final long serialVersionUID = 1;

    final transient Gap gap;

    Outside(@org.jspecify.annotations.Nullable Node at, String what) {
        super(what, null, false, false);
        this.gap = new Gap(at == null ? new io.bateleur.sql.tree.Span(0, 0) : at.at(), what);
    }
}
