package io.bateleur.sql.lift;

/**
 * A statement text and what became of its executions.
 *
 * @param lifted {@code whole}, {@code in part} or {@code left}: what holds of all executions, or in part where they differ
 * @param why why not whole; empty when it is
 */
public record Template(String text, long executions, String lifted, String why) {}
