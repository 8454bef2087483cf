package io.bateleur.core.report;

import java.util.List;

/**
 * Something that was found out about a system and that people should know: plain data, which every rendering can show.
 *
 * <p>A rendering needs only the methods of this interface. It may look at the kind of a finding where it can show more, such as
 * the drawing of a cycle, and must not depend on knowing it.
 */
public sealed interface Finding permits BrokenLevel, BrokenMechanism, ImpossibleAnswer, LostWrites, ProgramViolation {

    /** The kind of finding, one word for machines, such as {@code broken-level}. It never changes. */
    String kind();

    /** What it is called. Findings with equal names have equal titles and an equal {@link #meaning}. */
    Title title();

    /** What was found, in a sentence, such as "This breaks serializable." */
    String claim();

    /** What it means for somebody whose data it happened to, in a sentence. */
    String meaning();

    /** Why it must be so, step by step; never empty. */
    List<Sentence> steps();

    /** What it is about, the most important location first; never empty. */
    List<Location> locations();

    /** What a reader may look at to check the steps. */
    List<Evidence> evidence();

    /** What each party does, where the finding is about places in code. */
    default List<Walk> walks() {
        return List.of();
    }

    /** What else to know, a sentence each. */
    List<String> remarks();

    Severity severity();

    /** Whether nothing that happens later can change it. What is found while a system runs may be provisional at first. */
    default boolean isFinal() {
        return true;
    }

    /** What makes it the same finding when it is found again, without any prose: names, keys, transactions. */
    List<String> identity();
}
