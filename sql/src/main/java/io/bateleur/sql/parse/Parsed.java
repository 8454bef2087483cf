package io.bateleur.sql.parse;

import java.util.List;

/**
 * A statement with the words of its text, so that what the parser knows and lifting does not is noticed.
 *
 * @param words what is neither quoted, nor a name that the statement itself introduces
 * @param parameters how many question marks there are
 * @param defines whether some databases commit by themselves before and after it
 */
public record Parsed(Liftable statement, List<String> words, int parameters, boolean defines) {}
