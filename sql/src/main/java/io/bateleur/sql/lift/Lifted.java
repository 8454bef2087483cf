package io.bateleur.sql.lift;

import io.bateleur.core.model.History;

/** A lifted history, and how much of the recorded one it tells. */
public record Lifted(History history, Coverage coverage) {}
