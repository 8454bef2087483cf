package io.bateleur.core.sim;

import io.bateleur.core.model.History;

/**
 * What a run gave.
 *
 * @param history what its clients have seen
 * @param bugsFired how often the bug did something wrong that is there to be seen in committed transactions; each read counts
 */
public record SimResult(History history, long bugsFired) {}
