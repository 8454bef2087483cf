package io.bateleur.junit;

import io.bateleur.core.report.Explanation;
import java.nio.file.Path;
import org.opentest4j.AssertionFailedError;

/** A test's transactions were not as isolated as it asks for. */
public final class IsolationViolatedError extends AssertionFailedError {
    private final transient Explanation explanation;
    private final transient Path report;

    IsolationViolatedError(String message, Explanation explanation, Path report) {
        super(message);
        this.explanation = explanation;
        this.report = report;
    }

    /** Why the level cannot have held. */
    public Explanation explanation() {
        return explanation;
    }

    /** A page that shows it. */
    public Path report() {
        return report;
    }
}
