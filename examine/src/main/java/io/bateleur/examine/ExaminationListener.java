package io.bateleur.examine;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import java.io.IOException;
import java.util.List;

/** Hears of an examination while it goes on, in the thread that works. What fails here ends the examination. */
public interface ExaminationListener {

    /** Hears nothing. */
    ExaminationListener NONE = new ExaminationListener() {};

    /** Only of a trace with SQL: how much of it is behind the verdicts. */
    default void covered(FileReport.Covered covered) {}

    /** The history that is checked, with its SQL as reads and writes. */
    default void lifted(History history) {}

    /** Nobody named a level, so this one is checked. */
    default void assumed(RecordedLevel level) {}

    /** A level is about to be checked. */
    default void checking(Level level) {}

    /** The trace contradicts itself; no verdict rests on that. */
    default void warned(List<String> warnings) {}

    /** @param verdict what the report was made from */
    default void decided(LevelReport level, Verdict verdict) throws IOException {}
}
