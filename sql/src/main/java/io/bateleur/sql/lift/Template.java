package io.bateleur.sql.lift;

/**
 * A statement text and what became of its executions.
 *
 * @param lifted {@code whole}, {@code in part} or {@code left}: what holds of all executions, or in part where they differ
 * @param why why not whole; empty when it is
 * @param line the line of the text, from 1, that the reason is about; 0 where it is about all of it
 * @param column the column there, from 1
 * @param help what would help; empty where nothing is known to
 * @param reads tables with columns that are lifted as reads, and how rows are found
 * @param writes tables with columns that may be written
 */
public record Template(
        String text,
        long executions,
        String lifted,
        String why,
        int line,
        int column,
        String help,
        String reads,
        String writes) {}
