package io.bateleur.core.explain;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.Optional;

/**
 * One transaction comes before another.
 *
 * @param key the key in question, for dependencies
 * @param because the operations that prove it, in a sentence
 */
public record Step(Transaction from, Transaction to, EdgeKind kind, Optional<Value> key, String because) {}
