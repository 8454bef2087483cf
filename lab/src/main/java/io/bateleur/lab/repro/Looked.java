package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.Scenario;

/** A look at what is left, and what it saw. */
public record Looked(Scenario.Final look, Response response) {}
